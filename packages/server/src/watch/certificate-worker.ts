import { answerQuestions } from '../threads/answer-questions.ts';
import { composeCertificate } from './compose-certificate.ts';

answerQuestions(composeCertificate);
