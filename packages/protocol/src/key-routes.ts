import { Type } from '@trigpoint/schema';
import { route, type Scope, scopes, underProof } from './route.ts';
import { moment, momentOrNull } from './wire-texts.ts';

/** How API keys begin, so that people and scanners know one when they see it. */
export const apiKeyPrefix = 'tpk_';

const scopeList = Type.Array(Type.Enum(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  description: `What it may do: ${(['ask', 'read', 'campaigns', 'admin'] satisfies Scope[]).join(', ')}`,
});
const name = Type.String({ minLength: 1, maxLength: 64, description: 'For people, to tell keys apart' });
const days = Type.Integer({ minimum: 1, maximum: 3_650, description: '90 unless given' });
const keyId = Type.String({ minLength: 1, maxLength: 64, description: 'From keys; it is not the key' });

const keyInfo = Type.Object({
  id: Type.String({ description: 'Names the key in lists; it is not the key' }),
  name: Type.String(),
  scopes: Type.Array(Type.Enum(scopes)),
  created_at: moment(),
  expires_at: moment(),
  last_used_at: momentOrNull('To the minute; null if it never was'),
});
const made = Type.Object({
  result: Type.Object({
    key: Type.String({ description: 'Shown this once. Send it as Authorization: Bearer' }),
    info: keyInfo,
  }),
});
const common = ['not_logged_in', 'session_expired'] as const;

/** API keys: what programs send in place of a session. */
export const keyRoutes = {
  'create-key': route({
    summary: 'Make an API key of the logged-in key; it is shown once',
    paths: [underProof('create-key')],
    auth: 'session',
    scope: 'admin',
    limit: 'create-campaign',
    body: Type.Object({ name, scopes: scopeList, expires_in_days: Type.Optional(days) }),
    reply: made,
    errors: [...common, 'not_allowed', 'too_many_keys'],
  }),
  keys: route({
    summary: "List the logged-in key's API keys, the newest first",
    paths: [underProof('keys')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({}),
    reply: Type.Object({ result: Type.Object({ keys: Type.Array(keyInfo) }) }),
    errors: [...common],
  }),
  'rotate-key': route({
    summary: 'Put a new secret in the place of an old one, which ends at once; name and scopes stay',
    paths: [underProof('rotate-key')],
    auth: 'session',
    scope: 'admin',
    limit: 'create-campaign',
    body: Type.Object({ id: keyId }),
    reply: made,
    errors: [...common, 'not_allowed'],
  }),
  'revoke-key': route({
    summary: 'End an API key at once',
    paths: [underProof('revoke-key')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({ id: keyId }),
    reply: Type.Object({ result: Type.Object({ success: Type.Boolean() }) }),
    errors: [...common],
  }),
  'guest-key': route({
    summary: 'An API key for somebody without a wallet: a fresh account that may ask and read for a week',
    paths: [underProof('guest-key')],
    auth: 'open',
    limit: 'login',
    body: Type.Object({}),
    reply: made,
    errors: ['not_allowed'],
  }),
};
