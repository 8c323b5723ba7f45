import { verifySignature } from '@trigpoint/protocol/node';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { Question } from './signature-checks.ts';

answerQuestions((questions: readonly Question[]) => questions.map((it) => verifySignature(...it)));
