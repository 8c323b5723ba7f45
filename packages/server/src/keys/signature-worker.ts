import { parentPort } from 'node:worker_threads';
import { verifySignature } from '@trigpoint/protocol/node';
import type { Question } from './signature-checks.ts';

parentPort?.on('message', (questions: readonly Question[]) => {
  parentPort?.postMessage(questions.map((it) => verifySignature(...it)));
});
