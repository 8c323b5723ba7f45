import type { SeedChain } from '@trigpoint/log';
import { countWindows } from '@trigpoint/log/watches';
import type { EditionRow } from './store.ts';
import type { WatchLog } from './watch-log.ts';

const keptChains = 512;

const lengthOf = (edition: EditionRow) => Math.max(1, countWindows(edition));
/** The key has the length, because a change that was rolled back may have had the same number and other windows. */
const keyOf = (edition: EditionRow) => `${edition.watchId} ${edition.seq} ${lengthOf(edition)}`;

/** The values that the times of slots are drawn with. Each edition of a watch has a chain of its own. */
export class SlotValues {
  readonly #log: Pick<WatchLog, 'valuesFor'>;
  readonly #chains = new Map<string, SeedChain>();

  constructor(log: Pick<WatchLog, 'valuesFor'>) {
    this.#log = log;
  }

  async of(edition: EditionRow): Promise<SeedChain> {
    const known = this.madeFor(edition);
    if (known) return known;
    const chain = await this.#log.valuesFor(`watch ${edition.watchId} ${edition.seq}`, lengthOf(edition));
    if (this.#chains.size >= keptChains) this.#chains.delete(this.#chains.keys().next().value as string);
    this.#chains.set(keyOf(edition), chain);
    return chain;
  }

  /** For use inside a transaction, which must not wait for a thread. Undefined if the chain is not made yet. */
  madeFor(edition: EditionRow): SeedChain | undefined {
    return this.#chains.get(keyOf(edition));
  }
}
