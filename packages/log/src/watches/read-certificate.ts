import { hashFromHex, toUtf8 } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoints.ts';
import { EntryError, type EntryOf, parseEntry } from '../entries.ts';
import { leafHash } from '../hashes.ts';
import { NoteError, parseNote } from '../signed-notes.ts';
import { continues, hasLeaf } from '../subtrees.ts';
import { type Certificate, windowsIn } from './certificate.ts';
import { isShown } from './finding-chain.ts';
import { fitsEnd } from './slot-watch.ts';
import { isJudged, WatchChain, type WatchEntry } from './watch-chain.ts';

type Change = EntryOf<'watch'> & { readonly index: number };

/** A certificate, read from its entries. */
export interface ReadCertificate {
  readonly chain: WatchChain;
  /** The changes of the watch, its beginning first. */
  readonly own: readonly Change[];
  /** The changes of all watches of the prover. */
  readonly changes: readonly Change[];
  readonly checkpoint: Checkpoint;
  readonly problems: readonly string[];
}

/**
 * The most windows of a certificate. It is enough for half a year of ten-second windows, or 38 years of ten-minute windows. Each
 * takes memory.
 */
const mostWindows = 2_000_000;
/** After this many wrong entries a file is not read further. Each of them can take as long as a year of right ones. */
const mostWrong = 20;

/**
 * Reads the entries of a certificate, and finds what is wrong with them: with each other, with their places in the log, or with the
 * period. It checks no signatures. `checkCertificate` does.
 */
export const readCertificate = (it: Certificate): ReadCertificate => {
  const problems: string[] = [];
  const { text } = parseNote(it.checkpoint);
  const checkpoint = parseCheckpoint(text);
  const tree = { ...checkpoint, subtrees: it.subtrees };
  const changes: Change[] = [];
  const ends = new Map<number, EntryOf<'transcript'>>();
  const entries: { readonly index: number; readonly entry: WatchEntry }[] = [];
  let before = -1;
  for (const { index, entry: written } of it.entries) {
    if (index <= before) problems.push(`Entry ${index} is not in its order.`);
    before = index;
    if (!hasLeaf(tree, index, leafHash(toUtf8(written)))) problems.push(`The log does not have entry ${index}.`);
    const entry = readEntry(written);
    if (entry?.kind === 'transcript') ends.set(index, entry);
    else if (entry?.kind === 'watch') {
      changes.push({ ...entry, index });
      if (entry.watch === it.watch) entries.push({ index, entry });
    } else if (entry && 'watch' in entry && entry.watch === it.watch) entries.push({ index, entry });
    else problems.push(`Entry ${index} does not belong into this certificate.`);
  }
  const windows = entries.reduce((sum, { entry }) => sum + (entry.kind === 'outcome' ? entry.count : 0), 0);
  if (windows > mostWindows) throw new NoteError(`A certificate cannot be about ${windows} windows.`);
  const { inOrder, before: earlier } = apart(entries);
  const firstWindow = inOrder.find(({ entry }) => entry.kind !== 'watch')?.entry;
  const isWhole = firstWindow === undefined || (firstWindow as EntryOf<'slot'>).number === 0;
  const chain = new WatchChain(checkpoint.origin, { isWhole, keeps: true });
  let wrong = 0;
  for (const { index, entry } of inOrder) {
    const found = chain.see(index, entry);
    problems.push(...found);
    if (found.length > 0 && ++wrong >= mostWrong) break;
  }
  problems.push(...checkChanges(changes, chain), ...checkEnds(chain, ends, earlier), ...checkHeads(chain, tree));
  problems.push(...checkReferences(chain, earlier));
  problems.push(...checkPeriod(it, chain));
  const own = changes.filter((each) => each.watch === it.watch);
  return { chain, own, changes, checkpoint, problems };
};

type Told = EntryOf<'outcome'> | EntryOf<'extra'>;
type Placed<E> = { readonly index: number; readonly entry: E };

/**
 * Separates entries of the period from earlier ones. Slots of the period may be compared with an earlier slot. The certificate has that
 * slot's outcome without the beginning of its window, so it does not count as a window of the period.
 */
const apart = (entries: readonly Placed<WatchEntry>[]) => {
  const inOrder: Placed<WatchEntry>[] = [];
  const before: Placed<Told>[] = [];
  const begun = new Set<number>();
  let isInPeriod = false;
  for (const { index, entry } of entries) {
    if (entry.kind === 'slot') begun.add(index);
    const isEarlier =
      (entry.kind === 'outcome' && entry.slot !== null && !begun.has(entry.slot)) ||
      (entry.kind === 'extra' && !isInPeriod);
    if (isEarlier && !isInPeriod) before.push({ index, entry: entry as Told });
    else inOrder.push({ index, entry });
    if (!isEarlier && entry.kind !== 'watch') isInPeriod = true;
  }
  return { inOrder, before };
};

