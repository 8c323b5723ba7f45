import type { KeyType, Role } from '@trigpoint/protocol';
import type { Agent } from './store.ts';

/** Asked at a time: RPC endpoints limit how much they answer. */
const atATime = 8;

export interface DepositsOptions {
  /** Whether an account holds what its role must hold. */
  readonly holds: (keyType: KeyType, publicKey: string, role: Role) => Promise<boolean>;
  readonly challengers: () => Promise<readonly Agent[]>;
}

/**
 * Looks again at what challengers hold. Each was asked for its own deposit at login; money that has moved on to the next key
 * since then counts for nobody. Where a contract locks deposits, money moves on only after a notice of an hour or more. A
 * look a minute then sees it once. Where none does, this shows that all of them hold theirs at the same time.
 */
export class Deposits {
  readonly #options: DepositsOptions;
  #short: ReadonlySet<string> = new Set();

  constructor(options: DepositsOptions) {
    this.#options = options;
  }

  isShort = ({ publicKey }: Pick<Agent, 'publicKey'>): boolean => this.#short.has(publicKey);

  /** Where the chain cannot be asked it throws, and what was known stays. */
  async look(): Promise<void> {
    const { holds, challengers } = this.#options;
    const all = [...new Map((await challengers()).map((it) => [it.publicKey, it])).values()];
    const short = new Set<string>();
    for (let i = 0; i < all.length; i += atATime)
      await Promise.all(
        all.slice(i, i + atATime).map(async ({ keyType, publicKey }) => {
          if (!(await holds(keyType, publicKey, 'challenger'))) short.add(publicKey);
        }),
      );
    this.#short = short;
  }
}
