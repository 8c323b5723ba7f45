import type { WatchEdit } from '@trigpoint/client';
import { AskError, readLength } from '@trigpoint/proofs';
import { changeAsk, findProfile } from '@trigpoint/proofs/registry';
import { say, sayKnown, sayReason } from '../words/say.ts';
import { endOfDay, lastDayBefore } from './days.ts';
import type { SeenWatch } from './names.ts';

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
export const editProblems = (
  watch: SeenWatch,
  { every, challengers, until }: TermsDraft,
  proofType: string,
): Readonly<Record<string, string>> => {
  const wrongCount = whyNotAsked(watch, challengers.trim(), proofType);
  return {
    ...(readLength(every.trim()) === undefined ? { every: say('A time such as 15m, 6h or 1d.') } : {}),
    ...(wrongCount === undefined ? {} : { challengers: wrongCount }),
    ...(Number.isNaN(endOfDay(until)) ? { until: say('Choose a day.') } : {}),
  };
};

/** Why this watch cannot ask so many challengers. */
const whyNotAsked = (watch: SeenWatch, challengers: string, proofType: string): string | undefined => {
  const profile = findProfile(proofType);
  if (!/^\d{1,3}$/.test(challengers) || Number(challengers) < 1 || Number(challengers) > 100)
    return say('A whole number from 1 to 100.');
  try {
    const ask = askOf(watch, Number(challengers), proofType);
    const why = ask && profile?.whyNeverVerified?.(profile.decode(ask));
    return why && sayKnown(why);
  } catch (error) {
    if (error instanceof AskError) return sayReason(error.message);
    throw error;
  }
};

/** What the watch asks, with so many challengers. Undefined if that is what it asks now. */
const askOf = (watch: SeenWatch, challengers: number, proofType: string): `0x${string}` | undefined => {
  const profile = findProfile(proofType);
  if (!profile || watch.ask === undefined || challengers === watch.number_of_challengers) return undefined;
  return changeAsk(profile, watch.ask as `0x${string}`, { challengers });
};

/** What of the terms is to change; what was not touched is left as it is, to the second. */
export const toEdit = (watch: SeenWatch, draft: TermsDraft, proofType: string): WatchEdit => {
  const before = termsOf(watch);
  const ask = askOf(watch, Number(draft.challengers), proofType);
  return {
    ...(draft.every.trim() === before.every ? {} : { every_seconds: readLength(draft.every.trim()) ?? 0 }),
    ...(draft.until === before.until ? {} : { until: new Date(endOfDay(draft.until)).toISOString() }),
    ...(ask ? { ask } : {}),
  };
};
