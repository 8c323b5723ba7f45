import { keyRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { iso } from '../times.ts';
import type { ApiKeyRow, MadeKey } from './api-keys.ts';

const wireKey = (it: ApiKeyRow) => ({
  id: it.publicId,
  name: it.name,
  scopes: [...it.scopes],
  created_at: iso(it.createdAt),
  expires_at: iso(it.expiresAt),
  last_used_at: it.usedAt === null ? null : iso(it.usedAt),
});
const wireMade = ({ key, row }: MadeKey) => ({ result: { key, info: wireKey(row) } });

export const keyHandlers = ({ apiKeys }: Pick<Context, 'apiKeys'>) =>
  handlersFor(keyRoutes, {
    'create-key': async ({ session, body: { name, scopes, expires_in_days: days } }) =>
      wireMade(await apiKeys.create(session, { name, scopes, days })),
    keys: async ({ session }) => ({ result: { keys: (await apiKeys.list(session)).map(wireKey) } }),
    'rotate-key': async ({ session, body }) => wireMade(await apiKeys.rotate(session, body.id)),
    'revoke-key': async ({ session, body }) => {
      await apiKeys.revoke(session, body.id);
      return { result: { success: true } };
    },
    'guest-key': async () => wireMade(await apiKeys.makeGuest()),
  });
