import { isImpossiblePair, reachKm } from '@trigpoint/proofs';
import { type Claims, nameOf, placeOf } from '../challenge/agents.ts';
import { readReading, rttsOf } from '../challenge/readings.ts';
import { distanceKm } from '../map/earth.ts';
import type { AgentDetail } from '../network.ts';

/** What a challenger and another one measured of each other, beside the distance between the places that both state. */
export interface Pair {
  readonly other: string;
  readonly name: string;
  readonly at: number;
  readonly fastestMs: number;
  readonly reachKm: number;
  /** Absent if the other challenger no longer states a place. */
  readonly apartKm?: number;
  readonly impossible: boolean;
}

/** Impossible pairs come first, then the fastest. */
export const pairsOf = (
  { id, claims, set_aside_evidence }: Pick<AgentDetail, 'id' | 'claims' | 'set_aside_evidence'>,
  known: ReadonlyMap<string, Claims>,
): Pair[] =>
  set_aside_evidence
    .flatMap(({ prover, challenger, received_at, message }): Pair[] => {
      const rtts = rttsOf(readReading(message)?.series);
      if (rtts.length === 0) return [];
      const fastestMs = Math.min(...rtts);
      const other = prover === id ? challenger : prover;
      const [own, theirs] = [placeOf(claims as Claims), placeOf(known.get(other) ?? {})];
      const apartKm = own && theirs && distanceKm(own, theirs);
      return [
        {
          other,
          name: nameOf(other, known.get(other) ?? {}),
          at: Date.parse(received_at),
          fastestMs,
          reachKm: reachKm(fastestMs),
          ...(apartKm === undefined ? {} : { apartKm }),
          impossible: apartKm !== undefined && isImpossiblePair(apartKm, fastestMs),
        },
      ];
    })
    .sort((a, b) => Number(b.impossible) - Number(a.impossible) || a.fastestMs - b.fastestMs);
