import { fromBase64, isEqual, toBase64 } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint } from './checkpoints.ts';
import { decodeBundle } from './entry-bundles.ts';
import { EntryWatch, type OpenAcceptance, type SeenChallenges } from './entry-watch.ts';
import { hashBytes, leafHash } from './hashes.ts';
import { type LogFiles, LogUnreachable } from './remote-log.ts';
import { NoteError } from './signed-notes.ts';
import { tileWidth, widthIn } from './tile-paths.ts';
import { showContinued } from './tile-reader.ts';
import { Tile, TileError } from './tiles.ts';
import { TreeEdge } from './tree-edge.ts';
import type { SeenTree } from './tree-watch.ts';
import type { VerifierKey } from './verifier-keys.ts';
import type { SeenWatches } from './watches/slot-watch.ts';

/** What a monitor remembers between two looks. It stays small, however large the log is. */
export interface MonitorState {
  readonly version: 1;
  /** The last checkpoint that held, as it was served. */
  readonly checkpoint: string;
  /** The right edge of the tree, as the monitor computed it from the entries. Each level is one text. */
  readonly edge: readonly string[];
  readonly open: Readonly<Record<string, OpenAcceptance>>;
  /** The newest eligible trees that the log named. */
  readonly trees?: readonly SeenTree[];
  /** Watches that are not over. */
  readonly watches?: SeenWatches;
  /** The newest ends and acceptances, so that a second one is noticed. States from before have none. */
  readonly challenges?: SeenChallenges;
}

/**
 * `fork`: two checkpoints of one log contradict each other. `shrunk`: the log shows fewer entries than before, and does not show that
 * they are the same. `gap`: entries cannot be read. `rewritten`: the entries do not give the root that the log signed. `unsigned`: the
 * checkpoint is not signed as it should be. `contradiction`: entries contradict each other. `unended`: a challenge or a window has had
 * no end for too long.
 */
export type AlarmKind = 'fork' | 'shrunk' | 'gap' | 'rewritten' | 'unsigned' | 'contradiction' | 'unended';

export interface Alarm {
  readonly kind: AlarmKind;
  readonly sentence: string;
}

export interface Look {
  /** The new state. If the log could not be followed it is the old one, and the next look begins there again. */
  readonly state: MonitorState | undefined;
  readonly alarms: readonly Alarm[];
  readonly size: number;
  /** Entries read this time. */
  readonly added: number;
  /** How many of them are of each kind, and how many acceptances rest on a tree logged after their request. */
  readonly read?: EntryWatch['counts'] & { readonly late: number };
}

export interface MonitorOptions {
  readonly files: LogFiles;
  readonly log: VerifierKey;
  /** Milliseconds. */
  readonly now: number;
  /** A challenge that was accepted longer ago than this should have ended. */
  readonly endsWithinMs: number;
}

