import type { Evidence, Transcript } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import { drawnTreePieces, readDrawnTree } from '../coordination/draws.ts';
import type { Db, Reader } from '../db/driver.ts';
import { orElse } from '../db/text-pieces.ts';
import { calibrationOf, findTranscript, hasTranscript, transcriptPieces } from './store.ts';

/** The same as JSON, piece by piece, and where the log has it. Undefined for a challenge that has not ended. */
export const streamEvidence = async (
  db: Db,
  challenge: ChallengeRow,
  calibrationPieces: (hash: string) => AsyncIterable<string>,
  log: () => Promise<unknown>,
): Promise<AsyncIterable<string> | undefined> => {
  if (!(await hasTranscript(db, challenge.id))) return undefined;
  // Nothing long is read before the caller's turn for a long answer has come.
  return (async function* () {
    const calibration = await calibrationOf(db, challenge.id);
    const proof = JSON.stringify((await log()) ?? null);
    yield '{"result":{"transcript":';
    yield* transcriptPieces(db, challenge.id);
    yield `,"transcript_hash":${JSON.stringify(challenge.transcriptHash)},"eligible_tree":`;
    yield* orElse(drawnTreePieces(db, challenge.id), 'null');
    yield ',"calibration":';
    yield* calibration === null ? ['null'] : orElse(calibrationPieces(calibration), 'null');
    yield `,"log":${proof}}}`;
  })();
};

/** What happened in an ended challenge, without what it refers to. */
export const readTranscript = async (
  db: Reader,
  challenge: ChallengeRow,
): Promise<Pick<Evidence, 'transcript' | 'transcript_hash'> | undefined> => {
  const body = await findTranscript(db, challenge.id);
  const transcript: Transcript | undefined = body === undefined ? undefined : JSON.parse(body);
  return transcript && { transcript, transcript_hash: challenge.transcriptHash };
};

/** An ended challenge as evidence: the transcript as it was hashed, and what it refers to. */
export const readEvidence = async (
  db: Reader,
  challenge: ChallengeRow,
  calibrationData: (hash: string) => Promise<unknown>,
): Promise<Evidence | undefined> => {
  const found = await readTranscript(db, challenge);
  if (!found) return undefined;
  const { transcript } = found;
  const { calibration_hash } = transcript;
  return {
    ...found,
    eligible_tree: transcript.draw && (await readDrawnTree(db, challenge.id)),
    calibration: calibration_hash === null ? null : await calibrationData(calibration_hash),
  };
};
