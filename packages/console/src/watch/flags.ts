import { shortDay } from '../times.ts';
import { say } from '../words/say.ts';
import { lookOf } from './results.ts';
import type { Tick } from './ticks.ts';

export interface Flag {
  /** The middle of the ticks that the flag is about, counted in ticks. */
  readonly index: number;
  readonly text: string;
}

const mostFlags = 3;

/** None of these words begins with a noun, so all are small within a sentence, in German too. */
const withinSentence = (word: string): string => `${word.charAt(0).toLowerCase()}${word.slice(1)}`;

/** A flag is about one run of slots. The figures of the page count all of them. */
const flagText = (n: number, result: string, from: string): string =>
  n === 1 ? `${result}, ${from}` : say('{n} in a row: {result}, {day}', { n, result, day: from });

/** What stands out: at most three runs of slots that were not inside. Outside goes first, then slots without an answer, then the newest. */
export const flagsOf = (ticks: readonly Tick[]): Flag[] => {
  const runs: { from: number; ticks: [Tick, ...Tick[]] }[] = [];
  for (const [i, tick] of ticks.entries()) {
    if (tick.shape === 'inside') continue;
    const last = runs.at(-1);
    if (last && last.ticks[0].result === tick.result && last.from + last.ticks.length === i) last.ticks.push(tick);
    else runs.push({ from: i, ticks: [tick] });
  }
  const rank = ({ ticks: [first] }: (typeof runs)[number]) =>
    first.shape === 'outside' ? 2 : first.shape === 'missed' ? 1 : 0;
  return runs
    .sort((a, b) => rank(b) - rank(a) || b.from - a.from)
    .slice(0, mostFlags)
    .sort((a, b) => a.from - b.from)
    .map(({ from, ticks: all }) => ({
      index: from + (all.length - 1) / 2,
      text: flagText(all.length, withinSentence(lookOf(all[0].result).word), shortDay(all[0].at)),
    }));
};

export interface Placed {
  readonly text: string;
  readonly x: number;
  /** The x of the tick that the text is about. */
  readonly mark: number;
}

/** About how wide a letter of 11 px is. */
const letterWidth = 5.7;

/** Texts in a row at their places, kept within the width. One that would touch an earlier one is left out. */
export const placeTexts = (
  texts: readonly { readonly text: string; readonly mark: number }[],
  width: number,
  apart = 14,
): Placed[] => {
  const placed: (Placed & { readonly half: number })[] = [];
  for (const { text, mark } of texts) {
    const half = (text.length * letterWidth) / 2;
    const x = Math.max(half, Math.min(width - half, mark));
    if (placed.every((it) => Math.abs(it.x - x) >= it.half + half + apart)) placed.push({ text, x, mark, half });
  }
  return placed.map(({ text, x, mark }) => ({ text, x, mark }));
};
