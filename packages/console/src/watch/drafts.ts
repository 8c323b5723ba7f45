import { isCountry, readLength } from '@trigpoint/proofs';
import { type Claims, proverName } from '../challenge/agents.ts';
import { count } from '../figures.ts';
import type { Agent } from '../network.ts';
import { say } from '../words/say.ts';
import { dayOf, endOfDay } from './days.ts';

export type ZoneKind = 'EU' | 'country' | 'group' | 'none';

/** The texts of the form, as they were typed. */
export interface WatchDraft {
  readonly prover: string;
  readonly zoneKind: ZoneKind;
  readonly country: string;
  readonly group: string;
  /** A length of time such as 6h. */
  readonly every: string;
  readonly challengers: string;
  /** A day. */
  readonly until: string;
  /** Undefined until somebody types a name. Until then the name follows from the other fields. */
  readonly name: string | undefined;
}

const dayMs = 86_400_000;

export const emptyWatch = (now: number, prover: string): WatchDraft => ({
  ...{ prover, zoneKind: 'EU', country: 'DE', group: 'EEA', every: '6h', challengers: '12' },
  ...{ until: dayOf(now + 90 * dayMs), name: undefined },
});

export const zoneOf = ({ zoneKind, country, group }: WatchDraft): string | undefined =>
  ({ EU: 'EU', country, group, none: undefined })[zoneKind];

/** What a watch is called unless somebody says otherwise: like its prover. Pages say themselves where it should be. */
export const nameFor = ({ name }: WatchDraft, prover: Agent | undefined): string =>
  name?.trim() ?? (prover ? proverName(prover.id, prover.claims as Claims).slice(0, 64) : '');

/** The service takes no watch with more slots. */
const mostSlots = 20_000;

const everyProblem = ({ every, until }: WatchDraft, now: number): { readonly every?: string } => {
  const seconds = readLength(every.trim());
  if (seconds === undefined) return { every: say('A time such as 15m, 6h or 1d.') };
  const slots = Math.floor((endOfDay(until) - now) / 1000 / seconds);
  if (!(slots > mostSlots)) return {};
  return {
    every: say('That makes {slots} slots, and a watch has {most} at most: ask less often, or end it sooner.', {
      slots: count(slots),
      most: count(mostSlots),
    }),
  };
};

/** What cannot be asked, field by field. */
export const watchProblems = (draft: WatchDraft, now: number): Readonly<Record<string, string>> => ({
  ...(draft.prover === '' ? { prover: say('Choose a prover.') } : {}),
  ...(draft.zoneKind === 'country' && !isCountry(draft.country) ? { country: say('Choose a country.') } : {}),
  ...everyProblem(draft, now),
  ...(/^\d{1,3}$/.test(draft.challengers.trim()) && Number(draft.challengers) >= 1 && Number(draft.challengers) <= 100
    ? {}
    : { challengers: say('A whole number from 1 to 100.') }),
  ...(Number.isNaN(endOfDay(draft.until)) ? { until: say('Choose a day.') } : {}),
});

/** What the service is asked. The watch runs until the end of that day, in the zone in which its page tells times. */
export const toWatch = (draft: WatchDraft, prover: Agent | undefined) => {
  const zone = zoneOf(draft);
  const name = nameFor(draft, prover);
  return {
    prover: draft.prover,
    parameters: zone === undefined ? {} : { zone },
    number_of_challengers: Number(draft.challengers),
    every_seconds: readLength(draft.every.trim()) ?? 0,
    until: new Date(endOfDay(draft.until)),
    ...(name === '' ? {} : { name }),
  };
};
