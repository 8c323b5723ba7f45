import { StringDecoder } from 'node:string_decoder';
import { collectSubtrees, parseEntry, transcriptEntryId } from '@trigpoint/log';
import { seenIn } from '@trigpoint/log/watches';
import { askHash } from '@trigpoint/proofs';
import { invalidField, serviceError } from '@trigpoint/protocol';
import type { Db } from '../db/driver.ts';
import type { Piece } from '../http/handler.ts';
import { bufferOf, shareText } from '../threads/shared-text.ts';
import { iso } from '../times.ts';
import type { CertificateParts, ComposedCertificate } from './compose-certificate.ts';
import * as store from './store.ts';
import { extraEntryId, outcomeEntryId, slotEntryId, watchEntryId } from './watch-log.ts';
import type { WholeWatch } from './watches.ts';

interface Cosigned {
  readonly size: number;
  readonly checkpoint: string;
}

interface PlacedEntry {
  readonly index: number;
  readonly entry: string;
}

interface CertificatesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: {
    readonly vkey: string;
    sign(text: string): string;
    entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, PlacedEntry>>;
    checkpoint(): Promise<Cosigned>;
    reader(size: number): Parameters<typeof collectSubtrees>[0];
  };
  readonly cosigned: () => Promise<Cosigned | undefined>;
  /** Composes the certificate in a thread. */
  readonly compose: (parts: CertificateParts) => Promise<ComposedCertificate>;
}

const retrySeconds = 10;
/** How many slots are read, and how many places are proved, in one step. Each step holds the event loop for some milliseconds. */
const slotsAtATime = 64;
const placesAtATime = 32;
/** How many bytes of the text one piece has. */
const pieceBytes = 65_536;

const unready = (problem: string) =>
  serviceError('certificate_unready', { problem, seconds: retrySeconds }, retrySeconds);
/** An empty piece, after which the node does other work. */
const pause = '';
const share = (value: unknown): Uint8Array => shareText(JSON.stringify(value));

/** The log entries that go into a certificate, and the places and sizes that it must prove. */
class Gathered {
  readonly #known = new Set<string>();
  readonly entries: Uint8Array[] = [];
  readonly seen: Uint8Array[] = [];
  readonly indexes: number[] = [];
  readonly sizes: number[] = [];
  /** The highest place of an entry of a slot. Undefined if one of these entries has no place yet. */
  last: number | undefined = -1;

  /** Returns the ids that were not given before, and remembers them. */
  fresh(ids: readonly string[]): string[] {
    const fresh = [...new Set(ids)].filter((it) => !this.#known.has(it));
    for (const it of fresh) this.#known.add(it);
    return fresh;
  }

  add(entries: readonly PlacedEntry[]): void {
    this.entries.push(share(entries.map(({ index, entry }) => ({ index, entry }))));
    for (const { index } of entries) this.indexes.push(index);
  }

  addSeen(notes: readonly string[]): void {
    const fresh = this.fresh(notes);
    this.seen.push(share(fresh));
    for (const note of fresh) for (const { size } of seenIn(note)) this.sizes.push(size);
  }
}

/** Issues certificates: all log entries of a watch in a period with their proofs, the counts, and a signature. */
export class Certificates {
  readonly #options: CertificatesOptions;

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /**
   * The text of the certificate in pieces. They are empty while the entries are gathered. Without `period` it covers all
   * windows that are over. If there can be no certificate, it throws before the first word.
   */
  async *issue(
    whole: WholeWatch,
    period: { readonly from?: number; readonly to?: number },
  ): AsyncGenerator<Piece, void> {
    const { now, log, compose } = this.#options;
    const { watch } = whole;
    const { from, to } = await this.#period(whole, period);
    const gathered = new Gathered();
    yield* this.#gatherSlots(gathered, watch.id, from, to);
    yield* this.#gatherChanges(gathered, watch.prover);
    const { size, checkpoint } = await this.#covering(gathered.last);
    const subtrees = yield* this.#prove(gathered, size);
    const composing = compose({
      head: {
        ...{ log: log.vkey, watch: watch.id, from: iso(from), to: iso(to), issued_at: iso(now()), name: watch.name },
        asks: Object.fromEntries(whole.editions.map((it) => [askHash(it.info), it.info.toLowerCase()])),
        checkpoint,
      },
      ...{ size, entries: gathered.entries, subtrees, seen: gathered.seen },
    });
    yield () => composing;
    const { json, text } = await composing;
    yield* piecesOf(json, `,"signature":${JSON.stringify(log.sign(text))}}`);
  }