/** Checks that every slot which others are compared with is in the certificate and showed the place. */
const checkReferences = (chain: WatchChain, earlier: readonly Placed<Told>[]): string[] => {
  const said = chain.held.flatMap((it) => [it.outcome.compared_with ?? null, it.extra?.compared_with ?? null]);
  const named = new Set(said.filter((it) => it !== null));
  const there = new Set([
    ...chain.held.flatMap((it) => [it.index, ...(it.extra ? [it.extra.index] : [])]),
    ...earlier.filter(({ entry }) => isShown(entry.result)).map((it) => it.index),
  ]);
  return [
    ...[...named].filter((it) => !there.has(it)).map((it) => `Entry ${it}, which slots are compared with, is missing.`),
    ...earlier
      .filter((it) => !named.has(it.index))
      .map((it) => `Entry ${it.index} does not belong into this certificate.`),
    ...(chain.awaitsExtra ? ['The extra slot after the last window is missing.'] : []),
  ];
};

const readEntry = (text: string) => {
  try {
    return parseEntry(text);
  } catch (error) {
    if (error instanceof EntryError) return undefined;
    throw error;
  }
};

/** Checks that all changes of all watches of the prover are there. Each change names the one before it, and slots name the newest. */
const checkChanges = (changes: readonly Change[], chain: WatchChain): string[] => {
  const problems: string[] = [];
  const prover = chain.added?.prover;
  let before: number | null = null;
  for (const it of changes) {
    if (it.prover !== prover) problems.push(`Entry ${it.index} is about a watch of another prover.`);
    if (it.before !== before) problems.push(`A change of a watch before entry ${it.index} is missing.`);
    before = it.index;
  }
  for (const { slot } of chain.held) {
    const newest = slot && changes.findLast((it) => it.index < slot.index)?.index;
    if (slot && slot.newest !== newest) problems.push(`A change of a watch before entry ${slot.index} is missing.`);
  }
  return problems;
};

/**
 * Checks that outcomes agree with the ends of their challenges. These ends must be between the window's beginning and its outcome.
 */
const checkEnds = (
  chain: WatchChain,
  ends: ReadonlyMap<number, EntryOf<'transcript'>>,
  earlier: readonly Placed<Told>[],
): string[] => {
  const told = new Set<string>();
  const named = new Set<number>();
  /**
   * The challenge must have been accepted and ended after the entry `after`. `after` is undefined if the certificate does not
   * have that entry.
   */
  const problemOf = (index: number, it: Told, after: number | undefined): string[] => {
    if (it.transcript === null) return [];
    named.add(it.transcript);
    const end = ends.get(it.transcript);
    if (!end || !fitsEnd(it, end)) return [`Entry ${index} does not say how its challenge ended.`];
    if (told.has(end.challenge)) return [`Entry ${index} tells of a challenge a second time.`];
    told.add(end.challenge);
    const isBetween = after !== undefined && it.transcript > after && it.transcript < index;
    // Without an acceptance nobody was drawn, and there is nothing that a slot could be judged by.
    if (end.acceptance === null && isJudged(it.result))
      return [`Entry ${index} tells of a challenge that was never accepted.`];
    const wasAcceptedBefore = end.acceptance !== null && after !== undefined && end.acceptance <= after;
    return isBetween && !wasAcceptedBefore ? [] : [`Entry ${index} tells of a challenge of another time.`];
  };
  const problems = [
    ...earlier.flatMap(({ index, entry }) =>
      problemOf(index, entry, entry.kind === 'outcome' ? (entry.slot ?? undefined) : entry.previous),
    ),
    ...chain.held.flatMap(({ index, slot, outcome, extra }) => [
      ...problemOf(index, outcome, slot?.index),
      ...(extra ? problemOf(extra.index, extra, index) : []),
    ]),
  ];
  const strays = [...ends.keys()].filter((it) => !named.has(it));
  return [...problems, ...strays.map((it) => `Entry ${it} does not belong into this certificate.`)];
};

/** Checks that times were drawn with roots that the log had. */
const checkHeads = (chain: WatchChain, tree: Parameters<typeof continues>[0]): string[] =>
  chain.held.flatMap(({ slot }) =>
    !slot || continues(tree, slot.head_size, hashFromHex(slot.head_root) ?? new Uint8Array(0))
      ? []
      : [`Entry ${slot.index} names a root that the log never had.`],
  );

/** Checks that every window which overlaps the period is there. */
const checkPeriod = ({ from, to }: Certificate, chain: WatchChain): string[] => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  if (
    !(period.from < period.to) ||
    new Date(period.from).toISOString() !== from ||
    new Date(period.to).toISOString() !== to
  )
    return ['The period is not from one time to a later one.'];
  const [first, last] = [chain.held[0], chain.held.at(-1)];
  if (!first || !last || !chain.held.some((it) => windowsIn(it, period).length > 0))
    return ['There is no window in the period.'];
  const problems: string[] = [];
  if (first.beginsAt > period.from && first.outcome.number > 0)
    problems.push('The windows at the beginning of the period are missing.');
  if (last.endsAt < period.to && !chain.isOver) problems.push('The windows at the end of the period are missing.');
  return problems;
};
