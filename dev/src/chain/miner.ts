import { type Evm, RpcError } from '@trigpoint/contracts/evm';
import type { Journal, JournalBlock } from './journal.ts';

/** The most transactions in a block: as many as the block has gas for if each uses its cap. */
const blockSize = 25;

export interface Miner {
  /** Resolves with the hash once the transaction is on disk and in a block. Throws `RpcError` when it is refused. */
  submit(raw: string): Promise<string>;
  /** Mines a block, also an empty one. */
  mine(): Promise<void>;
  /** Moves the chain's clock ahead. Returns by how much it is ahead in all. */
  increaseTime(seconds: number): number;
  setNextTimestamp(at: number): void;
  /** Resolves when everything submitted has been answered. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly raw: string | undefined;
  resolve(hash: string): void;
  reject(error: unknown): void;
}

/**
 * Puts transactions into blocks at once. Transactions that arrive while a block is being written share the next block. A transaction is
 * checked, written into the journal, mined and then answered. So nobody sees a block that a crash could undo.
 */
export async function createMiner(evm: Evm, journal: Journal, nowSeconds: () => number): Promise<Miner> {
  const latestHash = async () => {
    const block = await evm.request('eth_getBlockByNumber', ['latest', false]);
    return (block as { hash: string }).hash;
  };
  let parent = await latestHash();
  let lastAt = journal.genesisTime;

  async function addBlock({ at }: Pick<JournalBlock, 'at'>): Promise<void> {
    await evm.request('evm_mine', [at]);
    parent = await latestHash();
    lastAt = at;
  }

  for (const [i, block] of journal.blocks.entries()) {
    if (block.parent !== parent) {
      throw new Error(
        `Block ${i + 1} of the development chain does not follow from the blocks before it. ` +
          'Take another data directory to start a new development network.',
      );
    }
    for (const raw of block.txs) await evm.request('eth_sendRawTransaction', [raw]);
    await addBlock(block);
  }

  let ahead = Math.max(0, lastAt - nowSeconds());
  let nextAt: number | undefined;
  let broken: RpcError | undefined;
  let running: Promise<void> | undefined;
  const queue: Waiting[] = [];

  async function step(batch: readonly Waiting[]): Promise<void> {
    const accepted: { readonly from: Waiting; readonly raw: string; readonly hash: string }[] = [];
    for (const from of batch) {
      if (from.raw === undefined) continue;
      try {
        const hash = await evm.request('eth_sendRawTransaction', [from.raw]);
        accepted.push({ from, raw: from.raw, hash: String(hash) });
      } catch (error) {
        from.reject(error);
      }
    }
    const onlyMine = batch.filter((from) => from.raw === undefined);
    if (accepted.length + onlyMine.length === 0) return;
    const at = Math.max(lastAt, nextAt ?? nowSeconds() + ahead);
    try {
      await journal.append({ at, parent, txs: accepted.map(({ raw }) => raw) });
      nextAt = undefined;
      await addBlock({ at });
    } catch (error) {
      // The chain and the journal disagree now. A restart replays the journal, and only that makes them agree again.
      broken = new RpcError(-32603, `The development chain stopped and must be restarted: ${String(error)}`);
      for (const from of batch) from.reject(broken);
      return;
    }
    for (const { from, hash } of accepted) from.resolve(hash);
    for (const from of onlyMine) from.resolve(parent);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) await step(queue.splice(0, blockSize));
    running = undefined;
  }

  const enqueue = (raw: string | undefined) =>
    new Promise<string>((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      queue.push({ raw, resolve, reject });
      running ??= run();
    });

  return {
    submit: enqueue,
    mine: async () => {
      await enqueue(undefined);
    },
    increaseTime(seconds) {
      ahead += seconds;
      return ahead;
    },
    setNextTimestamp(at) {
      if (at < lastAt) throw new RpcError(-32602, `The next block cannot be before ${lastAt}.`);
      ahead += at - (nowSeconds() + ahead);
      nextAt = at;
    },
    idle: async () => {
      await running;
    },
  };
}
