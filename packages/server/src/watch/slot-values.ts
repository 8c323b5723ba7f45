import type { SeedChain } from '@trigpoint/log';
import { countWindows } from '@trigpoint/log/watches';
import type { EditionRow } from './store.ts';
import type { WatchLog } from './watch-log.ts';

const keptChains = 512;

const lengthOf = (edition: EditionRow) => Math.max(1, countWindows(edition));
/** A change that was given up may have had the same number and other windows. */
const keyOf = (edition: EditionRow) => `${edition.watchId} ${edition.seq} ${lengthOf(edition)}`;

/** The values that the times of slots are drawn with: a chain for each edition of a watch. */
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

  /** The same inside a transaction, which waits for no thread; undefined where they are not made yet. */
  madeFor(edition: EditionRow): SeedChain | undefined {
    return this.#chains.get(keyOf(edition));
  }
}
