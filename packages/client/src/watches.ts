import type { Certificate, CheckedCertificate } from '@trigpoint/log/watches';
import type { BodyOf, ReplyOf, WatchAction, watchRoutes } from '@trigpoint/protocol';
import type { CallOptions, Client } from './client.ts';
import type { Evidence } from './evidence.ts';
import type { LogTrust } from './trust.ts';

export type { Certificate, CheckedCertificate } from '@trigpoint/log/watches';

type Routes = typeof watchRoutes;
type Add = BodyOf<Routes['watch-add']>;
export type WatchInfo = ReplyOf<Routes['watch-show']>['result']['watch'];
export type ListedWatch = ReplyOf<Routes['watch-list']>['result']['watches'][number];
export type ListedPublicWatch = ReplyOf<Routes['public-watches']>['result']['watches'][number];
export type PublicWatch = ReplyOf<Routes['public-watch']>['result'];
export type WatchDetails = ReplyOf<Routes['watch-show']>['result'];
export type WatchSlot = WatchDetails['slots'][number];
export type AddedWatch = ReplyOf<Routes['watch-add']>['result'];
export type WatchEdit = Omit<BodyOf<Routes['watch-change']>, 'watch' | 'action'>;

/** A new watch. Times may be dates. */
export type NewWatch = Omit<Add, 'from' | 'until' | 'dry_run'> & {
  readonly from?: string | Date;
  readonly until: string | Date;
};

const time = (it: string | Date) => (typeof it === 'string' ? it : it.toISOString());
const bodyOf = ({ from, until, ...rest }: NewWatch): Add => ({
  ...rest,
  ...(from === undefined ? {} : { from: time(from) }),
  until: time(until),
});

/**
 * What a watch would cost: how many slots it has, and what is set aside for each slot.
 *
 * ```ts
 * const until = new Date(Date.now() + 86_400_000);
 * const { slots, price } = await priceWatch(client, { prover, parameters: { zone: 'EU' }, every_seconds: 3_600, until });
 * ```
 */
export const priceWatch = async (client: Client, watch: NewWatch, options?: CallOptions): Promise<AddedWatch> =>
  (await client.call('watch-add', { ...bodyOf(watch), dry_run: true }, options)).result;

/**
 * Has a prover asked once in every window, at times that nobody knows before.
 *
 * ```ts
 * const until = new Date(Date.now() + 86_400_000);
 * const { watch } = await addWatch(client, { prover, parameters: { zone: 'EU' }, every_seconds: 3_600, until });
 * show(watch?.watch);
 * ```
 */
export const addWatch = async (client: Client, watch: NewWatch, options?: CallOptions): Promise<AddedWatch> =>
  (await client.call('watch-add', bodyOf(watch), options)).result;

/**
 * My watches, newest first, each with its `recent` newest slots. With `isOpen` only those that are not over.
 *
 * ```ts
 * for (const it of await listWatches(client, { isOpen: true })) show(it.watch, it.state, it.last_result);
 * ```
 */
export const listWatches = async (
  client: Client,
  {
    limit = 1_000,
    recent = 0,
    isOpen = false,
  }: { readonly limit?: number; readonly recent?: number; readonly isOpen?: boolean } = {},
): Promise<readonly ListedWatch[]> => {
  const found: ListedWatch[] = [];
  let cursor: string | null = '';
  do {
    const body: BodyOf<Routes['watch-list']> = { limit: limit - found.length, recent, cursor, open: isOpen };
    const { result } = await client.call('watch-list', body);
    found.push(...result.watches);
    cursor = result.next_cursor;
  } while (cursor && found.length < limit);
  return found;
};

/**
 * A watch of mine, with its changes and its newest slots.
 *
 * ```ts
 * const [first] = await listWatches(client);
 * if (first) show((await showWatch(client, first.watch)).slots.length);
 * ```
 */
export const showWatch = async (client: Client, watch: string, limit = 50): Promise<WatchDetails> =>
  (await client.call('watch-show', { watch, limit })).result;

