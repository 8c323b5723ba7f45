import { atMostKmNumber, count, percent, points } from '../figures.ts';
import type { Role } from '../network.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { onDay } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import type { AgentDetail } from './detail.ts';
import type { Balance } from './rewards.tsx';

const [dayMs, monthMs] = [24 * 3_600_000, 30 * 24 * 3_600_000];

/** What its uptime is counted over: thirty days, or its life if that is shorter. */
const since = (firstSeen: number, now: number): string => {
  const age = now - firstSeen;
  if (age >= monthMs) return say('Uptime, 30 days');
  return age < dayMs
    ? say('Uptime since first seen')
    : sayCount(Math.round(age / dayMs), 'Uptime, {n} day', 'Uptime, {n} days');
};

/** What it earned is shown to its owner, who alone has a balance to ask for. */
export const figuresOf = (agent: AgentDetail, role: Role, now: number, balance?: Balance): Figure[] => {
  const { number_of_challenges: all, number_of_successful_challenges: good, verified_place: place } = agent;
  const firstSeen = Date.parse(agent.first_seen);
  const isRefused = role === 'prover' && all > 0 && good === 0;
  const [day = '', time = ''] = onDay(firstSeen).split(', ');
  return [
    ...(balance ? [{ label: say('Earned, 7 days'), value: points(balance.earned_in_7_days), unit: 'POINTS' }] : []),
    { label: role === 'prover' ? say('Claims tested') : say('Asked to measure'), value: count(all) },
    {
      label: role === 'prover' ? say('Verified') : say('Readings accepted'),
      value: all === 0 ? '–' : percent(good / all),
      unit: '%',
    },
    { label: since(firstSeen, now), value: percent(agent.seen.share), unit: '%' },
    {
      label: say('Own location'),
      value: place ? atMostKmNumber(place.uncertainty_km) : '–',
      unit: place ? say('km, verified') : isRefused ? say('never verified') : say('not verified yet'),
    },
    { label: say('First seen'), value: day, unit: time },
  ];
};
