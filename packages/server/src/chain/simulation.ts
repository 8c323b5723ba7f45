import type { Block, OnChainChallenge, RpcEndpoint } from './rpc-endpoints.ts';

/** A whole number in [0, below). The caller's random source decides everything that happens here. */
export type Draw = (below: number) => number;

/** A request that a payer sent. Its id depends on the branch that it ends up in. */
export interface SimulatedRequest {
  readonly requester: `0x${string}`;
  readonly attributeId: string;
  readonly info: `0x${string}`;
  readonly expiration: number;
}

interface SimulatedBlock extends Block {
  /** Every challenge up to and including this block. The id is the index plus one. */
  readonly challenges: readonly OnChainChallenge[];
}

const blockSeconds = 12;

/** A chain in memory that grows and reorganises. Requests of a dropped block are mined again in any order, or never. */
export class SimulatedChain {
  readonly chainId = 31_337;
  blocks: readonly SimulatedBlock[];
  #serial = 0;

  constructor(startTime = 1_800_000_000) {
    this.blocks = [{ number: 0, hash: this.#hash(), timestamp: startTime, challenges: [] }];
  }

  get head(): SimulatedBlock {
    return this.blocks.at(-1) as SimulatedBlock;
  }

  #hash(): `0x${string}` {
    return `0x${(++this.#serial).toString(16).padStart(64, '0')}`;
  }

  /** Mines a block. Returns the ids of its requests. */
  mine(requests: readonly SimulatedRequest[] = []): bigint[] {
    const { number, timestamp, challenges } = this.head;
    const made = requests.map(
      (it): OnChainChallenge => ({ ...it, submittedBlock: number + 1, status: 'submitted' as const }),
    );
    const block = {
      number: number + 1,
      hash: this.#hash(),
      timestamp: timestamp + blockSeconds,
      challenges: made.length > 0 ? [...challenges, ...made] : challenges,
    };
    this.blocks = [...this.blocks, block];
    return made.map((_, i) => BigInt(challenges.length + 1 + i));
  }

  /** Replaces the last `depth` blocks by a branch one block longer. */
  reorganise(depth: number, draw: Draw): void {
    const kept = this.blocks.slice(0, Math.max(1, this.blocks.length - depth));
    const dropped = this.head.challenges.slice(kept.at(-1)?.challenges.length ?? 0);
    const replaced = this.blocks.length - kept.length;
    this.blocks = kept;
    const waiting = dropped.map(({ requester, attributeId, info, expiration }) => ({
      requester,
      attributeId,
      info,
      expiration,
    }));
    for (let i = 0; i <= replaced; i++) {
      const mined: SimulatedRequest[] = [];
      while (waiting.length > 0 && draw(2) === 0) mined.push(...waiting.splice(draw(waiting.length), 1));
      this.mine(mined);
    }
  }
}

/** What an endpoint does wrong. Its own answers show it, except for a forger, which only another endpoint exposes. */
export type Fault = 'none' | 'silent' | 'other chain' | 'lagging' | 'holes' | 'forger';

/** An endpoint of a simulated chain. `between` runs before every answer, so that the chain can change while it is asked. */
export class SimulatedEndpoint implements RpcEndpoint {
  fault: Fault = 'none';
  readonly name: string;
  readonly #chain: SimulatedChain;
  /** The chain of its answers with the fault `other chain`. It has the same ids and other requests. */
  readonly #elsewhere: SimulatedChain;
  readonly #draw: Draw;
  readonly #between: () => void;
  #view: readonly SimulatedBlock[];

  constructor(
    name: string,
    chain: SimulatedChain,
    draw: Draw,
    between: () => void = () => {},
    elsewhere: SimulatedChain = chain,
  ) {
    this.name = name;
    this.#chain = chain;
    this.#elsewhere = elsewhere;
    this.#draw = draw;
    this.#between = between;
    this.#view = chain.blocks;
  }

  async #look(): Promise<readonly SimulatedBlock[]> {
    this.#between();
    if (this.fault === 'silent') throw new Error('the request took too long');
    // A lagging endpoint still shows what it saw when it fell behind.
    if (this.fault === 'other chain') return this.#elsewhere.blocks;
    if (this.fault !== 'lagging') this.#view = this.#chain.blocks;
    return this.#view;
  }

  async chainId(): Promise<number> {
    await this.#look();
    return this.fault === 'other chain' ? this.#chain.chainId + 1 : this.#chain.chainId;
  }

  async head(): Promise<number> {
    const ahead = this.fault === 'forger' ? this.#draw(50) : 0;
    return ((await this.#look()).at(-1)?.number ?? 0) + ahead;
  }

  async block(number: number): Promise<Block | undefined> {
    const view = await this.#look();
    if (this.fault === 'holes' && this.#draw(3) === 0) return undefined;
    const block = view[number] ?? (this.fault === 'forger' ? view.at(-1) : undefined);
    if (!block) return undefined;
    return this.fault === 'forger' ? { ...block, number, hash: `0xf0${block.hash.slice(4)}` } : block;
  }

  async mine(): Promise<void> {
    this.#chain.mine();
  }

  async challenge(id: bigint, at: Block): Promise<OnChainChallenge> {
    const view = await this.#look();
    if (this.fault === 'forger') return { ...emptyChallenge, status: 'submitted', requester: `0x${'66'.repeat(20)}` };
    const block = view[at.number];
    if (block?.hash !== at.hash) throw new Error('header not found');
    return (id > 0n && block.challenges[Number(id) - 1]) || emptyChallenge;
  }

  /** Always false, unless the endpoint forges. */
  async standsBy(): Promise<boolean> {
    await this.#look();
    return this.fault === 'forger';
  }

  async balance(): Promise<bigint> {
    await this.#look();
    return this.fault === 'forger' ? 10n ** 18n : 0n;
  }

  locked(): Promise<bigint> {
    return this.balance();
  }
}

const emptyChallenge: OnChainChallenge = {
  requester: `0x${'00'.repeat(20)}`,
  attributeId: '',
  info: '0x',
  submittedBlock: 0,
  expiration: 0,
  status: 'none',
};
