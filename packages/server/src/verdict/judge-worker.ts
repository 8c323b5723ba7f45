import { parentPort } from 'node:worker_threads';
import { judgeTranscript } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';
import type { Case, JudgeAnswer } from './judge.ts';

let calibration: unknown = null;

const answerTo = async (it: Case): Promise<JudgeAnswer> => {
  if (it.calibration !== undefined) calibration = it.calibration;
  try {
    const proofType = findProofType(it.proofType);
    if (!proofType) throw new Error(`There is no proof type ${it.proofType}`);
    return { verdict: await judgeTranscript(proofType, it.transcript, calibration) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

/** Answers go back in the order in which the cases came, so cases are judged one after another. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (it: Case) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(it)));
});
