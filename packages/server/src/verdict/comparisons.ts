import type { Finding } from '@trigpoint/log';
import type { Transcript } from '@trigpoint/proofs';
import type { Db } from '../db/driver.ts';
import type { Calibration } from './endings.ts';
import type { Judge } from './judge.ts';
import { readTranscriptText } from './packed-transcripts.ts';

interface ComparisonsOptions {
  readonly db: Db;
  readonly judge: Pick<Judge, 'compare'>;
  readonly calibration: (proofType: string) => Promise<Calibration>;
  /** An earlier calibration by its hash, as JSON. */
  readonly calibrationPieces: (hash: string) => AsyncIterable<string>;
}

/** Says what became of a prover between two challenges. It uses their transcripts alone, so the evidence of both repeats it. */
export const openComparisons = ({ db, judge, calibration, calibrationPieces }: ComparisonsOptions) => {
  const read = async (id: string): Promise<Transcript> => {
    const body = await readTranscriptText(db, id);
    if (body === undefined) throw new Error(`There is no transcript of challenge ${id}.`);
    return JSON.parse(body);
  };
  const calibrationOf = async ({ proof_type, calibration_hash: hash }: Transcript): Promise<unknown> => {
    if (hash === null) return null;
    const current = await calibration(proof_type);
    if (current.hash === hash) return current.data;
    let text = '';
    for await (const piece of calibrationPieces(hash)) text += piece;
    return JSON.parse(text);
  };
  return async (beforeId: string, nowId: string): Promise<Finding | null> => {
    const [before, now] = [await read(beforeId), await read(nowId)];
    return judge.compare({
      ...{ proofType: now.proof_type, transcript: now, before, calibrationHash: now.calibration_hash },
      calibration: await calibrationOf(now),
    });
  };
};
