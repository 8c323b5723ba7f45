import { compareTranscripts, isSettled, judgeTranscript } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { Question } from './judge.ts';

/** The last calibration that was sent to this thread. */
let calibration: unknown = null;

answerQuestions((it: Question) => {
  if (it.calibration !== undefined) calibration = it.calibration;
  const proofType = findProofType(it.proofType);
  if (!proofType) throw new Error(`There is no proof type ${it.proofType}`);
  if ('before' in it) return compareTranscripts(proofType, it.before, it.transcript, calibration);
  if ('wanted' in it) return isSettled(proofType, it.transcript, calibration);
  return judgeTranscript(proofType, it.transcript, calibration);
});
