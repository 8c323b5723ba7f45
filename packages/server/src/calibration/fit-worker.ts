import { findProofType } from '@trigpoint/proofs/rules';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { FitQuestion } from './fit.ts';

answerQuestions(({ proofType, input }: FitQuestion) => findProofType(proofType)?.mesh?.calibrate?.(...input));
