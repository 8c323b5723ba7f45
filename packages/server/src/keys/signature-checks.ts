import { Worker } from 'node:worker_threads';
import type { CheckSignature } from '@trigpoint/proofs';
import type { KeyType } from '@trigpoint/protocol';

export type Question = readonly [keyType: KeyType, publicKey: string, text: string, signature: string];

/**
 * Questions that come within this long go to the thread together. A challenge has ten signatures. Waking a thread for each of
 * them delays the event loop by more than everything else that is done with a reading.
 */
const gatherMs = 5;

interface Asked {
  readonly question: Question;
  readonly resolve: (isSigned: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Checks signatures of agents in one thread. A check takes 0.1–0.3 ms of CPU; on the event loop that would delay every other
 * request. Logins are checked on the loop: they have one signature, and their answer waits for it.
 */
export class SignatureChecks {
  #worker: Worker | undefined;
  #waiting: Asked[] = [];
  /** Questions that the thread has, in the order in which it answers. */
  readonly #given: (readonly Asked[])[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #isClosed = false;

  readonly check: CheckSignature = ({ key_type, public_key }, text, signature) =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closing());
      this.#waiting.push({ question: [key_type, public_key, text, signature], resolve, reject });
      this.#gathering ??= setTimeout(() => this.#give(), gatherMs);
    });

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#gathering);
    for (const { reject } of this.#waiting.splice(0)) reject(closing());
    await this.#end(closing());
  }

  #give(): void {
    this.#gathering = undefined;
    const asked = this.#waiting.splice(0);
    this.#worker ??= this.#open();
    this.#given.push(asked);
    this.#worker.postMessage(asked.map((it) => it.question));
  }

  #open(): Worker {
    const worker = new Worker(new URL('./signature-worker.js', import.meta.url));
    worker.on('message', (answers: readonly boolean[]) => {
      for (const [i, { resolve }] of (this.#given.shift() ?? []).entries()) resolve(answers[i] === true);
    });
    // The next question starts another thread.
    worker.on('error', (error) => void this.#end(error));
    worker.unref();
    return worker;
  }

  async #end(error: unknown): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const asked of this.#given.splice(0)) for (const { reject } of asked) reject(error);
    await worker?.terminate();
  }
}

const closing = () => new Error('The service is closing');