class Alarming extends Error {
  readonly kind: AlarmKind;
  constructor(kind: AlarmKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Looks at a log once. It reads and hashes every entry since the last look, and the result must be the signed root. Without a state it
 * reads the whole log. Throws `LogUnreachable` if the log does not answer.
 */
export const lookAtLog = async (state: MonitorState | undefined, options: MonitorOptions): Promise<Look> => {
  const { files, log, now, endsWithinMs } = options;
  const before = state ? openCheckpoint(state.checkpoint, log) : undefined;
  const note = await files.checkpoint();
  const size = before?.size ?? 0;
  try {
    const newest = open(note, log);
    if (before && newest.size <= before.size) await checkNotForked(newest, before, files, newest.size < before.size);
    if (before && newest.size < before.size) return { state, alarms: [], size, added: 0 };
    const watches = { log: log.name, seen: state?.watches };
    const waiting = Object.entries(state?.open ?? {});
    const watch = new EntryWatch(waiting, state === undefined, state?.trees, watches, state?.challenges);
    const { edge, alarms } = await readOn(
      state ? restore(state, before?.size ?? 0) : new TreeEdge(),
      newest,
      watch,
      options,
    );
    if (!isEqual(edge.root(), newest.root)) {
      if (before) await checkNotForked(before, newest, files, false);
      throw new Alarming('rewritten', 'The entries that the log serves do not give the root that it signed.');
    }
    for (const { challenge, index } of watch.overdue(now, endsWithinMs))
      alarms.push({ kind: 'unended', sentence: `Challenge ${challenge}, accepted in entry ${index}, has no end.` });
    for (const { watch: id, number } of watch.slots?.overdue(now, endsWithinMs) ?? [])
      alarms.push({ kind: 'unended', sentence: `Watch ${id} tells nothing of window ${number}, which is over.` });
    const next: MonitorState = {
      version: 1,
      checkpoint: note,
      edge: keep(edge),
      open: Object.fromEntries(watch.open),
      trees: watch.trees.recent,
      ...(watch.slots ? { watches: watch.slots.seen } : {}),
      challenges: watch.seen,
    };
    const read = { ...watch.counts, late: watch.trees.late };
    return { state: next, alarms, size: newest.size, added: newest.size - size, read };
  } catch (error) {
    if (!(error instanceof Alarming)) throw error;
    return { state, alarms: [{ kind: error.kind, sentence: error.message }], size, added: 0 };
  }
};

const open = (note: string, log: VerifierKey): OpenedCheckpoint => {
  try {
    return openCheckpoint(note, log);
  } catch (error) {
    if (error instanceof NoteError) throw new Alarming('unsigned', `The checkpoint does not hold: ${error.message}`);
    throw error;
  }
};

/**
 * Throws unless the log shows that `newer` continues `older`, which is not larger. A log with fewer entries than before may come from a
 * node that is a moment behind (`isBehind`). That is no fork if the log can show it.
 */
const checkNotForked = async (
  older: OpenedCheckpoint,
  newer: OpenedCheckpoint,
  files: LogFiles,
  isBehind: boolean,
): Promise<void> => {
  const forked = new Alarming(
    'fork',
    `The log has forked: its ${newer.size} entries do not continue the ${older.size} that it signed before.`,
  );
  try {
    if (!(await showContinued(files.tile, older, newer))) throw forked;
  } catch (error) {
    if (!(error instanceof TileError || error instanceof LogUnreachable)) throw error;
    // If the log cannot show that it continues, it counts as not continuing.
    throw isBehind
      ? new Alarming('shrunk', `The log shows ${older.size} entries, and had ${newer.size} before.`)
      : forked;
  }
};

/** Adds the entries up to the newest checkpoint. */
const readOn = async (
  edge: TreeEdge,
  { size }: OpenedCheckpoint,
  watch: EntryWatch,
  { files, now }: MonitorOptions,
): Promise<{ edge: TreeEdge; alarms: Alarm[] }> => {
  const alarms: Alarm[] = [];
  while (edge.size < size) {
    const index = Math.floor(edge.size / tileWidth);
    const entries = await bundle(index, size, files);
    for (const entry of entries.slice(edge.size % tileWidth)) {
      for (const sentence of watch.see(edge.size, entry, now)) alarms.push({ kind: 'contradiction', sentence });
      edge.add(leafHash(entry));
    }
  }
  return { edge, alarms };
};

const bundle = async (index: number, size: number, files: LogFiles): Promise<Uint8Array[]> => {
  const width = widthIn(size, { level: 'entries', index });
  const first = index * tileWidth;
  try {
    const bytes = await files.tile({ level: 'entries', index, width });
    const entries = bytes instanceof Tile ? [] : decodeBundle(bytes);
    if (entries.length >= width) return entries.slice(0, width);
    throw new Alarming('gap', `Of the entries from ${first}, the log serves ${entries.length} of ${width}.`);
  } catch (error) {
    if (error instanceof TileError || error instanceof LogUnreachable)
      throw new Alarming('gap', `The entries from ${first} cannot be read: ${error.message}`);
    throw error;
  }
};

const levelsOf = (size: number): number => {
  let levels = 1;
  while (tileWidth ** levels <= size) levels++;
  return levels;
};

const keep = (edge: TreeEdge): string[] =>
  Array.from({ length: levelsOf(edge.size) }, (_, level) => toBase64(edge.partial(level)));

const restore = ({ edge }: MonitorState, size: number): TreeEdge =>
  new TreeEdge(
    size,
    edge.map((text) => {
      const bytes = fromBase64(text) ?? new Uint8Array(0);
      return Array.from({ length: bytes.length / hashBytes }, (_, i) =>
        bytes.slice(i * hashBytes, (i + 1) * hashBytes),
      );
    }),
  );
