import { SeedChain } from '@trigpoint/log';
import { ThreadPool } from '../threads/thread-pool.ts';

export interface ChainQuestion {
  readonly secret: Uint8Array;
  readonly length: number;
}

/** Makes a chain of seeds, wherever that is done. */
export type MakeChain = (secret: Uint8Array, length: number) => Promise<SeedChain>;

/** Makes chains of seeds in a thread. The 20,000 hashes of a long watch would hold the event loop for 10 to 40 ms. */
export class ChainThread {
  readonly #pool = new ThreadPool<ChainQuestion, Uint8Array>({
    file: new URL('./chain-worker.js', import.meta.url),
    threads: 1,
  });

  readonly make: MakeChain = async (secret, length) => SeedChain.open(await this.#pool.ask({ secret, length }), length);

  close(): Promise<void> {
    return this.#pool.close();
  }
}
