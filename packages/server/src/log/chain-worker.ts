import { SeedChain } from '@trigpoint/log';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { ChainQuestion } from './chain-thread.ts';

answerQuestions(({ secret, length }: ChainQuestion) => SeedChain.make(secret, length).save());
