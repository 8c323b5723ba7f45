import type { WatchEdit } from '@trigpoint/client';
import { readLength } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import { say } from '../words/say.ts';
import { endOfDay, lastDayBefore } from './days.ts';
import type { SeenWatch } from './words.ts';

/** The texts of the form, as they were typed. */
export interface TermsDraft {
  readonly every: string;
  readonly challengers: string;
  /** A day. */
  readonly until: string;
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** As somebody would type it: 6h, 90m. */
const typedLength = (seconds: number): string => {
  const [unit, length] = units.find(([, it]) => seconds % it === 0) ?? ['s', 1];
  return `${seconds / length}${unit}`;
};

export const termsOf = (watch: SeenWatch): TermsDraft => ({
  every: typedLength(watch.every_seconds),
  challengers: String(watch.number_of_challengers),
  until: lastDayBefore(Date.parse(watch.until)),
});

/** What cannot be asked, field by field. */
export const editProblems = ({ every, challengers, until }: TermsDraft): Readonly<Record<string, string>> => ({
  ...(readLength(every.trim()) === undefined ? { every: say('A time such as 15m, 6h or 1d.') } : {}),
  ...(/^\d{1,3}$/.test(challengers.trim()) && Number(challengers) >= 1 && Number(challengers) <= 100
    ? {}
    : { challengers: say('A whole number from 1 to 100.') }),
  ...(Number.isNaN(endOfDay(until)) ? { until: say('Choose a day.') } : {}),
});

/** What of the terms is to change; what was not touched is left as it is, to the second. */
export const toEdit = (watch: SeenWatch, draft: TermsDraft, proofType: string): WatchEdit => {
  const before = termsOf(watch);
  const profile = findProfile(proofType);
  const isOther = Number(draft.challengers) !== watch.number_of_challengers;
  const ask = watch.ask as `0x${string}` | undefined;
  return {
    ...(draft.every.trim() === before.every ? {} : { every_seconds: readLength(draft.every.trim()) ?? 0 }),
    ...(draft.until === before.until ? {} : { until: new Date(endOfDay(draft.until)).toISOString() }),
    ...(isOther && profile && ask
      ? { ask: profile.encode({ ...profile.decode(ask), challengers: Number(draft.challengers) }) }
      : {}),
  };
};
