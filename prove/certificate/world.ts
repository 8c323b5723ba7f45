import { createHash } from 'node:crypto';
import {
  collectSubtrees,
  composeEntry,
  cosign,
  type Entry,
  type EntryOf,
  type Finding,
  formatNote,
  formatVerifierKey,
  leafHash,
  makeSigner,
  nodeHash,
  parseNote,
  SeedChain,
  type Signer,
  type SlotResult,
  signatureTypes,
  signCheckpoint,
  signNote,
  TileReader,
  tileWidth,
  toHex,
} from '@trigpoint/log';
import {
  allowsExtra,
  becomesReference,
  beginOf,
  type Certificate,
  certificateText,
  checkCertificate,
  dueOf,
  isAsked,
  isJudged,
  leadOf,
  readCertificate,
  seenIn,
  summaryOf,
  type Windows,
  witnessedBy,
} from '@trigpoint/log/watches';
import type { Random } from '../proof.ts';

export const hourMs = 3_600_000;
export const start = Date.UTC(2026, 0, 1);
export const iso = (ms: number) => new Date(ms).toISOString();
const logName = 'trigpoint.example/log';

/** The keys of the log and of its witnesses. */
export interface Keys {
  readonly log: Signer;
  readonly witnesses: readonly Signer[];
}

export const makeKeys = (random: Random): Keys => ({
  log: makeSigner(logName, random.bytes(32)),
  witnesses: Array.from({ length: 4 }, (_, i) =>
    makeSigner(`witness${i}`, random.bytes(32), signatureTypes.cosignature),
  ),
});

/** What a verifier was told by others: the key of the log, and who its witnesses are. */
export const check = (certificate: unknown, { log, witnesses }: Keys) =>
  checkCertificate(certificate, { log, witnesses: { keys: witnesses, quorum: 3 } });

/** A log in memory, which its operator can write as it likes. */
class ProofLog {
  readonly entries: string[] = [];
  readonly #leaves: Uint8Array[] = [];
  readonly #nodes = new Map<string, Uint8Array>();

  append(entry: Entry): number {
    return this.put(composeEntry(entry));
  }

  put(text: string): number {
    this.#leaves.push(leafHash(new TextEncoder().encode(text)));
    return this.entries.push(text) - 1;
  }

  get size(): number {
    return this.entries.length;
  }

  root(size: number): Promise<Uint8Array> {
    return this.reader(size).root();
  }

  reader(size: number): TileReader {
    return new TileReader(size, async ({ level, index, width }) => {
      const span = tileWidth ** Number(level);
      const hashes = Array.from({ length: width }, (_, i) => this.#full((index * tileWidth + i) * span, span));
      return new Uint8Array(hashes.flatMap((it) => [...it]));
    });
  }

  #full(from: number, count: number): Uint8Array {
    if (count === 1) return this.#leaves[from] as Uint8Array;
    const name = `${from}/${count}`;
    const known = this.#nodes.get(name);
    if (known) return known;
    const made = nodeHash(this.#full(from, count / 2), this.#full(from + count / 2, count / 2));
    this.#nodes.set(name, made);
    return made;
  }
}

/** A watch that is carried out, honestly or not. */
export interface Played {
  readonly id: string;
  readonly windows: Windows;
  readonly chain: SeedChain;
  last: number;
  next: number;
  /** The entry that slots are compared with. */
  reference: number | null;
  /** The times of slots that an extra slot followed. */
  readonly extras: number[];
  /** Cosigned checkpoints that were seen while the watch ran. */
  readonly seen: string[];
}

/** How a window differs from an honest one. */
export interface Window {
  /** How much later than it claims the slot is written. */
  readonly shiftMs?: number;
  readonly number?: number;
  readonly value?: number;
  readonly finding?: Finding | null;
  readonly compared_with?: number;
  /** The entry does not say what the slot was compared with. */
  readonly isSilent?: boolean;
  readonly isWithoutExtra?: boolean;
  /** The end of its challenge names no acceptance. */
  readonly isUndrawn?: boolean;
  readonly extra?: Partial<EntryOf<'extra'>>;
}

/** The service, the log and the witnesses of one story. */
export class World {
  readonly keys: Keys;
  readonly log = new ProofLog();
  readonly random: Random;
  readonly prover = 'IPv4/0x2222222222222222222222222222222222222222';
  #newest: number | null = null;
  #challenges = 0;

  /** What is asked. */
  readonly ask: string;
  readonly #askHash: string;

  constructor(random: Random, keys: Keys, ask = '0x00ff') {
    this.random = random;
    this.keys = keys;
    this.ask = ask;
    this.#askHash = createHash('sha256').update(ask).digest('hex');
  }

  /** Appends entries that others write. */
  noise(): void {
    for (let i = this.random.int(3); i > 0; i--)
      this.log.append({
        ...{ kind: 'calibration', version: 1, proof_type: 'pol', at: iso(start) },
        calibration: toHex(this.random.bytes(32)),
      });
  }

