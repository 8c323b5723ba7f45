import type { DbOptions } from '@trigpoint/server';
import { type ProofOptions, type ProofResult, seeded } from '../proof.ts';
import { crashUploads } from './crashes.ts';
import { racePhotos } from './races.ts';

/** Campaigns pay what they should to whom they should, whoever comes at once and whenever the service dies. */
export const provePhotos = async (place: DbOptions, { seed, small, log }: ProofOptions): Promise<ProofResult> => {
  const raced = await racePhotos(place, { small, log });
  const crashed = await crashUploads(place, { small, log, random: seeded(seed) });
  return { tried: raced.tried + crashed.tried, violations: [...raced.violations, ...crashed.violations] };
};
