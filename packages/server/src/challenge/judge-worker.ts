import { parentPort } from 'node:worker_threads';
import { judgeTranscript } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';
import type { Case, JudgeAnswer } from './judge.ts';

let calibration: unknown = null;

parentPort?.on('message', (it: Case) => {
  if (it.calibration !== undefined) calibration = it.calibration;
  let answer: JudgeAnswer;
  try {
    const proofType = findProofType(it.proofType);
    if (!proofType) throw new Error(`There is no proof type ${it.proofType}`);
    answer = { verdict: judgeTranscript(proofType, it.transcript, it.eligibleSets, calibration) };
  } catch (error) {
    answer = { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer);
});