  async checkpoint(size = this.log.size): Promise<string> {
    return signCheckpoint({ origin: logName, size, root: await this.log.root(size) }, this.keys.log);
  }

  /** Honest witnesses cosign what continues the log, with the true time. */
  async cosigned(at: number, size = this.log.size): Promise<string> {
    const note = parseNote(await this.checkpoint(size));
    const time = Math.floor(at / 1000);
    const lines = this.keys.witnesses.map((it) => cosign(note.text, time, it));
    return formatNote({ ...note, signatures: [...note.signatures, ...lines] });
  }

  add(id: string, everyMs: number, count: number, at = start): Played {
    this.noise();
    const windows = { first: 0, beginsAt: at, everyMs, until: at + count * everyMs };
    const chain = SeedChain.make(this.random.bytes(32), count);
    const last = this.change({ id, windows, chain }, 'added', { at, first: 0, previous: null });
    return { id, windows, chain, last, next: 0, seen: [], reference: null, extras: [] };
  }

  change(
    { id, windows, chain }: Pick<Played, 'id' | 'windows' | 'chain'>,
    change: EntryOf<'watch'>['change'],
    { at, first, previous }: { readonly at: number; readonly first: number; readonly previous: number | null },
  ): number {
    const index = this.log.append({
      ...{ kind: 'watch', version: 1, watch: id, prover: this.prover, payer: 'ethereum:0x11', change },
      ...{ proof_type: 'pol', ask: this.#askHash, every_seconds: windows.everyMs / 1000, until: iso(windows.until) },
      ...{ values: toHex(chain.anchor), first, begins: iso(beginOf(windows, first)), previous },
      ...{ before: this.#newest, at: iso(at) },
    });
    this.#newest = index;
    return index;
  }

  /** Plays one window. */
  async window(
    watch: Played,
    result: SlotResult,
    { shiftMs = 0, number = watch.next, value = 0, ...said }: Window = {},
  ): Promise<void> {
    const { id, windows, chain } = watch;
    const begins = beginOf(windows, number);
    this.noise();
    if (result === 'missed' || result === 'paused') {
      const compared = said.isSilent ? {} : { finding: null, compared_with: null };
      const at = begins + (result === 'missed' ? leadOf(windows.everyMs) : 0);
      this.#outcome(watch, number, { result, at, ...compared });
      return;
    }
    const head = { size: this.log.size, root: toHex(await this.log.root(this.log.size)) };
    const at = begins + this.random.int(5_000);
    const slot = this.log.append({
      ...{
        kind: 'slot',
        version: 1,
        watch: id,
        number,
        begins: iso(begins),
        head_size: head.size,
        head_root: head.root,
      },
      ...{ seed_block: null, previous: watch.last, newest: this.#newest as number, at: iso(at) },
    });
    watch.last = slot;
    this.noise();
    watch.seen.push(await this.cosigned(at + 10_000 + shiftMs));
    const told = toHex(chain.value(number - windows.first + 1 + value));
    const due = dueOf({ log: logName, watch: id, number, root: head.root, blockHash: '', value: told }, windows);
    const challenge = `ask-${++this.#challenges}`;
    this.noise();
    const transcript = this.#ended(challenge, result, said.isUndrawn);
    const at_ = due + 20_000;
    const asked = { result, at: at_, slot, value: told, due: iso(due), challenge, transcript };
    const finding = said.finding === undefined ? this.#drawFinding(watch, result) : said.finding;
    const compared = isJudged(result) ? (said.compared_with ?? watch.reference) : null;
    this.#outcome(watch, number, { ...asked, ...(said.isSilent ? {} : { finding, compared_with: compared }) });
    if (becomesReference({ result, finding }, watch.reference !== null, false)) watch.reference = watch.last;
    if (said.isSilent || finding !== 'changed' || !allowsExtra(watch.extras, due)) return;
    watch.extras.push(due);
    if (!said.isWithoutExtra) this.extra(watch, number, at_ + 20_000, said.extra);
  }

  /** Draws a finding that an honest service may come to. */
  #drawFinding({ reference }: Played, result: SlotResult): Finding | null {
    if (reference === null || !isJudged(result)) return null;
    return this.random.pick(['same', 'same', 'same', 'changed', 'changed', 'probably_moved', 'moved', null] as const);
  }

  /** Appends the entry of a challenge that has ended. */
  #ended(challenge: string, result: SlotResult, isUndrawn = false): number {
    const outcomeOf = { inside: 'true', outside: 'false', undecided: 'inconclusive' } as const;
    // What an acceptance says is not looked at, only where the log has it.
    const accepted = this.log.append({
      ...{ kind: 'calibration', version: 1, proof_type: 'pol', at: iso(start), calibration: '0'.repeat(64) },
    });
    return this.log.append({
      ...{
        kind: 'transcript',
        version: 1,
        challenge,
        transcript: '0'.repeat(64),
        acceptance: isUndrawn ? null : accepted,
      },
      outcome: outcomeOf[result as keyof typeof outcomeOf] ?? 'inconclusive',
    });
  }

  /** Appends the extra slot that follows a change. */
  extra(watch: Played, number: number, at: number, says: Partial<EntryOf<'extra'>> = {}): void {
    this.noise();
    const result = says.result ?? this.random.pick(['inside', 'inside', 'outside', 'undecided', 'absent', 'missed']);
    const challenge = isAsked(result) ? `ask-${++this.#challenges}` : null;
    const transcript = challenge === null ? null : this.#ended(challenge, result);
    const finding = isJudged(result) ? this.random.pick(['same', 'changed', 'moved', null] as const) : null;
    const none = { liars: null, radius_km: null, radius_km_any_medium: null };
    const entry = {
      ...{ kind: 'extra' as const, version: 1 as const, watch: watch.id, number, result, challenge, transcript },
      ...{ ...none, finding, compared_with: isJudged(result) ? watch.reference : null },
      ...{ previous: watch.last, at: iso(at), ...says },
    };
    watch.last = this.log.append(entry);
    if (becomesReference(entry, watch.reference !== null, true)) watch.reference = watch.last;
  }

  #outcome(
    watch: Played,
    number: number,
    { at, ...it }: { readonly result: SlotResult; readonly at: number } & Partial<Omit<EntryOf<'outcome'>, 'at'>>,
  ): void {
    const figures = isJudged(it.result)
      ? { liars: 2, radius_km: 190 + (number % 22), radius_km_any_medium: 318 }
      : undefined;
    const none = { slot: null, value: null, block_hash: null, due: null, challenge: null, transcript: null };
    if (isAsked(it.result) !== (it.challenge !== undefined)) throw new Error('a window that makes no sense');
    watch.last = this.log.append({
      ...{ kind: 'outcome', version: 1, watch: watch.id, number, count: 1, ...none },
      ...{ liars: null, radius_km: null, radius_km_any_medium: null, ...figures, ...it },
      ...{ previous: watch.last, at: iso(at) },
    } as EntryOf<'outcome'>);
    watch.next = number + 1;
  }

