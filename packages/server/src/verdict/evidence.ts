import type { Evidence, Transcript } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import { findDraw } from '../coordination/store.ts';
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
  const draw = transcript.draw && (await findDraw(db, challenge.id));
  const { calibration_hash } = transcript;
  return {
    transcript,
    transcript_hash: challenge.transcriptHash,
    eligible_tree: draw ? JSON.parse(draw.tree) : null,
    calibration: calibration_hash === null ? null : await calibrationData(calibration_hash),
  };
};