  async *#gatherSlots(gathered: Gathered, watch: string, from: number, to: number): AsyncGenerator<Piece, void> {
    const { db, log } = this.#options;
    for (let after = -1; ; ) {
      const slots = await store.slotsBetween(db, watch, { from, to, after, limit: slotsAtATime });
      const begun = slots.filter((it) => it.headRoot !== '').map((it) => slotEntryId(watch, it.number));
      const ids = gathered.fresh([...begun, ...slots.flatMap((it) => entryIdsOf(watch, it))]);
      const found = await log.entriesOf(ids);
      gathered.add([...found.values()]);
      gathered.addSeen(slots.filter((it) => it.cosigned !== '').map((it) => it.cosigned));
      for (const id of ids) {
        const place = found.get(id)?.index;
        gathered.last = place === undefined || gathered.last === undefined ? undefined : Math.max(gathered.last, place);
      }
      for (const id of begun) {
        const says = found.has(id) ? parseEntry(found.get(id)?.entry as string) : undefined;
        if (says?.kind === 'slot') gathered.sizes.push(says.head_size);
      }
      yield pause;
      if (slots.length < slotsAtATime) return;
      after = slots.at(-1)?.number as number;
    }
  }

  /** All changes of all watches of the prover. */
  async *#gatherChanges(gathered: Gathered, prover: string): AsyncGenerator<Piece, void> {
    const { db, log } = this.#options;
    const changes = await store.changesOf(db, prover);
    const ids = gathered.fresh(changes.map((it) => watchEntryId(it.watchId, it.seq)));
    for (let i = 0; i < ids.length; i += 4 * slotsAtATime) {
      gathered.add([...(await log.entriesOf(ids.slice(i, i + 4 * slotsAtATime))).values()]);
      yield pause;
    }
  }

  /** The hashes that prove the places, some places at a time. */
  async *#prove({ indexes, sizes }: Gathered, size: number): AsyncGenerator<Piece, Uint8Array[]> {
    const reader = this.#options.log.reader(size);
    const parts: Uint8Array[] = [];
    const covered = indexes.filter((it) => it < size);
    const older = sizes.filter((it) => it <= size);
    for (let i = 0; i < Math.max(covered.length, older.length); i += placesAtATime) {
      const within = (list: readonly number[]) => list.slice(i, i + placesAtATime);
      parts.push(share(await collectSubtrees(reader, within(covered), within(older))));
      yield pause;
    }
    return parts;
  }

  async #period(
    { watch, editions }: WholeWatch,
    given: { readonly from?: number; readonly to?: number },
  ): Promise<{ from: number; to: number }> {
    const last = await store.lastSlot(this.#options.db, watch.id);
    const edition = editions.find((it) => it.seq === last?.seq);
    if (!last || !edition) throw unready('no window is over');
    // A window is over only after its extra slot has ended.
    const over = last.beginsAt + (last.extra === 'awaited' ? 0 : last.count * edition.everyMs);
    const from = given.from ?? (editions[0] as store.EditionRow).beginsAt;
    const to = given.to ?? over;
    if (from >= to) throw invalidField('from', 'must be before to');
    if (to > over && watch.phase !== 'over') throw unready(`its windows are over until ${iso(over)} so far`);
    if (from >= over || to <= (editions[0] as store.EditionRow).beginsAt)
      throw invalidField('from', 'and to name a time in which the watch had no window');
    return { from, to };
  }

  /** A checkpoint that covers all entries; a cosigned one if there is one. */
  async #covering(last: number | undefined): Promise<Cosigned> {
    const { log, cosigned } = this.#options;
    for (const it of [await cosigned(), await log.checkpoint()])
      if (it && last !== undefined && it.size > last) return it;
    throw unready('the log does not have all of it yet');
  }
}

/** The ids of the log entries of a slot, except that of its beginning. */
const entryIdsOf = (watch: string, it: store.SlotRow): string[] => [
  ...(it.challengeId === '' ? [] : [transcriptEntryId(it.challengeId)]),
  outcomeEntryId(watch, it.number),
  ...(it.extra === '' ? [] : [extraEntryId(watch, it.number)]),
  ...(it.extraChallenge === '' ? [] : [transcriptEntryId(it.extraChallenge)]),
  // The slot that it was compared with may lie before the period.
  ...(it.referenceEntry === '' ? [] : [it.referenceEntry, transcriptEntryId(it.referenceChallenge)]),
];

async function* piecesOf(json: Uint8Array, end: string): AsyncGenerator<string> {
  const bytes = bufferOf(json);
  const decoder = new StringDecoder('utf8');
  for (let at = 0; at < bytes.length; at += pieceBytes) yield decoder.write(bytes.subarray(at, at + pieceBytes));
  yield decoder.end() + end;
}
