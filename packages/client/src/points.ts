import { type BodyOf, type ledgerRoutes, type ReplyOf, randomHex } from '@trigpoint/protocol';
import type { CallOptions, Client } from './client.ts';

type Routes = typeof ledgerRoutes;
export type Balance = ReplyOf<Routes['my-balance']>['result'];
export type CarriedOut = ReplyOf<Routes['transfer-points']>['result'];
/** If `id` is left out, one is made. Give one to be able to try again after a crash. */
export type NewTransfer = Omit<BodyOf<Routes['transfer-points']>, 'id'> & { readonly id?: string };
export type NewGrant = Omit<BodyOf<Routes['grant-points']>, 'id'> & { readonly id?: string };

/**
 * What the key has, what its budgets are, and its newest entries. `points_exact` has all digits.
 *
 * ```ts
 * const { points_exact, entries } = await readBalance(client);
 * show(points_exact, entries[0]?.reason);
 * ```
 */
export const readBalance = async (
  client: Client,
  page: BodyOf<Routes['my-balance']> = {},
  options?: CallOptions,
): Promise<Balance> => (await client.call('my-balance', page, options)).result;

/**
 * Gives POINTS to another key. It happens once, also when a lost connection makes the client ask again.
 *
 * ```ts
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const { id } = await transferPoints(client, { to, points: '0.25', reason: 'for your photos' });
 * show(id);
 * ```
 */
export const transferPoints = async (
  client: Client,
  transfer: NewTransfer,
  options?: CallOptions,
): Promise<CarriedOut> => (await client.call('transfer-points', { id: randomHex(16), ...transfer }, options)).result;

/**
 * Issues POINTS to a key; for keys that OPERATORS lists.
 *
 * ```ts
 * await grantPoints(client, { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', points: '100', reason: 'a campaign' });
 * ```
 */
export const grantPoints = async (client: Client, grant: NewGrant, options?: CallOptions): Promise<CarriedOut> =>
  (await client.call('grant-points', { id: randomHex(16), ...grant }, options)).result;
