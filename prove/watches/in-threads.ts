import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Year, YearSize } from './year.ts';

/** One life. Its seed brings it back. */
export interface Task {
  readonly seed: number;
  readonly size: YearSize;
}

/** Room for objects that live for a moment, so that they are collected less often. */
const youngMb = 64;

/** Lives all of them, as many at a time as there are cores. `lived` is told of each as it ends, in any order. */
export const liveInThreads = async <T extends Task>(
  tasks: readonly T[],
  lived: (task: T, year: Year) => void,
): Promise<void> => {
  const left = tasks.values();
  const work = async (): Promise<void> => {
    const file = new URL('./year-worker.js', import.meta.url);
    const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    try {
      for (const task of left) lived(task, await ask(worker, task));
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work));
};

/** Runs one life in a thread. Throws what the thread throws. */
const ask = async (worker: Worker, { seed, size }: Task): Promise<Year> => {
  worker.postMessage({ seed, size });
  const [year] = await once(worker, 'message');
  return year;
};
