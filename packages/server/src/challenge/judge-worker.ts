import { parentPort } from 'node:worker_threads';
import { findProofType, judgeTranscript } from '@trigpoint/proofs';
import type { Case, JudgeAnswer } from './judge.ts';

let calibration: unknown = null;

parentPort?.on('message', ({ id, ...it }: Case & { id: number }) => {
  if (it.calibration !== undefined) calibration = it.calibration;
  let answer: JudgeAnswer;
  try {
    const proofType = findProofType(it.proofType);
    if (!proofType) throw new Error(`There is no proof type ${it.proofType}`);
    answer = { id, verdict: judgeTranscript(proofType, it.transcript, it.eligibleSets, calibration) };
  } catch (error) {
    answer = { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer);
});
