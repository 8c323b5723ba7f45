import { Type } from '@trigpoint/schema';
import { keyPattern, keyTypes } from './keys.ts';
import { operations } from './route.ts';
import { moment, resultOf, stricter, success } from './wire-texts.ts';

export const roles = ['prover', 'challenger', 'payer'] as const;
export type Role = (typeof roles)[number];

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
export const sessionRoutes = operations({
  'pre-login': {
    summary: 'Start a login: returns the message to sign and sets the session cookie',
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
    reply: resultOf({ message: Type.String() }),
  },
  login: {
    summary: 'Finish a login with the signature of the message from pre-login',
    auth: 'open',
    limit: 'login',
    body: Type.Object({ signature: Type.String({ minLength: 1, maxLength: 16_384 }) }),
    reply: success,
    errors: ['no_pending_login', 'pending_login_expired', 'wrong_signature', 'too_many_attempts', 'stake_required'],
  },
  logout: {
    summary: 'End the current session at once',
    auth: 'session',
    body: Type.Object({}),
    reply: success,
  },
  'user-info': {
    summary: 'Who this session belongs to',
    auth: 'session',
    scope: 'read',
    body: Type.Object({}),
    reply: resultOf({
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
  },
  sessions: {
    summary: "List the key's own sessions",
    auth: 'session',
    body: Type.Object({}),
    reply: resultOf({ sessions: Type.Array(sessionInfo) }),
  },
  'revoke-session': {
    summary: "End one of the key's own sessions, or all but this one",
    auth: 'session',
    body: Type.Object({
      session_id: Type.Optional(Type.String({ maxLength: 64, description: 'From sessions; absent: all others' })),
    }),
    reply: resultOf({ success: Type.Boolean(), revoked: Type.Integer() }),
  },
});
