import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Transcript, Verdict } from '@trigpoint/proofs';

/** What a verdict rests on; plain data, so that it can go to another thread. */
export interface Case {
  readonly proofType: string;
  readonly transcript: Pick<Transcript, 'info' | 'prover' | 'draw' | 'settings' | 'tries' | 'void'>;
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

/** Given to a thread at once: it goes on with the next case while the service's loop is busy with something else. */
const mostInHand = 8;

/** One thread, one case after the other. */
interface JudgeThread {
  readonly worker: Worker;
  /** The thread keeps the last calibration, which is megabytes; it is sent again only when it changed. */
  calibration: string | null;
  readonly inHand: Waiting[];
  /** Of the first in hand. */
  timer: NodeJS.Timeout | undefined;
}

/** Judges in threads of its own: a verdict takes up to 150 ms, and the service's loop is never held that long. */
export class Judge {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #threads = new Set<JudgeThread>();
  readonly #queue: Waiting[] = [];

  constructor(threads = Math.max(1, Math.min(4, availableParallelism() - 1)), waitMs = patienceMs) {
    this.#most = threads;
    this.#waitMs = waitMs;
  }

  judge(it: Case): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ it, resolve, reject });
      this.#deal();
    });
  }

  async close(): Promise<void> {
    const gone = new Error('The service is closing');
    for (const { reject } of this.#queue.splice(0)) reject(gone);
    for (const thread of [...this.#threads]) {
      for (const { reject } of thread.inHand.splice(0)) reject(gone);
      await this.#end(thread);
    }
  }

  /** To whoever has least to do. */
  #deal(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      let [thread] = [...this.#threads].sort((a, b) => a.inHand.length - b.inHand.length);
      if (this.#threads.size < this.#most && (thread?.inHand.length ?? 1) > 0) thread = this.#open();
      if (!thread || thread.inHand.length >= mostInHand) return;
      this.#queue.shift();
      this.#give(thread, next);
    }
  }

  #give(thread: JudgeThread, next: Waiting): void {
    const { it } = next;
    const calibration = it.calibrationHash === thread.calibration ? undefined : it.calibration;
    thread.calibration = it.calibrationHash;
    thread.inHand.push(next);
    if (thread.inHand.length === 1) this.#watch(thread);
    thread.worker.postMessage({ ...it, calibration });
  }

  #open(): JudgeThread {
    const worker = new Worker(new URL('./judge-worker.js', import.meta.url));
    const thread: JudgeThread = { worker, calibration: null, inHand: [], timer: undefined };
    worker.on('message', (answer: JudgeAnswer) => {
      const first = thread.inHand.shift();
      this.#watch(thread);
      if ('verdict' in answer) first?.resolve(answer.verdict);
      else first?.reject(new Error(answer.problem));
      this.#deal();
    });
    worker.on('error', (error) => this.#replace(thread, error instanceof Error ? error : new Error(String(error))));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  #watch(thread: JudgeThread): void {
    clearTimeout(thread.timer);
    if (thread.inHand.length > 0)
      thread.timer = setTimeout(() => this.#replace(thread, new Error('The verdict took too long')), this.#waitMs);
  }

  /** What was being judged fails; what waits goes to another thread. */
  #replace(thread: JudgeThread, error: Error): void {
    thread.inHand.shift()?.reject(error);
    this.#queue.unshift(...thread.inHand.splice(0));
    void this.#end(thread);
    this.#deal();
  }

  async #end(thread: JudgeThread): Promise<void> {
    clearTimeout(thread.timer);
    this.#threads.delete(thread);
    await thread.worker.terminate();
  }
}
