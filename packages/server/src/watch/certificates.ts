import { collectSubtrees, parseEntry } from '@trigpoint/log';
import {
  type Certificate,
  certificateText,
  readCertificate,
  seenIn,
  summaryOf,
  witnessedBy,
} from '@trigpoint/log/watches';
import { askHash } from '@trigpoint/proofs';
import { invalidField, serviceError } from '@trigpoint/protocol';
import type { Db } from '../db/driver.ts';
import { extraEntryId, outcomeEntryId, slotEntryId, transcriptEntryId, watchEntryId } from './slots.ts';
import * as store from './store.ts';
import type { WholeWatch } from './watches.ts';

interface Cosigned {
  readonly size: number;
  readonly checkpoint: string;
}

export interface CertificatesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: {
    readonly vkey: string;
    sign(text: string): string;
    entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, { readonly index: number; readonly entry: string }>>;
    checkpoint(): Promise<Cosigned>;
    reader(size: number): Parameters<typeof collectSubtrees>[0];
  };
  readonly cosigned: () => Promise<Cosigned | undefined>;
}

const retrySeconds = 10;
const iso = (ms: number) => new Date(ms).toISOString();
const unready = (problem: string) =>
  serviceError('certificate_unready', { problem, seconds: retrySeconds }, retrySeconds);

/** Certificates: all that the log has of a watch in a period, with the proofs of its places, counted and signed. */
export class Certificates {
  readonly #options: CertificatesOptions;

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /** The period is all there is, unless it is named. */
  async issue(whole: WholeWatch, period: { readonly from?: number; readonly to?: number }): Promise<Certificate> {
    const { db, now, log } = this.#options;
    const { watch } = whole;
    const { from, to } = await this.#period(whole, period);
    const slots = await store.slotsBetween(db, watch.id, from, to);
    const slotIds = slots.flatMap((it) => [
      ...(it.headRoot === '' ? [] : [slotEntryId(watch.id, it.number)]),
      ...(it.challengeId === '' ? [] : [transcriptEntryId(it.challengeId)]),
      outcomeEntryId(watch.id, it.number),
      ...(it.extra === '' ? [] : [extraEntryId(watch.id, it.number)]),
      ...(it.extraChallenge === '' ? [] : [transcriptEntryId(it.extraChallenge)]),
      // What it was compared with may lie before the period.
      ...(it.referenceEntry === '' ? [] : [it.referenceEntry, transcriptEntryId(it.referenceChallenge)]),
    ]);
    const changes = (await store.changesOf(db, watch.prover)).map((it) => watchEntryId(it.watchId, it.seq));
    const found = await log.entriesOf([...new Set([...slotIds, ...changes])]);
    const last = Math.max(...slotIds.map((id) => found.get(id)?.index ?? Number.POSITIVE_INFINITY));
    const { size, checkpoint } = await this.#covering(last);
    const entries = [...found.values()].filter((it) => it.index < size).sort((a, b) => a.index - b.index);
    const seen = [...new Map(slots.filter((it) => it.cosigned !== '').map((it) => [it.cosigned, seenIn(it.cosigned)]))]
      .filter(([, [it]]) => it !== undefined && it.size <= size)
      .sort(([, [a]], [, [b]]) => (a?.size ?? 0) - (b?.size ?? 0));
    const heads = entries.flatMap(({ entry }) => {
      const says = parseEntry(entry);
      return says.kind === 'slot' ? [says.head_size] : [];
    });
    const sizes = [...heads, ...seen.flatMap(([, all]) => all.map((it) => it.size))];
    const indexes = entries.map((it) => it.index);
    const unsigned = {
      ...{ kind: 'trigpoint certificate' as const, version: 1 as const, log: log.vkey, watch: watch.id },
      ...{
        from: iso(from),
        to: iso(to),
        issued_at: iso(now()),
        name: watch.name,
        summary: {} as Certificate['summary'],
      },
      asks: Object.fromEntries(whole.editions.map((it) => [askHash(it.info), it.info.toLowerCase()])),
      entries: entries.map(({ index, entry }) => ({ index, entry })),
      subtrees: await collectSubtrees(log.reader(size), indexes, sizes),
      checkpoint,
      seen: seen.map(([note]) => note),
    };
    const read = readCertificate({ ...unsigned, signature: '' });
    const isWitnessed = witnessedBy(seen.flatMap(([, all]) => all));
    const summary = summaryOf(read, unsigned, isWitnessed);
    if (!summary || read.problems.length > 0)
      throw new Error(`The log of watch ${watch.id} does not hold: ${read.problems.slice(0, 3).join(' ')}`);
    const whole_ = { ...unsigned, summary };
    return { ...whole_, signature: log.sign(certificateText(whole_)) };
  }

  async #period(
    { watch, editions }: WholeWatch,
    given: { readonly from?: number; readonly to?: number },
  ): Promise<{ from: number; to: number }> {
    const last = await store.lastSlot(this.#options.db, watch.id);
    const edition = editions.find((it) => it.seq === last?.seq);
    if (!last || !edition) throw unready('no window is over');
    // A window is over when its extra slot has an end.
    const over = last.beginsAt + (last.extra === 'awaited' ? 0 : last.count * edition.everyMs);
    const from = given.from ?? (editions[0] as store.EditionRow).beginsAt;
    const to = given.to ?? over;
    if (from >= to) throw invalidField('from', 'must be before to');
    if (to > over && watch.phase !== 'over') throw unready(`its windows are over until ${iso(over)} so far`);
    if (from >= over || to <= (editions[0] as store.EditionRow).beginsAt)
      throw invalidField('from', 'and to name a time in which the watch had no window');
    return { from, to };
  }

  /** A checkpoint that has all of it: a cosigned one, if there is. */
  async #covering(last: number): Promise<Cosigned> {
    const { log, cosigned } = this.#options;
    for (const it of [await cosigned(), await log.checkpoint()]) if (it && it.size > last) return it;
    throw unready('the log does not have all of it yet');
  }
}
