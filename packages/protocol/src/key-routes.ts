import { Type } from '@trigpoint/schema';
import { operations, type Scope, scopes } from './route.ts';
import { moment, momentOrNull, resultOf, success } from './wire-texts.ts';

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
    key: Type.String({ description: 'Shown once. Send it as Authorization: Bearer' }),
    info: keyInfo,
  }),
});

/** API keys: what programs send in place of a session. */
export const keyRoutes = operations({
  'create-key': {
    summary: 'Make an API key of the logged-in key; it is shown once',
    auth: 'session',
    scope: 'admin',
    limit: 'create-campaign',
    body: Type.Object({ name, scopes: scopeList, expires_in_days: Type.Optional(days) }),
    reply: made,
    errors: ['not_allowed', 'too_many_keys'],
  },
  keys: {
    summary: "List the logged-in key's API keys, the newest first",
    auth: 'session',
    scope: 'admin',
    body: Type.Object({}),
    reply: resultOf({ keys: Type.Array(keyInfo) }),
  },
  'rotate-key': {
    summary: 'Put a new secret in the place of an old one, which ends at once; name and scopes stay',
    auth: 'session',
    scope: 'admin',
    limit: 'create-campaign',
    body: Type.Object({ id: keyId }),
    reply: made,
    errors: ['not_allowed'],
  },
  'revoke-key': {
    summary: 'End an API key at once',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({ id: keyId }),
    reply: success,
  },
  'guest-key': {
    summary: 'An API key for somebody without a wallet: a fresh account that may ask and read for a week',
    auth: 'open',
    limit: 'login',
    body: Type.Object({}),
    reply: made,
    errors: ['not_allowed'],
  },
});
