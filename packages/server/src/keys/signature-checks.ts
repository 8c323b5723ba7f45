import type { CheckSignature } from '@trigpoint/proofs';
import type { KeyType } from '@trigpoint/protocol';
import { ThreadPool } from '../threads/thread-pool.ts';

export type Question = readonly [keyType: KeyType, publicKey: string, text: string, signature: string];

/**
 * Questions that arrive within this time go to the thread together. A challenge has ten signatures. Waking the thread for each
 * of them delays the event loop by more than everything else that is done with a reading.
 */
const gatherMs = 5;

/**
 * Checks signatures of agents in one thread. A check takes 0.1–0.3 ms of CPU; on the event loop that would delay every other
 * request. Logins are checked on the loop: they have one signature, and their answer waits for it.
 */
export class SignatureChecks {
  readonly #pool = new ThreadPool<readonly Question[], readonly boolean[]>({
    file: new URL('./signature-worker.js', import.meta.url),
    threads: 1,
  });
  #questions: Question[] = [];
  #answers: Promise<readonly boolean[]> | undefined;

  readonly check: CheckSignature = async ({ key_type, public_key }, text, signature) => {
    this.#answers ??= this.#gather();
    const index = this.#questions.push([key_type, public_key, text, signature]) - 1;
    return (await this.#answers)[index] === true;
  };

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #gather(): Promise<readonly boolean[]> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const questions = this.#questions;
    this.#questions = [];
    this.#answers = undefined;
    return this.#pool.ask(questions);
  }
}
