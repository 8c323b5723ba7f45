import { noCell } from './cells.ts';
import type { Quadrant } from './pool.ts';
import { type Leaf, networksOf, systemsOf } from './tree.ts';

/** The agents that never get a seat because they are tied to the prover: by their id, their owner or their networks. */
export interface Tied {
  readonly ids: readonly string[];
  readonly owners: readonly string[];
  readonly networks: readonly string[];
}

export interface Seat {
  readonly leaf: Leaf;
  readonly from: Quadrant | 'world';
}

/** Someone who was drawn and got no seat. */
export interface PassedOver {
  readonly leaf: Leaf;
  readonly reason: 'tied_to_prover' | 'no_place' | 'owner_seated' | 'network_seated' | 'system_full';
}

/**
 * Decides who may get a seat: over all seats one agent of each owner and network, and in a committee few of each autonomous system.
 */
export class Seating {
  readonly passedOver: PassedOver[] = [];
  readonly #tied: { readonly [kind in keyof Tied]: ReadonlySet<string> };
  readonly #needsPlace: boolean;
  readonly #ids = new Set<string>();
  readonly #owners = new Set<string>();
  readonly #networks = new Set<string>();

  constructor({ ids, owners, networks }: Tied, needsPlace: boolean) {
    this.#tied = { ids: new Set(ids), owners: new Set(owners), networks: new Set(networks) };
    this.#needsPlace = needsPlace;
  }

  isTied(leaf: Leaf): boolean {
    const { ids, owners, networks } = this.#tied;
    return ids.has(leaf.id) || owners.has(leaf.owner) || networksOf(leaf).some((it) => networks.has(it));
  }

  isSeated({ id }: Leaf): boolean {
    return this.#ids.has(id);
  }

  /** Gives the agent a seat in a committee. Returns false and notes the reason if a rule forbids it. */
  take(leaf: Leaf, committee: Seat[], from: Seat['from'], perSystem: number): boolean {
    const reason = this.#whyNot(leaf, committee, perSystem);
    if (reason) {
      this.passedOver.push({ leaf, reason });
      return false;
    }
    committee.push({ leaf, from });
    this.#ids.add(leaf.id);
    this.#owners.add(leaf.owner);
    for (const network of networksOf(leaf)) this.#networks.add(network);
    return true;
  }

  #whyNot(leaf: Leaf, committee: readonly Seat[], perSystem: number): PassedOver['reason'] | undefined {
    if (this.isTied(leaf)) return 'tied_to_prover';
    if (this.#needsPlace && leaf.cell === noCell) return 'no_place';
    if (this.#owners.has(leaf.owner)) return 'owner_seated';
    if (networksOf(leaf).some((it) => this.#networks.has(it))) return 'network_seated';
    // Agents of unknown systems all have the empty name, so they count as one system.
    const isFull = (system: string) =>
      committee.filter((seat) => systemsOf(seat.leaf).includes(system)).length >= perSystem;
    return systemsOf(leaf).some(isFull) ? 'system_full' : undefined;
  }
}
