import type { BodyOf, ReplyOf, routes } from '@trigpoint/protocol';
import { Client, type ClientOptions } from './client.ts';

type Routes = typeof routes;

/** An API key as lists show it. */
export type ApiKeyInfo = ReplyOf<Routes['keys']>['result']['keys'][number];

/** The secret, which is shown once, and what lists show. */
export type MadeApiKey = ReplyOf<Routes['create-key']>['result'];

/**
 * Makes an API key of the key that is logged in. It is shown once.
 *
 * ```ts
 * const { key } = await createApiKey(client, { name: 'backups', scopes: ['ask', 'read'], expires_in_days: 30 });
 * const program = new Client({ url: 'http://127.0.0.1:8080', proofType: 'pol', apiKey: key });
 * ```
 */
export async function createApiKey(client: Client, about: BodyOf<Routes['create-key']>): Promise<MadeApiKey> {
  return (await client.call('create-key', about)).result;
}

/**
 * The API keys of the key that is logged in.
 *
 * ```ts
 * const names = (await listApiKeys(client)).map(({ name, expires_at }) => `${name} until ${expires_at}`);
 * ```
 */
export async function listApiKeys(client: Client): Promise<readonly ApiKeyInfo[]> {
  return (await client.call('keys', {})).result.keys;
}

/**
 * Puts a new secret in the place of an old one, which ends at once.
 *
 * ```ts
 * const { info } = await createApiKey(client, { name: 'backups', scopes: ['read'] });
 * const { key } = await rotateApiKey(client, info.id);
 * ```
 */
export async function rotateApiKey(client: Client, id: string): Promise<MadeApiKey> {
  return (await client.call('rotate-key', { id })).result;
}

/**
 * Ends an API key at once.
 *
 * ```ts
 * const { info } = await createApiKey(client, { name: 'backups', scopes: ['read'] });
 * await revokeApiKey(client, info.id);
 * ```
 */
export async function revokeApiKey(client: Client, id: string): Promise<void> {
  await client.call('revoke-key', { id });
}

/**
 * A client with the key of a fresh account, for somebody without a wallet.
 *
 * ```ts
 * const guest = await openGuest({ url: 'http://127.0.0.1:8080', proofType: 'pol' });
 * const { challengeId } = await askService(guest, { prover });
 * ```
 */
export async function openGuest(options: Omit<ClientOptions, 'apiKey'>): Promise<Client> {
  const { result } = await new Client(options).call('guest-key', {});
  return new Client({ ...options, apiKey: result.key });
}
