import { DbUnavailable } from './driver.ts';

interface BatchesOptions<Job, Outcome> {
  readonly most: number;
  /** Does all jobs of a batch in one transaction. Returns their outcomes in the same order. */
  readonly work: (jobs: readonly Job[]) => Promise<Outcome[]>;
  /** Of jobs with the same key the second waits for the next batch, which finds the first one done. */
  readonly keyOf?: (job: Job) => string;
  /** After a batch has failed, does its jobs one by one, so that one bad job does not cost the others theirs. */
  readonly oneByOne?: boolean;
}

interface Waiting<Job, Outcome> {
  readonly job: Job;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** One transaction at a time does jobs. Those that come meanwhile share the next one, because commits are expensive. */
export class Batches<Job, Outcome> {
  readonly #options: BatchesOptions<Job, Outcome>;
  #waiting: Waiting<Job, Outcome>[] = [];
  #isWorking = false;

  constructor(options: BatchesOptions<Job, Outcome>) {
    this.#options = options;
  }

  add(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) await this.#do(this.#next());
    this.#isWorking = false;
  }

  async #do(batch: readonly Waiting<Job, Outcome>[]): Promise<void> {
    const { work, oneByOne = false } = this.#options;
    try {
      const outcomes = await work(batch.map((it) => it.job));
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as Outcome);
    } catch (error) {
      if (!oneByOne || batch.length === 1 || error instanceof DbUnavailable)
        for (const { reject } of batch) reject(error);
      else for (const it of batch) await this.#do([it]);
    }
  }

  #next(): Waiting<Job, Outcome>[] {
    const { most, keyOf } = this.#options;
    const keys = new Set<string>();
    const batch: Waiting<Job, Outcome>[] = [];
    const later: Waiting<Job, Outcome>[] = [];
    for (const it of this.#waiting) {
      const key = keyOf?.(it.job);
      const fits = batch.length < most && (key === undefined || !keys.has(key));
      (fits ? batch : later).push(it);
      if (fits && key !== undefined) keys.add(key);
    }
    this.#waiting = later;
    return batch;
  }
}