  /** Makes a certificate as the service does. `keeps` leaves entries out, and `states` changes what is said. */
  async certify(
    watch: Played,
    { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
    {
      keeps = () => true,
      seen = watch.seen,
    }: { readonly keeps?: (says: Entry, index: number) => boolean; readonly seen?: readonly string[] } = {},
  ): Promise<Certificate> {
    const size = this.log.size;
    const all = this.log.entries.map((entry, index) => ({ index, entry, says: JSON.parse(entry) as Entry }));
    const own = all.filter(({ says }) => 'watch' in says && (says.watch === watch.id || says.kind === 'watch'));
    const inPeriod = own.filter(({ says }) => {
      if (!('number' in says)) return true;
      const begins = beginOf(watch.windows, says.number);
      return begins < to && begins + watch.windows.everyMs > from;
    });
    const compared = new Set(inPeriod.flatMap(({ says }) => ('compared_with' in says ? [says.compared_with] : [])));
    const before = own.filter((it) => compared.has(it.index) && !inPeriod.includes(it));
    const kept = [...before, ...inPeriod].filter(({ says, index }) => keeps(says, index));
    const ends = new Set(kept.flatMap(({ says }) => ('transcript' in says ? [says.transcript] : [])));
    const named = [...kept, ...all.filter(({ index }) => ends.has(index))].sort((a, b) => a.index - b.index);
    const heads = named.flatMap(({ says }) => (says.kind === 'slot' ? [says.head_size] : []));
    const sizes = seen.flatMap((note) => seenIn(note).map((it) => it.size));
    const unsigned = {
      ...{ kind: 'trigpoint certificate' as const, version: 1 as const, log: formatVerifierKey(this.keys.log) },
      ...{ watch: watch.id, from: iso(from), to: iso(to), issued_at: iso(at), name: '' },
      ...{ summary: {} as Certificate['summary'], asks: { [this.#askHash]: this.ask } },
      entries: named.map(({ index, entry }) => ({ index, entry })),
      subtrees: await collectSubtrees(
        this.log.reader(size),
        named.map((it) => it.index),
        [...heads, ...sizes],
      ),
      ...{ checkpoint: await this.cosigned(at), seen: [...seen] },
    };
    const read = readCertificate({ ...unsigned, signature: '' });
    const summary = summaryOf(read, unsigned, witnessedBy(seen.flatMap(seenIn)));
    return this.sign({ ...unsigned, summary: summary ?? unsigned.summary });
  }

  sign(it: Omit<Certificate, 'signature'> & { readonly signature?: string }): Certificate {
    const { signature: _, ...rest } = it;
    return { ...rest, signature: formatNote(signNote(certificateText(rest), this.keys.log)) };
  }
}
