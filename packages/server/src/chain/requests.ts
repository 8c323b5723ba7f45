import { ServiceError } from '@trigpoint/protocol';
import type { Block, ChainNode, OnChainChallenge } from './nodes.ts';

/** A request that is deep enough to rely on. */
export interface ConfirmedRequest extends OnChainChallenge {
  /** The block it was submitted in: kept, and compared before anything is paid. */
  readonly blockNumber: number;
  readonly blockHash: string;
  /** The chain's clock when it was read, Unix seconds. */
  readonly chainTime: number;
}

export type Found = ConfirmedRequest | 'missing' | 'unconfirmed';

export interface ChainRequestsOptions {
  readonly nodes: readonly ChainNode[];
  readonly chainId: number;
  /** How many blocks must lie on top of a request's block. */
  readonly confirmations: number;
  /** How many nodes must say the same. */
  readonly quorum: number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Called with what a node got wrong; for the log. */
  readonly onFault?: (node: string, problem: string) => void;
}

const headAttempts = 3;
const headPauseMs = 200;

/** Callers are asked to come back after about one block. */
const retrySeconds = 5;

/** What a node cannot be relied on for, this time. */
class NodeFault extends Error {
  override readonly name = 'NodeFault';
}

/**
 * Reads requests from the chain so that a wrong answer is never taken for a right one. Nodes are asked in order until enough
 * of them agree; one that is on another chain, behind what was seen before, lacks a block or changes its mind in between is
 * passed over. Where too few remain, the answer is 503, not a guess.
 */
export class ChainRequests {
  readonly #options: ChainRequestsOptions;
  /** The highest head of each node that it could also show the block of. */
  readonly #heads = new Map<ChainNode, number>();

  constructor(options: ChainRequestsOptions) {
    this.#options = options;
  }

  get confirmations() {
    return this.#options.confirmations;
  }

  /** The highest head that a quorum has shown: no node that is behind it is listened to, and no single node can push it out of reach. */
  get highestHead(): number {
    const heads = [...this.#heads.values()].sort((a, b) => b - a);
    return heads[this.#options.quorum - 1] ?? 0;
  }

  read(id: bigint): Promise<Found> {
    return this.#agree((node) => this.#readFrom(node, id), describe);
  }

  /** Whether the block of an accepted request is still where it was. Anything paid on it waits for a `true`. */
  async recheck(blockNumber: number, blockHash: string): Promise<boolean> {
    return this.#agree(
      async (node) => {
        await this.#target(node);
        const block = await node.block(blockNumber);
        if (!block) throw new NodeFault(`does not have block ${blockNumber}`);
        return block.hash === blockHash;
      },
      (same) => String(same),
    );
  }

  /** For /readyz: whether any node can be relied on now. */
  async ping(): Promise<void> {
    await this.#agree(
      (node) => this.#target(node),
      () => 'ready',
    );
  }

  async #agree<T>(ask: (node: ChainNode) => Promise<T>, sameAs: (answer: T) => string): Promise<T> {
    const { nodes, quorum, onFault } = this.#options;
    const votes = new Map<string, number>();
    for (const node of nodes) {
      let answer: T;
      try {
        answer = await ask(node);
      } catch (error) {
        onFault?.(node.name, error instanceof Error ? (error.message.split('\n')[0] as string) : String(error));
        continue;
      }
      const key = sameAs(answer);
      const count = (votes.get(key) ?? 0) + 1;
      if (count >= quorum) return answer;
      votes.set(key, count);
    }
    const detail =
      votes.size > 1
        ? 'The nodes of the chain do not agree right now.'
        : 'The chain cannot be read reliably right now.';
    throw new ServiceError('unavailable', { detail, seconds: retrySeconds }, retrySeconds);
  }

  /** The newest block to rely on, and the node's own head. */
  async #target(node: ChainNode): Promise<{ target: Block | undefined; head: number }> {
    const { chainId, confirmations } = this.#options;
    // Each time: behind one address there may be a different node today.
    const [answered, head] = await Promise.all([node.chainId(), this.#headOf(node)]);
    if (answered !== chainId) throw new NodeFault(`is on chain ${answered}, not ${chainId}`);
    const target = head < confirmations ? undefined : await this.#block(node, head - confirmations);
    this.#heads.set(node, head);
    return { target, head };
  }

  /**
   * Depth counts from the node's own head: a block that a node which fell behind still has may be on a branch that the others
   * have left. Behind one address several nodes may take turns, so a late answer gets a second chance.
   */
  async #headOf(node: ChainNode): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const head = await node.head();
      if (head >= this.highestHead) return head;
      if (attempt === headAttempts) throw new NodeFault(`is at block ${head}, and ${this.highestHead} was seen before`);
      await this.#options.pause(headPauseMs);
    }
  }

  async #block(node: ChainNode, number: number): Promise<Block> {
    const block = await node.block(number);
    if (block?.number === number) return block;
    throw new NodeFault(block ? `answered block ${block.number} for ${number}` : `does not have block ${number}`);
  }

  async #readFrom(node: ChainNode, id: bigint): Promise<Found> {
    const { target, head } = await this.#target(node);
    const found = target && (await node.challenge(id, target));
    if (!target || !found || found.status === 'none') return this.#lookAhead(node, id, target, head);
    if (found.submittedBlock > target.number)
      throw new NodeFault(`shows in block ${target.number} what was submitted in ${found.submittedBlock}`);
    const submitted = await this.#block(node, found.submittedBlock);
    // The block before and after: a reorganisation in between would pair a request with another branch's hash.
    const still = await this.#block(node, target.number);
    if (still.hash !== target.hash) throw new NodeFault(`changed block ${target.number} while it was read`);
    return { ...found, blockNumber: submitted.number, blockHash: submitted.hash, chainTime: target.timestamp };
  }

  /** Not there at the required depth: perhaps it is nearer the head, and only needs time. */
  async #lookAhead(node: ChainNode, id: bigint, target: Block | undefined, head: number): Promise<Found> {
    if (target && head <= target.number) return 'missing';
    const newest = await this.#block(node, head);
    return (await node.challenge(id, newest)).status === 'none' ? 'missing' : 'unconfirmed';
  }
}

/** What two nodes must agree on; the chain's clock may differ by a block. */
const describe = (found: Found): string =>
  typeof found === 'string' ? found : JSON.stringify({ ...found, chainTime: undefined });
