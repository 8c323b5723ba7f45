import { compareTranscripts, judgeTranscript } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { Case, ComparedCase } from './judge.ts';

/** The last one that was sent. */
let calibration: unknown = null;

answerQuestions((it: Case | ComparedCase) => {
  if (it.calibration !== undefined) calibration = it.calibration;
  const proofType = findProofType(it.proofType);
  if (!proofType) throw new Error(`There is no proof type ${it.proofType}`);
  return 'before' in it
    ? compareTranscripts(proofType, it.before, it.transcript, calibration)
    : judgeTranscript(proofType, it.transcript, calibration);
});
