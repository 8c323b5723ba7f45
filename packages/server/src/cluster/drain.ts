import { unavailable } from '../unavailable.ts';

const retrySeconds = 2;

/**
 * A node that is about to end still answers everything for DRAIN_SECONDS. Meanwhile /readyz is 503 and every answer closes
 * its connection, so that a balancer sends the next request elsewhere.
 */
export class Drain {
  #begun = false;

  begin(): void {
    this.#begun = true;
  }

  /** For /readyz: throws if the node is about to end. */
  check(): void {
    if (this.#begun) throw unavailable('This node is ending.', retrySeconds);
  }

  get hasBegun(): boolean {
    return this.#begun;
  }
}
