import { type ServiceError, serviceError } from '@trigpoint/protocol';
import type { Block, OnChainChallenge, RpcEndpoint } from './rpc-endpoints.ts';

/** A request whose block has enough confirmations. */
export interface ConfirmedRequest extends OnChainChallenge {
  /** The block that it was submitted in. It is stored, and checked again before anything is paid. */
  readonly blockNumber: number;
  readonly blockHash: string;
  /** The chain's clock when it was read, Unix seconds. */
  readonly chainTime: number;
}

export type Found = ConfirmedRequest | 'missing' | 'unconfirmed';

interface ChainRequestsOptions {
  readonly endpoints: readonly RpcEndpoint[];
  readonly chainId: number;
  /** How many blocks must lie on top of a request's block. */
  readonly confirmations: number;
  /** How many endpoints must say the same. */
  readonly quorum: number;
  /** True for a development chain, which makes blocks when told to. */
  readonly minesOnDemand?: boolean;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Called with what an endpoint got wrong; for the log. */
  readonly onFault?: (endpoint: string, problem: string) => void;
}

const headAttempts = 3;
const headPauseMs = 200;

/** An endpoint that has not answered after this long is slow. It may take longer, but another one is asked as well. */
const slowMs = 1_000;

/** Callers are asked to come back after about one block. */
const retrySeconds = 5;

/** Thrown if the answer of an endpoint cannot be relied on this time. */
class EndpointFault extends Error {
  override readonly name = 'EndpointFault';
}

/**
 * Reads requests from the chain so that a wrong answer is never taken for a right one. Endpoints are asked in order, a
 * few at a time, until enough of them agree. An endpoint is passed over if it is on another chain, is behind what was seen before, lacks a block, or changes
 * its answer in between. If too few remain, the answer is 503, not a guess.
 */
export class ChainRequests {
  readonly #options: ChainRequestsOptions;
  /** The last head of each endpoint that could also show the block at the required depth. */
  readonly #heads = new Map<RpcEndpoint, number>();

  constructor(options: ChainRequestsOptions) {
    this.#options = options;
  }

  get confirmations() {
    return this.#options.confirmations;
  }

  /** The highest head that a quorum has shown. Endpoints behind it are not used. Fewer endpoints cannot raise it. */
  get highestHead(): number {
    const heads = [...this.#heads.values()].sort((a, b) => b - a);
    return heads[this.#options.quorum - 1] ?? 0;
  }

  read(id: bigint): Promise<Found> {
    return this.#agree((endpoint) => this.#readFrom(endpoint, id), describe);
  }

  /** Whether the block of an accepted request is still on the chain. Nothing is paid before this says true. */
  async recheck(blockNumber: number, blockHash: string): Promise<boolean> {
    return this.#agree(
      async (endpoint) => {
        await this.#target(endpoint);
        const block = await endpoint.block(blockNumber);
        if (!block) throw new EndpointFault(`does not have block ${blockNumber}`);
        return block.hash === blockHash;
      },
      (same) => String(same),
    );
  }

  /** The hash of a block with enough confirmations; undefined before. A development chain is told to make the block. */
  async confirmedHash(number: number): Promise<string | undefined> {
    const found = await this.#hashOf(number);
    if (found !== undefined || !this.#options.minesOnDemand) return found;
    // An error is ignored: a chain that cannot be told to make a block makes blocks by itself.
    await this.#options.endpoints[0]?.mine?.().catch(() => {});
    return this.#hashOf(number);
  }

  /**
   * The number of a block that nobody has made yet. It is the block after the next, because an endpoint may lag and the next
   * block may come while the acceptance is written. On a development chain it is the next block, which is made when it is
   * asked for.
   */
  async upcoming(): Promise<number> {
    return (await this.head()) + (this.#options.minesOnDemand ? 1 : 2);
  }

  #hashOf(number: number): Promise<string | undefined> {
    return this.#agree(
      async (endpoint) => {
        const { target } = await this.#target(endpoint);
        return target && target.number >= number ? (await this.#block(endpoint, number)).hash : undefined;
      },
      (hash) => hash ?? 'not yet',
    );
  }

  /** The answer that enough endpoints give to a question about a block with enough confirmations. */
  holds(ask: (endpoint: RpcEndpoint, at: Block) => Promise<boolean>): Promise<boolean> {
    return this.#agree(async (endpoint) => {
      const { target } = await this.#target(endpoint);
      if (!target) throw new EndpointFault('has no block that is deep enough');
      const answer = await ask(endpoint, target);
      await this.#stillStands(endpoint, target);
      return answer;
    }, String);
  }

  /** The newest block that enough endpoints have shown. */
  async head(): Promise<number> {
    await this.ping();
    return this.highestHead;
  }

