import { type Claims, placeOf } from '../challenge/agents.ts';
import { readReading, rttsOf } from '../challenge/readings.ts';
import { atMostKmNumber, count, percent, points } from '../figures.ts';
import type { AgentDetail, Role } from '../network.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { onDay } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import type { sinceVerified } from './newest.ts';
import type { Balance } from './rewards.tsx';

const [dayMs, monthMs] = [24 * 3_600_000, 30 * 24 * 3_600_000];

/**
 * The label of the uptime. It names the time that the uptime is counted over: thirty days, or the agent's life if that is
 * shorter.
 */
const since = (firstSeen: number, now: number): string => {
  const age = now - firstSeen;
  if (age >= monthMs) return say('Uptime, 30 days');
  return age < dayMs
    ? say('Uptime since first seen')
    : sayCount(Math.round(age / dayMs), 'Uptime, {n} day', 'Uptime, {n} days');
};

interface FiguresAt {
  readonly now: number;
  /** What later verdicts say about the place that was verified. */
  readonly since?: ReturnType<typeof sinceVerified>;
  readonly balance?: Balance | undefined;
}

/** Whether a reading has something that counts. A location reading may have only probes during which a machine was starved. */
const measured = (message: string): boolean => {
  const series = readReading(message)?.series;
  return series !== undefined && (series.rtts_us === undefined || rttsOf(series).length > 0);
};

/** How many of the newest readings of a challenger measured something. Others say that the prover could not be reached. */
const reachedOf = ({ results }: AgentDetail): Figure => ({
  label: say('Reached the prover'),
  value: results.length === 0 ? '–' : count(results.filter((it) => measured(it.message)).length),
  unit: sayCount(results.length, 'of the newest one', 'of the newest {n}'),
});

/** The agent's verified place, and what later verdicts say about it. */
const locationOf = (
  { verified_place: place }: AgentDetail,
  isRefused: boolean,
  later: NonNullable<FiguresAt['since']>,
): Figure => {
  const label = say('Its claimed place');
  if (!place) return { label, value: isRefused ? say('never verified') : say('not verified') };
  const shown = { label: say('Shown to be within'), value: atMostKmNumber(place.uncertainty_km) };
  if (later === 'stands') return { ...shown, unit: say('km of its claim') };
  const day = onDay(Date.parse(place.at));
  return later === 'open'
    ? { ...shown, unit: say('km, last verified {day}', { day }) }
    : { label, value: say('refuted'), unit: say('(last verified {day})', { day }) };
};

/** The figures of an agent's page. Earnings are shown to the owner alone, because nobody else can ask for the balance. */
export const figuresOf = (
  agent: AgentDetail,
  role: Role,
  { now, since: later = 'stands', balance }: FiguresAt,
): Figure[] => {
  const { number_of_challenges: all, number_of_successful_challenges: good } = agent;
  const firstSeen = Date.parse(agent.first_seen);
  // Who measures or proves bandwidth may be anywhere, and need not say where.
  const hasPlace = agent.verified_place !== null || placeOf(agent.claims as Claims) !== undefined;
  const isRefused = role === 'prover' && all > 0 && good === 0;
  const [day = '', time = ''] = onDay(firstSeen).split(', ');
  return [
    ...(balance ? [{ label: say('Earned, 7 days'), value: points(balance.earned_in_7_days), unit: 'POINTS' }] : []),
    role === 'prover'
      ? { label: say('Times tested'), value: count(all) }
      : // Of those drawn, some are not needed any more when their turn comes. Nothing counts them.
        { label: say('Readings it had to give'), value: count(all) },
    {
      label: role === 'prover' ? say('Verified') : say('Answered in time'),
      value: all === 0 ? '–' : percent(good / all),
      unit: '%',
    },
    ...(role === 'challenger' ? [reachedOf(agent)] : []),
    { label: since(firstSeen, now), value: percent(agent.seen.share), unit: '%' },
    ...(hasPlace ? [locationOf(agent, isRefused, later)] : []),
    { label: say('First seen'), value: day, unit: time },
  ];
};
