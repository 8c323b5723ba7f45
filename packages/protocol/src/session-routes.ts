import { Type } from '@trigpoint/schema';
import { route, underProof } from './route.ts';
import { keyPattern, moment, stricter } from './wire-texts.ts';

export const keyTypes = ['solana', 'ethereum'] as const;
export type KeyType = (typeof keyTypes)[number];

export const roles = ['prover', 'challenger', 'payer'] as const;
export type Role = (typeof roles)[number];

const success = Type.Object({ result: Type.Object({ success: Type.Boolean() }) });

const sessionInfo = Type.Object({
  id: Type.String({ description: 'Names the session in lists; it is not the token' }),
  role: Type.Enum(roles),
  proof_type: Type.String(),
  created_at: moment(),
  last_used_at: moment(),
  expires_at: moment(),
  user_agent: Type.String(),
  current: Type.Boolean(),
});

/** Logins and sessions. */
export const sessionRoutes = {
  'pre-login': route({
    summary: 'Start a login: returns the message to sign and sets the session cookie',
    paths: [underProof('pre-login')],
    auth: 'open',
    limit: 'login',
    body: Type.Object({
      publicKey: Type.String({
        description: 'ethereum: the address; solana: the base58 public key',
        ...stricter({ pattern: keyPattern }),
      }),
      keyType: Type.Enum(keyTypes),
      role: Type.Enum(roles),
      projectName: Type.Optional(Type.String({ maxLength: 128 })),
      projectPublicKey: Type.Optional(Type.String({ maxLength: 256 })),
      walletPublicKey: Type.Optional(
        Type.Object({
          solana: Type.Optional(Type.String({ maxLength: 256 })),
          ethereum: Type.Optional(Type.String({ maxLength: 256 })),
        }),
      ),
      claims: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Union([Type.String({ maxLength: 1024 }), Type.Number()]),
          stricter({ maxProperties: 64, propertyNames: { maxLength: 128 } }),
        ),
      ),
    }),
    reply: Type.Object({ result: Type.Object({ message: Type.String() }) }),
    errors: [],
  }),
  login: route({
    summary: 'Finish a login with the signature of the message from pre-login',
    paths: [underProof('login')],
    auth: 'open',
    limit: 'login',
    body: Type.Object({ signature: Type.String({ minLength: 1, maxLength: 16_384 }) }),
    reply: success,
    errors: ['no_pending_login', 'pending_login_expired', 'wrong_signature', 'too_many_attempts', 'stake_required'],
  }),
  logout: route({
    summary: 'End the current session at once',
    paths: [underProof('logout')],
    auth: 'session',
    limit: 'default',
    body: Type.Object({}),
    reply: success,
    errors: ['not_logged_in', 'session_expired'],
  }),
  'user-info': route({
    summary: 'Who this session belongs to',
    paths: [underProof('user-info')],
    auth: 'session',
    scope: 'read',
    limit: 'default',
    body: Type.Object({}),
    reply: Type.Object({
      result: Type.Object({
        publicKey: Type.String(),
        keyType: Type.Enum(keyTypes),
        role: Type.Enum(roles),
        proof_type: Type.String(),
        projectName: Type.String(),
        projectPublicKey: Type.String(),
        walletPublicKey: Type.Record(Type.String(), Type.String()),
        claims: Type.Record(Type.String(), Type.String()),
        expires_at: moment(),
        decides_admissions: Type.Boolean({
          description: 'Whether this key may ask who waits to be admitted, and decide it',
        }),
      }),
    }),
    errors: ['not_logged_in', 'session_expired'],
  }),
  sessions: route({
    summary: "List the key's own sessions",
    paths: [underProof('sessions')],
    auth: 'session',
    limit: 'default',
    body: Type.Object({}),
    reply: Type.Object({ result: Type.Object({ sessions: Type.Array(sessionInfo) }) }),
    errors: ['not_logged_in', 'session_expired'],
  }),
  'revoke-session': route({
    summary: "End one of the key's own sessions, or all but this one",
    paths: [underProof('revoke-session')],
    auth: 'session',
    limit: 'default',
    body: Type.Object({
      session_id: Type.Optional(Type.String({ maxLength: 64, description: 'From sessions; absent: all others' })),
    }),
    reply: Type.Object({ result: Type.Object({ success: Type.Boolean(), revoked: Type.Integer() }) }),
    errors: ['not_logged_in', 'session_expired'],
  }),
};
