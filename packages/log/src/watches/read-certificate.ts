import { hashFromHex, toUtf8 } from '../bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../checkpoints.ts';
import { EntryError, type EntryOf, parseEntry } from '../entries.ts';
import { leafHash } from '../hashes.ts';
import { parseNote } from '../signed-notes.ts';
import { continues, hasLeaf } from '../subtrees.ts';
import { type Certificate, windowsIn } from './certificate.ts';
import { fitsEnd } from './slot-watch.ts';
import { WatchChain, type WatchEntry } from './watch-chain.ts';

type Change = EntryOf<'watch'> & { readonly index: number };

/** What a certificate says, as its entries say it. */
export interface ReadCertificate {
  readonly chain: WatchChain;
  /** Of the watch, its beginning first. */
  readonly own: readonly Change[];
  /** Of all watches of the prover. */
  readonly changes: readonly Change[];
  readonly checkpoint: Checkpoint;
  readonly problems: readonly string[];
}

/**
 * Reads the entries of a certificate, and says what they contradict: each other, their places, or the period. It takes nobody's
 * word, so whether the checkpoint is anybody's is asked elsewhere.
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
    } else if ((entry?.kind === 'slot' || entry?.kind === 'outcome') && entry.watch === it.watch)
      entries.push({ index, entry });
    else problems.push(`Entry ${index} does not belong into this certificate.`);
  }
  const firstWindow = entries.find(({ entry }) => entry.kind !== 'watch')?.entry;
  const isWhole = firstWindow === undefined || (firstWindow as EntryOf<'slot'>).number === 0;
  const chain = new WatchChain(checkpoint.origin, { isWhole, keeps: true });
  for (const { index, entry } of entries) problems.push(...chain.see(index, entry));
  problems.push(...checkChanges(changes, chain), ...checkEnds(chain, ends), ...checkHeads(chain, tree));
  problems.push(...checkPeriod(it, chain));
  const own = changes.filter((each) => each.watch === it.watch);
  return { chain, own, changes, checkpoint, problems };
};

const readEntry = (text: string) => {
  try {
    return parseEntry(text);
  } catch (error) {
    if (error instanceof EntryError) return undefined;
    throw error;
  }
};

/** All changes of all watches of the prover are there: each names the one before it, and slots name the newest. */
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

/** Outcomes say what the log says of the ends of their challenges, which lie between the two entries of the window. */
const checkEnds = (chain: WatchChain, ends: ReadonlyMap<number, EntryOf<'transcript'>>): string[] => {
  const told = new Set<string>();
  const named = new Set<number>();
  const problems = chain.held.flatMap(({ index, slot, outcome }) => {
    if (outcome.transcript === null) return [];
    named.add(outcome.transcript);
    const end = ends.get(outcome.transcript);
    if (!end || !fitsEnd(outcome, end)) return [`Entry ${index} does not say how its challenge ended.`];
    if (told.has(end.challenge)) return [`Entry ${index} tells of a challenge a second time.`];
    told.add(end.challenge);
    const isBetween = slot && outcome.transcript > slot.index && outcome.transcript < index;
    const wasAcceptedBefore = end.acceptance !== null && slot && end.acceptance <= slot.index;
    return isBetween && !wasAcceptedBefore ? [] : [`Entry ${index} tells of a challenge of another time.`];
  });
  const strays = [...ends.keys()].filter((it) => !named.has(it));
  return [...problems, ...strays.map((it) => `Entry ${it} does not belong into this certificate.`)];
};

/** The roots that times were drawn with are roots that the log had. */
const checkHeads = (chain: WatchChain, tree: Parameters<typeof continues>[0]): string[] =>
  chain.held.flatMap(({ slot }) =>
    !slot || continues(tree, slot.head_size, hashFromHex(slot.head_root) ?? new Uint8Array(0))
      ? []
      : [`Entry ${slot.index} names a root that the log never had.`],
  );

/** Every window that has some of the period is there. */
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
