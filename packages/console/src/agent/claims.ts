import { type Claims, placeInDegrees, placeOf, statedPlace } from '../challenge/agents.ts';
import { withUnit } from '../figures.ts';
import type { Agent } from '../network.ts';
import { profileOf } from '../proof-types.ts';
import { say, sayKnown } from '../words/say.ts';

type Claiming = Pick<Agent, 'claims' | 'proofType'>;

/** The figures of a claim that its proof type knows, such as a rate. */
export const claimedFigures = ({ claims, proofType }: Claiming): string[] =>
  profileOf(proofType).claims.flatMap(({ name, alias, unit, label = '' }) => {
    const value = claims[name] ?? claims[alias ?? name];
    return value === undefined || unit === 'degrees' || unit === 'km'
      ? []
      : [sayKnown(`${withUnit(Number(value), unit)} ${label}`.trim())];
  });

/** What an agent says of itself, in one line: its place and its figures. */
export const claimWords = (agent: Claiming): string => {
  const claims = agent.claims as Claims;
  const place = placeOf(claims);
  const placed = place ? [statedPlace(claims) ?? [], placeInDegrees(place)].flat() : [];
  return [...placed, ...claimedFigures(agent)].join(' · ') || say('nothing');
};
