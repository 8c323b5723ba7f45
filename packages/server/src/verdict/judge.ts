import { availableParallelism } from 'node:os';
import type { Finding } from '@trigpoint/log';
import type { Judged, Verdict } from '@trigpoint/proofs';
import { ThreadPool } from '../threads/thread-pool.ts';

/** What a verdict rests on. It is plain data, so that it can be sent to a thread. */
export interface Case {
  readonly proofType: string;
  readonly transcript: Judged;
  readonly calibrationHash: string | null;
  readonly calibration: unknown;
}

/** A case, and the transcript of an earlier challenge to compare it with. */
export interface ComparedCase extends Case {
  readonly before: Judged;
}

/** A case about which one thing is asked: whether its readings decide, whatever the others will say. */
interface UnfinishedCase extends Case {
  readonly wanted: 'is settled';
}

export type Question = Case | ComparedCase | UnfinishedCase;

/** A verdict that takes longer fails. One over 200 challengers takes a hundredth of this. */
const patienceMs = 10_000;

/** One processor is left to the event loop. More than four threads would be idle. */
export const threadsFor = (processors: number): number => Math.max(1, Math.min(4, processors - 1));

/** Judges in threads of its own. A verdict takes up to 150 ms, which would hold the event loop for too long. */
export class Judge {
  /** The hash of the calibration that each thread has. One has megabytes, so it is sent only if it has changed. */
  readonly #calibrations = new WeakMap<object, string | null>();
  readonly #pool: ThreadPool<Question, Verdict | Finding | boolean | null>;

  constructor(threads = threadsFor(availableParallelism()), waitMs = patienceMs) {
    this.#pool = new ThreadPool({
      file: new URL('./judge-worker.js', import.meta.url),
      threads,
      patience: { ms: waitMs, complaint: 'The verdict took too long' },
      prepare: (it, thread) => {
        const isKept = this.#calibrations.get(thread) === it.calibrationHash;
        this.#calibrations.set(thread, it.calibrationHash);
        return isKept ? { ...it, calibration: undefined } : it;
      },
    });
  }

  judge(it: Case): Promise<Verdict> {
    return this.#pool.ask(it) as Promise<Verdict>;
  }

  /** What became of the prover since the earlier challenge; null if the transcripts cannot tell. */
  compare(it: ComparedCase): Promise<Finding | null> {
    return this.#pool.ask(it) as Promise<Finding | null>;
  }

  /** Whether the readings so far decide the verdict, whatever the others will say. */
  isSettled(it: Case): Promise<boolean> {
    return this.#pool.ask({ ...it, wanted: 'is settled' }) as Promise<boolean>;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
