import type { KeyType, Role } from '@trigpoint/protocol';
import type { Agent } from './store.ts';

/** How many accounts are asked about at a time, because RPC endpoints limit how much they answer. */
const atATime = 8;

interface DepositsOptions {
  /** Whether an account holds what its role must hold. */
  readonly holds: (keyType: KeyType, publicKey: string, role: Role) => Promise<boolean>;
  readonly challengers: () => Promise<readonly Agent[]>;
}

/**
 * Checks once a minute that each challenger still holds its deposit. A challenger had to hold it at login, but could then have
 * moved the money to its next key. If a contract locks deposits, money can be moved only after a notice of an hour or more, so
 * this check sees that. If no contract does, the check shows that all challengers hold their deposits at the same time.
 */
export class Deposits {
  readonly #options: DepositsOptions;
  #short: ReadonlySet<string> = new Set();

  constructor(options: DepositsOptions) {
    this.#options = options;
  }

  isShort = ({ publicKey }: Pick<Agent, 'publicKey'>): boolean => this.#short.has(publicKey);

  /** Throws if the chain cannot be asked. What was known before stays then. */
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
