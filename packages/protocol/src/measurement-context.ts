import { type Static, Type } from '@trigpoint/schema';
import { Hash, serviceNames } from './statements/statement.ts';

/**
 * What a measurement is made for: this service, this ask, this draw, these two agents as they described themselves. Both ends
 * sign it, so that a measurement is worth nothing for any other draw.
 */
export const MeasurementContext = Type.Object(
  {
    ...serviceNames,
    /** Hash of challengeInfo, as on chain. */
    ask_hash: Hash,
    /** Root of the tree that the challenger was drawn from. Null if challengers measure each other. */
    eligible_root: Type.Union([Hash, Type.Null()]),
    /** Seed of the draw. Null if challengers measure each other. */
    seed: Type.Union([Hash, Type.Null()]),
    /** Hashes of the two agents' descriptions. */
    prover_description: Hash,
    challenger_description: Hash,
  },
  { additionalProperties: false },
);
export type MeasurementContext = Static<typeof MeasurementContext>;
