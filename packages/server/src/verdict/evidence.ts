import type { Evidence, Transcript } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import { readDrawnTree } from '../coordination/draws.ts';
import type { Reader } from '../db/driver.ts';
import { findTranscript } from './store.ts';

/** An ended challenge as evidence: the transcript as it was hashed, and what it refers to. */
export const readEvidence = async (
  db: Reader,
  challenge: ChallengeRow,
  calibrationData: (hash: string) => Promise<unknown>,
): Promise<Evidence | undefined> => {
  const body = await findTranscript(db, challenge.id);
  if (body === undefined) return undefined;
  const transcript: Transcript = JSON.parse(body);
  const { calibration_hash } = transcript;
  return {
    transcript,
    transcript_hash: challenge.transcriptHash,
    eligible_tree: transcript.draw && (await readDrawnTree(db, challenge.id)),
    calibration: calibration_hash === null ? null : await calibrationData(calibration_hash),
  };
};
