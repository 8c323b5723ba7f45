import type { Seen } from './examination.ts';

/** Parts of sentences that all wordings share. */
export const inMs = (ms: number): string => `${Number(ms.toPrecision(3)).toString()}\u00a0ms`;

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** As a sentence begins. */
export const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The answer that speaks most against the claim. */
export const widestOf = (excluding: readonly Seen[]): Seen =>
  [...excluding].sort((a, b) => b.shortKm - a.shortKm)[0] as Seen;
