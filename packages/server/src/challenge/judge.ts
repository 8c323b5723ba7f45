import { Worker } from 'node:worker_threads';
import type { Evidence, Transcript, Verdict } from '@trigpoint/proofs';

/** What a verdict rests on; plain data, so that it can go to another thread. */
export interface Case {
  readonly proofType: string;
  readonly transcript: Pick<Transcript, 'info' | 'prover' | 'attempts' | 'settings' | 'void'>;
  readonly eligibleSets: Evidence['eligible_sets'];
  readonly calibrationHash: string | null;
  readonly calibration: unknown;
}

export type JudgeAnswer = { readonly id: number } & ({ readonly verdict: Verdict } | { readonly problem: string });

/** Longer than any verdict over 200 challengers takes, by two orders. */
const patienceMs = 10_000;

/** Judges in a thread of its own: a verdict takes up to 150 ms, and the service's loop is never held that long. */
export class Judge {
  readonly #waiting = new Map<number, { resolve: (verdict: Verdict) => void; reject: (error: Error) => void }>();
  #worker: Worker | undefined;
  #next = 1;
  /** The thread keeps the last calibration, which is megabytes; it is sent again only when it changed. */
  #sentCalibration: string | null = null;

  judge(it: Case): Promise<Verdict> {
    const worker = this.#start();
    const id = this.#next++;
    const calibration = it.calibrationHash === this.#sentCalibration ? undefined : it.calibration;
    this.#sentCalibration = it.calibrationHash;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#restart(new Error('The verdict took too long')), patienceMs);
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          this.#waiting.delete(id);
          then(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      worker.postMessage({ id, ...it, calibration });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./judge-worker.js', import.meta.url));
    worker.on('message', (answer: JudgeAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('verdict' in answer) waiting?.resolve(answer.verdict);
      else waiting?.reject(new Error(answer.problem));
    });
    worker.on('error', (error) => this.#restart(error));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #restart(error: Error): void {
    void this.close();
    this.#sentCalibration = null;
    for (const { reject } of [...this.#waiting.values()]) reject(error);
  }
}
