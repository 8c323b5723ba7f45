import { encodePolAsk } from '@trigpoint/proofs';
import { ServiceError } from '@trigpoint/protocol';
import { ChainRequests } from '@trigpoint/server/chain';
import { SimulatedChain, SimulatedEndpoint } from '@trigpoint/server/chain-simulation';
import { Challenges } from '@trigpoint/server/parts';
import type { Random } from '../proof.ts';
import { drawAsk, types } from './asks.ts';
import type { LifeSize } from './sizes.ts';
import type { Node, World } from './world.ts';

const confirmations = 1;
const blockMs = 12_000;
const farFuture = 1_900_000_000;

/** A chain that grows and reorganises, and payers who ask on it. They bring their ids to any node until one takes them. */
export class Payers {
  readonly chain = new SimulatedChain(1_800_000_000);
  readonly #endpoint: SimulatedEndpoint;
  readonly requests: ChainRequests;
  readonly #random: Random;
  readonly #mostAskedFor: number;
  readonly #unbrought = new Set<string>();
  /** The challenges that the service has accepted. */
  readonly accepted = new Set<string>();
  readonly #submitAt: number[];
  blockAt: number;

  constructor(random: Random, now: number, size: LifeSize) {
    this.#random = random;
    this.#mostAskedFor = size.mostAskedFor;
    this.#endpoint = new SimulatedEndpoint('endpoint', this.chain, random.int);
    const pause = async () => {};
    const { chainId } = this.chain;
    this.requests = new ChainRequests({ endpoints: [this.#endpoint], chainId, confirmations, quorum: 1, pause });
    this.#submitAt = Array.from({ length: size.challenges }, () => now + random.int(30_000));
    this.blockAt = now + blockMs;
  }

  get isDone() {
    return this.#submitAt.length === 0 && this.#unbrought.size === 0;
  }

  /** When something happens here next. */
  get nextAt() {
    return Math.min(this.blockAt, ...this.#submitAt);
  }

  step(world: World, isRough: boolean): void {
    const random = this.#random;
    for (const at of this.#submitAt.filter((it) => it <= world.now)) {
      this.#submitAt.splice(this.#submitAt.indexOf(at), 1);
      for (const id of this.chain.mine([this.#draw(world)])) this.#unbrought.add(String(id));
    }
    if (world.now < this.blockAt) return;
    this.blockAt = world.now + blockMs;
    if (isRough && random() < 0.2) this.chain.reorganise(1 + random.int(3), random.int);
    else this.chain.mine();
    this.#endpoint.fault = isRough && random() < 0.2 ? 'silent' : 'none';
  }

  /** Brings every id that no node has taken yet to some node. */
  async bring(world: World): Promise<void> {
    await Promise.all(
      [...this.#unbrought].map(async (id) => {
        const type = types.find((it) => it.attributeId === this.chain.head.challenges[Number(id) - 1]?.attributeId);
        if (!type) return;
        try {
          await this.#door(world, this.#random.pick(world.nodes)).takeIn(type, id, '');
          this.accepted.add(id);
          this.#unbrought.delete(id);
        } catch (error) {
          if (error instanceof ServiceError && error.status >= 500 && error.status !== 503)
            world.violations.push(`bringing ${id} failed: ${error.message}`);
        }
      }),
    );
  }

  #door({ now }: World, { db, agents }: Node): Challenges {
    return new Challenges({
      db,
      now: () => now,
      requests: this.requests,
      asksFor: (attributeId, type) => attributeId === type.attributeId,
      findProver: (id, address, isIPv6) => agents.findProver(id, address, isIPv6),
      settings: () => ({}),
      fee: 0,
      // The coordinator asks the prover a moment later.
      takenIn: () => {},
    });
  }

  #draw(world: World) {
    const { type, ask } = drawAsk(world, this.#random, this.#mostAskedFor);
    return {
      requester: `0x${'22'.repeat(20)}` as const,
      attributeId: type.attributeId,
      expiration: farFuture,
      info: encodePolAsk(ask),
    };
  }
}
