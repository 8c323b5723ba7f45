import type { Evidence, Transcript } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import { drawnTreePieces, readDrawnTree } from '../coordination/draws.ts';
import type { Db, Reader } from '../db/driver.ts';
import { orElse } from '../db/text-pieces.ts';
import { calibrationOf, findTranscript, transcriptPieces } from './store.ts';

/** The same as JSON, piece by piece, and where the log has it. Undefined for a challenge that has not ended. */
export const streamEvidence = async (
  db: Db,
  challenge: ChallengeRow,
  calibrationPieces: (hash: string) => AsyncIterable<string>,
  log: () => Promise<unknown>,
): Promise<AsyncIterable<string> | undefined> => {
  const calibration = await calibrationOf(db, challenge.id);
  if (calibration === undefined) return undefined;
  const proof = JSON.stringify((await log()) ?? null);
  return (async function* () {
    yield '{"result":{"transcript":';
    yield* transcriptPieces(db, challenge.id);
    yield `,"transcript_hash":${JSON.stringify(challenge.transcriptHash)},"eligible_tree":`;
    yield* orElse(drawnTreePieces(db, challenge.id), 'null');
    yield ',"calibration":';
    yield* calibration === null ? ['null'] : orElse(calibrationPieces(calibration), 'null');
    yield `,"log":${proof}}}`;
  })();
};

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
