import type { DemoAgent, Endpoint } from '@trigpoint/proofs';
import { AccessLines, DelayLines } from './lines.ts';
import { roundTripMs } from './paths.ts';

/** The simulated ways between agents: with the delay between their places, or with the rate of the dialling agent's access line. */
export class Ways {
  #delays: DelayLines | undefined;
  #accesses: AccessLines | undefined;

  /** An endpoint that reaches `target`, where the agent `to` listens, over the way from the agent `from`. */
  async open(from: DemoAgent, to: DemoAgent, target: Endpoint): Promise<Endpoint> {
    if (from.place && to.place) {
      this.#delays ??= new DelayLines();
      return this.#delays.open(target, roundTripMs(from.place, to.place));
    }
    if (from.access) {
      this.#accesses ??= new AccessLines();
      return this.#accesses.open(from.name, from.access, target);
    }
    return target;
  }

  async close(): Promise<void> {
    await this.#delays?.close();
    await this.#accesses?.close();
  }
}
