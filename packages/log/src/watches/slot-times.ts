import { sha256 } from '#sha256';
import { toUtf8 } from '../bytes.ts';

/**
 * The windows of a watch. They have the same length and follow one another. Each has one slot, at a time that nobody can know before
 * the window has begun. All of this is computed from what the log has, so anybody can repeat it.
 */
export interface Windows {
  /** The number of the first window, and when it begins. */
  readonly first: number;
  readonly beginsAt: number;
  readonly everyMs: number;
  /** No window ends later than this. */
  readonly until: number;
}

export const beginOf = ({ first, beginsAt, everyMs }: Windows, number: number): number =>
  beginsAt + (number - first) * everyMs;

/** Whether the window ends before the watch does. */
export const fits = (it: Windows, number: number): boolean => beginOf(it, number) + it.everyMs <= it.until;

/** How many windows there are. */
export const countWindows = ({ beginsAt, everyMs, until }: Windows): number =>
  Math.max(0, Math.floor((until - beginsAt) / everyMs));

const minuteMs = 60_000;

/**
 * The lead of a window: the time at its beginning in which its `slot` entry must get into the log. If the service has not logged the
 * beginning by the end of the lead, it has missed the window. Otherwise it could choose the moment.
 */
export const leadOf = (everyMs: number): number => Math.floor(Math.min(everyMs / 4, 15 * minuteMs));
/** The tail of a window: the time at its end in which nobody is asked, so that challenges end before the next window begins. */
export const tailOf = (everyMs: number): number => Math.floor(Math.min(everyMs / 4, 10 * minuteMs));
/** How much later than its time a slot may still be asked. If a node fails, another takes over within seconds. */
export const lateOf = (everyMs: number): number => Math.floor(tailOf(everyMs) / 2);
/** How long the service waits for an absent prover to consent. With more time a prover could stay away and come only when asked. */
export const consentOf = (everyMs: number): number => Math.min(Math.floor(tailOf(everyMs) / 2), minuteMs);

export interface SlotSeed {
  /** The log's name. */
  readonly log: string;
  readonly watch: string;
  readonly number: number;
  /** The root of the log that the window's `slot` entry names. */
  readonly root: string;
  /** '' without a chain. */
  readonly blockHash: string;
  /** The service's value for this window, decided when the watch was added. */
  readonly value: string;
}

/** The time of a slot. */
export const dueOf = ({ log, watch, number, root, blockHash, value }: SlotSeed, windows: Windows): number => {
  const text = JSON.stringify(['trigpoint slot', 1, log, watch, number, root, blockHash, value]);
  const hash = sha256(toUtf8(text));
  // With 48 bits no millisecond of the longest window is more likely than another by more than one part in 8,000.
  const drawn = hash.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  const { everyMs } = windows;
  const lead = leadOf(everyMs);
  return beginOf(windows, number) + lead + (drawn % (everyMs - lead - tailOf(everyMs)));
};
