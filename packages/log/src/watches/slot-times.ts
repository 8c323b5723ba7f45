import { sha256 } from '#sha256';
import { toUtf8 } from '../bytes.ts';

/**
 * When a watch asks. Time is cut into windows of one length, one after another, and each has one slot: a time that nobody can
 * know before the window has begun. All of this is arithmetic over what the log has, so that anybody can repeat it.
 */
export interface Windows {
  /** The number of the first window, and when it begins. */
  readonly first: number;
  readonly beginsAt: number;
  readonly everyMs: number;
  /** No window goes beyond it. */
  readonly until: number;
}

export const beginOf = ({ first, beginsAt, everyMs }: Windows, number: number): number =>
  beginsAt + (number - first) * everyMs;

/** Whether the window still ends within the watch. */
export const fits = (it: Windows, number: number): boolean => beginOf(it, number) + it.everyMs <= it.until;

/** How many windows there are. */
export const countWindows = ({ beginsAt, everyMs, until }: Windows): number =>
  Math.max(0, Math.floor((until - beginsAt) / everyMs));

const minuteMs = 60_000;

/**
 * A window begins with a lead, in which its beginning gets into the log. A service that was not there by the end of it has
 * missed the window: who begins later could choose the moment.
 */
export const leadOf = (everyMs: number): number => Math.floor(Math.min(everyMs / 4, 15 * minuteMs));
/** At the end of a window nobody is asked any more, so that what was asked has ended when the next one begins. */
export const tailOf = (everyMs: number): number => Math.floor(Math.min(everyMs / 4, 10 * minuteMs));
/** So much later than its time a slot is still held: another node takes over within seconds. */
export const lateOf = (everyMs: number): number => Math.floor(tailOf(everyMs) / 2);
/** How long an absent prover has to come. With more time it could stay away and come only when asked. */
export const consentOf = (everyMs: number): number => Math.min(Math.floor(tailOf(everyMs) / 2), minuteMs);

export interface SlotSeed {
  /** The log's name. */
  readonly log: string;
  readonly watch: string;
  readonly number: number;
  /** The root of the log that the window's beginning names. */
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
  // 48 bits, so that no millisecond of a window is more likely than another by more than one in 8,000.
  const drawn = hash.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  const { everyMs } = windows;
  const lead = leadOf(everyMs);
  return beginOf(windows, number) + lead + (drawn % (everyMs - lead - tailOf(everyMs)));
};