/**
 * Pauses, resumes, edits or ends a watch, from its next window on.
 *
 * ```ts
 * const [running] = (await listWatches(client)).filter((it) => it.state === 'running');
 * if (running) await changeWatch(client, running.watch, 'end');
 * ```
 */
export const changeWatch = async (
  client: Client,
  watch: string,
  action: WatchAction,
  edit: WatchEdit = {},
): Promise<WatchInfo> => (await client.call('watch-change', { watch, action, ...edit })).result.watch;

/**
 * Lets anybody see a watch of mine, with its page and badge, or hides it from everybody else.
 *
 * ```ts
 * const [first] = await listWatches(client);
 * if (first) show((await publishWatch(client, first.watch, false)).public);
 * ```
 */
export const publishWatch = async (client: Client, watch: string, isPublic: boolean): Promise<WatchInfo> =>
  (await client.call('watch-publish', { watch, public: isPublic })).result.watch;

/**
 * A page of the watches that their payers made public, newest first. `next_cursor` is the cursor of the next page, and null at the end.
 * It takes no login.
 *
 * ```ts
 * const { watches } = await listPublicWatches(client, { recent: 10 });
 * for (const it of watches) show(it.name, it.state, it.recent[0]?.result);
 * ```
 */
export const listPublicWatches = async (
  client: Client,
  page: BodyOf<Routes['public-watches']> = {},
): Promise<ReplyOf<Routes['public-watches']>['result']> => (await client.call('public-watches', page)).result;

/**
 * A watch that its payer made public. It takes no login.
 *
 * ```ts
 * const seen = await readPublicWatch(client, '00112233445566778899').catch(() => undefined);
 * if (seen) show(seen.watch.name, seen.slots.length);
 * ```
 */
export const readPublicWatch = async (client: Client, watch: string, limit = 50): Promise<PublicWatch> =>
  (await client.call('public-watch', { watch, limit })).result;

/**
 * What became of every slot of a period, signed, with the proof that the log has all of it. Without a period it is about the whole
 * watch so far.
 *
 * ```ts
 * const [first] = await listWatches(client);
 * const certificate = first && (await readCertificate(client, first.watch).catch(() => undefined));
 * if (certificate) show((await verifyCertificate(certificate)).reached);
 * ```
 */
export const readCertificate = async (
  client: Client,
  watch: string,
  { from, to }: { readonly from?: string | Date; readonly to?: string | Date } = {},
): Promise<Certificate> => {
  const period = { ...(from === undefined ? {} : { from: time(from) }), ...(to === undefined ? {} : { to: time(to) }) };
  return (await client.call('watch-certificate', { watch, ...period })).result.certificate as Certificate;
};

/**
 * Checks a certificate offline: whether it agrees with itself, whether it is signed, and whether the log and the witnesses that the
 * verifier names have signed it.
 *
 * ```ts
 * const { reached, problems } = await verifyCertificate(JSON.parse(text), { vkey: (await readServiceInfo(client)).log.vkey });
 * ```
 */
export const verifyCertificate = async (certificate: unknown, trust?: LogTrust): Promise<CheckedCertificate> => {
  const { examineCertificate } = await import('./examine-certificate.ts');
  return examineCertificate(certificate, trust);
};

/** The result of comparing the evidence of slots again. */
export interface CheckedFindings {
  /** What the log says and the evidence does not, each as a sentence. */
  readonly problems: readonly string[];
  /** How many slots were compared again, and how many could not be, because evidence is missing. */
  readonly compared: number;
  readonly unchecked: number;
}

/**
 * Computes the findings of a certificate again, from the evidence of its slots and of the slots that these were compared with.
 *
 * ```ts
 * const [first] = await listWatches(client);
 * const certificate = first && (await readCertificate(client, first.watch).catch(() => undefined));
 * if (certificate) show((await verifyFindings(certificate, [])).unchecked);
 * ```
 */
export const verifyFindings = async (
  certificate: Certificate,
  evidence: readonly Evidence[],
): Promise<CheckedFindings> => {
  const { compareAgain } = await import('./compare-again.ts');
  return compareAgain(certificate, evidence);
};
