import { lookOf, type SlotShape } from './results.ts';
import type { Tick } from './ticks.ts';

/** The narrowest that a tick and the space beside it may be. */
export const leastPitch = 2.5;
/** A young watch has few ticks; wider ones would look like a chart of something else. */
const mostPitch = 8;

export interface StripRow {
  /** The month; '' where all ticks stand in one row, and where a month goes on. */
  readonly label: string;
  readonly ticks: readonly Tick[];
}

export interface StripLayout {
  readonly rows: readonly StripRow[];
  readonly pitch: number;
  readonly bar: number;
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' });
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** One row if all ticks fit, otherwise a row for each month. A month that does not fit either goes on in the next row. */
export const layoutOf = (ticks: readonly Tick[], width: number): StripLayout => {
  const fits = Math.max(1, Math.floor(width / leastPitch));
  const rows = ticks.length <= fits ? [{ label: '', ticks }] : monthRows(ticks, fits);
  const longest = Math.max(1, ...rows.map((it) => it.ticks.length));
  const pitch = Math.min(mostPitch, Math.max(leastPitch, width / longest));
  // A space of a pixel at least, or neighbours run together.
  return { rows, pitch, bar: Math.min(pitch - 1, Math.max(1.5, pitch * 0.64)) };
};

const monthRows = (ticks: readonly Tick[], fits: number): StripRow[] => {
  const months = new Map<string, { readonly label: string; readonly ticks: Tick[] }>();
  const isOneYear = yearOf(ticks[0]) === yearOf(ticks.at(-1));
  for (const tick of ticks) {
    const day = new Date(tick.begins);
    const key = `${day.getFullYear()} ${day.getMonth()}`;
    const month = months.get(key) ?? { label: (isOneYear ? monthName : monthAndYear).format(day), ticks: [] };
    months.set(key, month);
    month.ticks.push(tick);
  }
  return [...months.values()].flatMap((month) =>
    Array.from({ length: Math.ceil(month.ticks.length / fits) }, (_, i) => ({
      label: i === 0 ? month.label : '',
      ticks: month.ticks.slice(i * fits, (i + 1) * fits),
    })),
  );
};

const yearOf = (tick: Tick | undefined): number => new Date(tick?.begins ?? 0).getFullYear();

export interface TickSize {
  readonly height: number;
  /** How far an outside one reaches below the base. */
  readonly below: number;
}

const missedHeight = 3;

/** All ticks of one shape in a row as one path, because a watch may have thousands. */
export const pathOf = (
  ticks: readonly Tick[],
  shape: SlotShape,
  { pitch, bar }: Pick<StripLayout, 'pitch' | 'bar'>,
  { height, below }: TickSize,
): string => {
  const [top, length] = {
    inside: [0, height] as const,
    undecided: [height / 2, height / 2] as const,
    missed: [height - missedHeight, missedHeight] as const,
    outside: [0, height + below] as const,
  }[shape];
  return ticks
    .flatMap((it, i) =>
      it.shape === shape ? [`M${round(i * pitch)} ${round(top)}h${round(bar)}v${round(length)}h${round(-bar)}z`] : [],
    )
    .join('');
};

const round = (value: number): number => Math.round(value * 100) / 100;

export interface Flag {
  /** The middle of the ticks that it is about, counted in ticks. */
  readonly index: number;
  readonly text: string;
  readonly shape: SlotShape;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const mostFlags = 3;

/** What stands out: at most three runs of slots that were not inside. Outside goes first, then what has a reason, then the newest. */
export const flagsOf = (ticks: readonly Tick[]): Flag[] => {
  const runs: { from: number; ticks: Tick[] }[] = [];
  for (const [i, tick] of ticks.entries()) {
    if (tick.shape === 'inside') continue;
    const last = runs.at(-1);
    if (last && last.ticks[0]?.result === tick.result && last.from + last.ticks.length === i) last.ticks.push(tick);
    else runs.push({ from: i, ticks: [tick] });
  }
  const rank = ({ ticks: [first] }: (typeof runs)[number]) =>
    first?.shape === 'outside' ? 2 : first?.shape === 'missed' && first.reason !== '' ? 1 : 0;
  return runs
    .sort((a, b) => rank(b) - rank(a) || b.from - a.from)
    .slice(0, mostFlags)
    .sort((a, b) => a.from - b.from)
    .map((run): Flag => {
      const [first] = run.ticks as [Tick];
      const many = run.ticks.length > 1 ? `${run.ticks.length} ` : '';
      const word = lookOf(first.result).word.toLowerCase();
      return {
        index: run.from + (run.ticks.length - 1) / 2,
        text: `${many}${word}, ${day.format(first.at)}`,
        shape: first.shape,
      };
    });
};

export interface Placed {
  readonly text: string;
  readonly x: number;
  /** Where the tick is that it is about. */
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
  return placed.map(({ text, x, mark }) => ({ text, x: round(x), mark: round(mark) }));
};

const dayMs = 86_400_000;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** What stands below a single row: its ends, and the first slot of each month between them. */
export const axisOf = (
  ticks: readonly Tick[],
  { pitch, bar }: Pick<StripLayout, 'pitch' | 'bar'>,
  width: number,
): Placed[] => {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (!first || !last) return [];
  const isShort = last.ends - first.begins < 2 * dayMs;
  const label = (at: number) => (isShort ? clock : day).format(at);
  const middle = (i: number) => i * pitch + bar / 2;
  const months = ticks.flatMap((it, i) => {
    const before = ticks[i - 1];
    const isNew = before !== undefined && new Date(before.begins).getMonth() !== new Date(it.begins).getMonth();
    return isNew && !isShort ? [{ text: day.format(it.begins), mark: middle(i) }] : [];
  });
  const ends = [{ text: label(first.begins), mark: middle(0) }];
  if (ticks.length > 1) ends.push({ text: label(last.at), mark: middle(ticks.length - 1) });
  return placeTexts([...ends, ...months], width);
};
