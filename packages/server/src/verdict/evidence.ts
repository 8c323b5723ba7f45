import type { Evidence, Transcript } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import { drawnTreePieces, readDrawnTree } from '../coordination/draws.ts';
import { aside, type Db, type Reader } from '../db/driver.ts';
import { orElse, slices } from '../db/text-pieces.ts';
import { readTranscriptText } from './packed-transcripts.ts';
import { hasTranscript } from './store.ts';

/** The evidence of a challenge as JSON, piece by piece, with its proof from the log. Undefined if the challenge has not ended. */
export const streamEvidence = async (
  db: Db,
  challenge: ChallengeRow,
  calibrationPieces: (hash: string) => AsyncIterable<string>,
  log: () => Promise<unknown>,
): Promise<AsyncIterable<string> | undefined> => {
  if (!(await hasTranscript(db, challenge.id))) return undefined;
  // Nothing long is read before the caller's turn for a long answer has come.
  return (async function* () {
    const proof = JSON.stringify((await log()) ?? null);
    yield '{"result":{"transcript":';
    const transcript = (await readTranscriptText(aside(db), challenge.id)) ?? 'null';
    const calibration = calibrationIn(transcript);
    yield* slices(transcript);
    yield `,"transcript_hash":${JSON.stringify(challenge.transcriptHash)},"eligible_tree":`;
    yield* orElse(drawnTreePieces(db, challenge.id), 'null');
    yield ',"calibration":';
    yield* calibration === null ? ['null'] : orElse(calibrationPieces(calibration), 'null');
    yield `,"log":${proof}}}`;
  })();
};

/**
 * The hash of the calibration that a transcript names; null if it names none. In a canonical text the names are sorted. What
 * agents and payers wrote comes later in it, so the first match is the transcript's own field.
 */
const calibrationIn = (transcript: string): string | null =>
  /"calibration_hash":(?:"([0-9a-f]{64})"|null)/.exec(transcript)?.[1] ?? null;

/** The transcript of an ended challenge, without the tree and the calibration that it refers to. */
export const readTranscript = async (
  db: Reader,
  challenge: ChallengeRow,
): Promise<Pick<Evidence, 'transcript' | 'transcript_hash'> | undefined> => {
  const body = await readTranscriptText(db, challenge.id);
  const transcript: Transcript | undefined = body === undefined ? undefined : JSON.parse(body);
  return transcript && { transcript, transcript_hash: challenge.transcriptHash };
};

/** The evidence of an ended challenge: the transcript as it was hashed, and the tree and calibration that it refers to. */
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
