import { parentPort } from 'node:worker_threads';
import { farewell, type ThreadAnswer } from './thread-pool.ts';

/** Runs in the thread. Answers one question after another, in the order in which they came. */
export const answerQuestions = <Question>(answer: (question: Question) => unknown): void => {
  const attempt = async (question: Question): Promise<ThreadAnswer<unknown>> => {
    try {
      return { answer: await answer(question) };
    } catch (error) {
      return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (question: Question | typeof farewell) => {
    last = last.then(async () => {
      if (question === farewell) parentPort?.close();
      else parentPort?.postMessage(await attempt(question));
    });
  });
};
