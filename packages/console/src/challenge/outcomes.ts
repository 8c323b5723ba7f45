import type { ChallengeState, ReplyOf, routes } from '@trigpoint/protocol';
import { atMostKmNumber, mbps, shortAgent } from '../figures.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';

export type HistoryRow = ReplyOf<(typeof routes)['challenge-history']>['result']['challenges'][number];

export const outcomeOf = (verified: string): Outcome =>
  verified === 'true' ? 'verified' : verified === 'false' ? 'refuted' : verified === '' ? 'measuring' : 'inconclusive';

export const isOver = (state: ChallengeState): boolean => state.startsWith('ENDED_') || state.startsWith('ERROR_');

export const rowOutcome = (row: HistoryRow): Outcome =>
  isOver(row.state) ? outcomeOf(row.verified || 'inconclusive') : 'measuring';

/** What was claimed, in a few words. `cities` names provers by id. */
export const claimOf = (proofType: ProofTypeId, row: HistoryRow, cities: ReadonlyMap<string, string>): string => {
  const { parameters } = row;
  if (proofType === 'pob')
    return `${mbps(Number(parameters.bandwidth_mbps ?? 0), 0)} ${parameters.direction ?? 'down'}`;
  return (
    cities.get(row.prover) ?? `${Number(parameters.latitude).toFixed(2)}, ${Number(parameters.longitude).toFixed(2)}`
  );
};

/** What was found. */
export const foundOf = (proofType: ProofTypeId, row: HistoryRow): string => {
  const outcome = rowOutcome(row);
  const { result } = row;
  if (outcome === 'measuring') return 'measuring';
  if (proofType === 'pob')
    return outcome === 'inconclusive'
      ? `${result.rounds_valid ?? 0} of ${result.rounds_total ?? '?'} rounds`
      : mbps(Number(result.bandwidth_mbps));
  if (outcome === 'verified') return `within ${atMostKmNumber(Number(result.uncertainty_km))} km`;
  if (outcome === 'refuted') return `${result.challengers_excluding} of ${result.challengers_used} rule it out`;
  return row.state === 'ERROR_NOT_ENOUGH_CHALLENGERS' ? 'too few challengers' : 'not enough to tell';
};

export const proofWord: Record<string, string> = { pol: 'Location', pob: 'Bandwidth' };
export const proverName = (row: HistoryRow, cities: ReadonlyMap<string, string>): string =>
  cities.get(row.prover) ?? (row.prover === '' ? 'no prover seen' : shortAgent(row.prover));
