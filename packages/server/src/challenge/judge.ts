import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Evidence, Transcript, Verdict } from '@trigpoint/proofs';

/** What a verdict rests on; plain data, so that it can go to another thread. */
export interface Case {
  readonly proofType: string;
  readonly transcript: Pick<Transcript, 'info' | 'prover' | 'attempts' | 'settings' | 'void'>;
  /** Those who were chosen are enough. */
  readonly eligibleSets: Evidence['eligible_sets'];
  readonly calibrationHash: string | null;
  readonly calibration: unknown;
}

export type JudgeAnswer = { readonly verdict: Verdict } | { readonly problem: string };

/** Longer than any verdict over 200 challengers takes, by two orders. */
const patienceMs = 10_000;

interface Waiting {
  readonly it: Case;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: Error) => void;
}

/** One thread, one case at a time. */
interface Bench {
  readonly worker: Worker;
  /** The thread keeps the last calibration, which is megabytes; it is sent again only when it changed. */
  calibration: string | null;
  current: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Judges in threads of its own: a verdict takes up to 150 ms, and the service's loop is never held that long. */
export class Judge {
  readonly #most: number;
  readonly #benches = new Set<Bench>();
  readonly #queue: Waiting[] = [];

  constructor(threads = Math.max(1, Math.min(4, availableParallelism() - 1))) {
    this.#most = threads;
  }

  judge(it: Case): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ it, resolve, reject });
      const bench = [...this.#benches].find(({ current }) => !current);
      if (bench) this.#next(bench);
      else if (this.#benches.size < this.#most) this.#next(this.#open());
    });
  }

  async close(): Promise<void> {
    const gone = new Error('The service is closing');
    for (const { reject } of this.#queue.splice(0)) reject(gone);
    await Promise.all([...this.#benches].map((bench) => this.#end(bench, gone)));
  }

  #open(): Bench {
    const worker = new Worker(new URL('./judge-worker.js', import.meta.url));
    const bench: Bench = { worker, calibration: null, current: undefined, timer: undefined };
    worker.on('message', (answer: JudgeAnswer) => {
      const { current } = bench;
      clearTimeout(bench.timer);
      bench.current = undefined;
      if ('verdict' in answer) current?.resolve(answer.verdict);
      else current?.reject(new Error(answer.problem));
      this.#next(bench);
    });
    worker.on('error', (error) => this.#replace(bench, error instanceof Error ? error : new Error(String(error))));
    worker.unref();
    this.#benches.add(bench);
    return bench;
  }

  #next(bench: Bench): void {
    const next = this.#queue.shift();
    if (!next) return;
    const { it } = next;
    const calibration = it.calibrationHash === bench.calibration ? undefined : it.calibration;
    bench.calibration = it.calibrationHash;
    bench.current = next;
    bench.timer = setTimeout(() => this.#replace(bench, new Error('The verdict took too long')), patienceMs);
    bench.worker.postMessage({ ...it, calibration });
  }

  /** What was being judged fails; what waits goes to another thread. */
  #replace(bench: Bench, error: Error): void {
    void this.#end(bench, error);
    if (this.#queue.length > 0) this.#next(this.#open());
  }

  async #end(bench: Bench, error: Error): Promise<void> {
    clearTimeout(bench.timer);
    this.#benches.delete(bench);
    bench.current?.reject(error);
    bench.current = undefined;
    await bench.worker.terminate();
  }
}