  /** Throws unless enough endpoints can be relied on now. */
  async ping(): Promise<void> {
    await this.#agree(
      (endpoint) => this.#target(endpoint),
      () => 'ready',
    );
  }

  /**
   * As many endpoints as must agree are asked at once. Another one is asked in place of each that fails or says something else, and
   * beside each that is slow: one of them could otherwise hold up every answer for as long as it may take.
   */
  #agree<T>(ask: (endpoint: RpcEndpoint) => Promise<T>, sameAs: (answer: T) => string): Promise<T> {
    const { quorum, onFault } = this.#options;
    const rest = [...this.#options.endpoints];
    const votes = new Map<string, number>();
    const slow = new Set<NodeJS.Timeout>();
    const answered = new Promise<T>((resolve, reject) => {
      let open = 0;
      const hear = (answer: T): void => {
        const key = sameAs(answer);
        const count = (votes.get(key) ?? 0) + 1;
        votes.set(key, count);
        if (count >= quorum) resolve(answer);
      };
      const askNext = (): void => {
        const endpoint = rest.shift();
        if (!endpoint) return;
        open++;
        const timer = setTimeout(askNext, slowMs);
        slow.add(timer);
        void ask(endpoint)
          .then(hear, (error: unknown) => onFault?.(endpoint.name, messageOf(error)))
          .then(() => {
            clearTimeout(timer);
            open--;
            goOn();
          });
      };
      const goOn = (): void => {
        const most = Math.max(0, ...votes.values());
        while (most + open < quorum && rest.length > 0) askNext();
        if (open === 0 && most < quorum) reject(unreadable(votes.size > 1));
      };
      goOn();
    });
    return answered.finally(() => {
      rest.length = 0;
      for (const it of slow) clearTimeout(it);
    });
  }

  /** The newest block with enough confirmations, and the endpoint's own head. */
  async #target(endpoint: RpcEndpoint): Promise<{ target: Block | undefined; head: number }> {
    const { chainId, confirmations } = this.#options;
    // The chain id is asked each time, because another endpoint may have taken over the address.
    const [answered, head] = await Promise.all([endpoint.chainId(), this.#headOf(endpoint)]);
    if (answered !== chainId) throw new EndpointFault(`is on chain ${answered}, not ${chainId}`);
    const target = head < confirmations ? undefined : await this.#block(endpoint, head - confirmations);
    this.#heads.set(endpoint, head);
    return { target, head };
  }

  /**
   * Confirmations are counted from the endpoint's own head. An endpoint that fell behind may have blocks of a branch that the
   * others have left. Several endpoints may share one address, so one that is behind is asked again.
   */
  async #headOf(endpoint: RpcEndpoint): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const head = await endpoint.head();
      if (head >= this.highestHead) return head;
      if (attempt === headAttempts)
        throw new EndpointFault(`is at block ${head}, and ${this.highestHead} was seen before`);
      await this.#options.pause(headPauseMs);
    }
  }

  async #block(endpoint: RpcEndpoint, number: number): Promise<Block> {
    const block = await endpoint.block(number);
    if (block?.number === number) return block;
    throw new EndpointFault(block ? `answered block ${block.number} for ${number}` : `does not have block ${number}`);
  }

  async #readFrom(endpoint: RpcEndpoint, id: bigint): Promise<Found> {
    const { target, head } = await this.#target(endpoint);
    const found = target && (await endpoint.challenge(id, target));
    if (!target || !found || found.status === 'none') return this.#lookAhead(endpoint, id, target, head);
    if (found.submittedBlock > target.number)
      throw new EndpointFault(`shows in block ${target.number} what was submitted in ${found.submittedBlock}`);
    const submitted = await this.#block(endpoint, found.submittedBlock);
    await this.#stillStands(endpoint, target);
    return { ...found, blockNumber: submitted.number, blockHash: submitted.hash, chainTime: target.timestamp };
  }

  /** Checked after reading. Otherwise an answer of one branch could be combined with a block of another. */
  async #stillStands(endpoint: RpcEndpoint, { number, hash }: Block): Promise<void> {
    if ((await this.#block(endpoint, number)).hash !== hash)
      throw new EndpointFault(`changed block ${number} while it was read`);
  }

  /** The request is not there at the required depth. It may be in a newer block, and then only needs time. */
  async #lookAhead(endpoint: RpcEndpoint, id: bigint, target: Block | undefined, head: number): Promise<Found> {
    if (target && head <= target.number) return 'missing';
    const newest = await this.#block(endpoint, head);
    return (await endpoint.challenge(id, newest)).status === 'none' ? 'missing' : 'unconfirmed';
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] as string) : String(error);

const unreadable = (disagree: boolean): ServiceError => {
  const detail = disagree
    ? 'The endpoints of the chain do not agree right now.'
    : 'The chain cannot be read reliably right now.';
  return serviceError('unavailable', { detail, seconds: retrySeconds }, retrySeconds);
};

/** What endpoints must agree on. The chain's clock is left out, because it may differ by a block. */
const describe = (found: Found): string =>
  typeof found === 'string' ? found : JSON.stringify({ ...found, chainTime: undefined });
