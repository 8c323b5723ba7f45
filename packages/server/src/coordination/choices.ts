import {
  type Ask,
  choiceSeed,
  chooseFrom,
  hashOf,
  type ProofType,
  sortCandidates,
  type WireCandidate,
} from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import type { Db, Tx } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import { countBusy } from './assignment-store.ts';
import { keepEligibleSet } from './store.ts';

const busySnapshotMs = 250;

interface EligibleSet {
  readonly agents: readonly Agent[];
  readonly candidates: readonly WireCandidate[];
  readonly hash: string;
}

export interface Choice {
  readonly attempt: number;
  readonly seed: string;
  readonly eligibleHash: string;
  readonly leftOut: readonly string[];
  readonly chosen: readonly Agent[];
  /** Stores the eligible set, once, inside the transaction that begins the attempt. */
  keep(tx: Tx, at: number): Promise<void>;
}

/** Who measures: everybody alive is eligible, the chain's seed picks, and what was left out is written down. */
export class Choices {
  readonly #db: Db;
  readonly #agents: Agents;
  readonly #sets = new WeakMap<readonly Agent[], Map<string, EligibleSet>>();
  /** Eligible sets this node knows to be stored. */
  readonly #kept = new Set<string>();
  #busySnapshot: { at: number; counts: Promise<Map<string, number>> } | undefined;

  constructor(db: Db, agents: Agents) {
    this.#db = db;
    this.#agents = agents;
  }

  /** Undefined where too few are there. */
  async choose(
    challenge: ChallengeRow,
    proofType: ProofType,
    ask: Ask,
    prover: Agent,
    at: number,
  ): Promise<Choice | undefined> {
    const alive = await this.#agents.eligible(proofType.id, challenge.submittedAt);
    const eligible = this.#eligible(alive, ask.isIPv6 ? 'IPv6' : 'IPv4');
    const open = await this.#busy(proofType, at);
    const leftOut = eligible.agents
      .filter((it) => isTied(it, prover) || (open.get(it.id) ?? 0) >= capacityFor(proofType, it))
      .map((it) => it.id);
    const attempt = challenge.attempt + 1;
    const seed = choiceSeed(challenge.blockHash, challenge.id, attempt);
    const ids = chooseFrom(proofType, challenge.info, seed, eligible.candidates, leftOut);
    if (ids.length < ask.challengers) return undefined;
    const byId = new Map(eligible.agents.map((it) => [it.id, it]));
    const { hash, candidates } = eligible;
    return {
      attempt,
      seed,
      eligibleHash: hash,
      leftOut,
      chosen: ids.map((id) => byId.get(id) as Agent),
      keep: async (tx, now) => {
        if (!this.#kept.has(hash)) await keepEligibleSet(tx, hash, JSON.stringify(candidates), now);
      },
    };
  }

  /** The attempt was committed, and its eligible set with it. */
  kept({ eligibleHash }: Choice): void {
    if (this.#kept.size > 1_000) this.#kept.clear();
    this.#kept.add(eligibleHash);
  }

  /** The set is the same for every challenge until the snapshot changes, so it is sorted and hashed once. */
  #eligible(alive: readonly Agent[], family: string): EligibleSet {
    const sets = this.#sets.get(alive) ?? new Map<string, EligibleSet>();
    this.#sets.set(alive, sets);
    const known = sets.get(family);
    if (known) return known;
    const agents = sortCandidates(alive.filter((it) => it.id.startsWith(`${family}/`)));
    const candidates = agents.map(candidateOf);
    const set = { agents, candidates, hash: hashOf(candidates) };
    sets.set(family, set);
    return set;
  }

  /** Open assignments per challenger. Where agents take many at a time a moment's delay does no harm: they decline beyond. */
  #busy(proofType: ProofType, at: number): Promise<Map<string, number>> {
    if (proofType.schedule === 'sequential') return countBusy(this.#db, at);
    if (!this.#busySnapshot || Math.abs(at - this.#busySnapshot.at) > busySnapshotMs)
      this.#busySnapshot = { at, counts: this.#count(at) };
    return this.#busySnapshot.counts;
  }

  async #count(at: number): Promise<Map<string, number>> {
    try {
      return await countBusy(this.#db, at);
    } catch (error) {
      this.#busySnapshot = undefined;
      throw error;
    }
  }
}

/** Nobody measures itself: not by its key, its owner or its network. */
const isTied = (it: Agent, prover: Agent) =>
  it.publicKey === prover.publicKey || it.owner === prover.owner || it.subnet === prover.subnet;

/** Bandwidth tests would disturb each other: one at a time. */
const capacityFor = (proofType: ProofType, agent: Agent) => (proofType.schedule === 'sequential' ? 1 : agent.capacity);

const candidateOf = (it: Agent): WireCandidate => ({
  id: it.id,
  key_type: it.keyType,
  public_key: it.publicKey,
  claims: it.claims,
  owner: it.owner,
  subnet: it.subnet,
});
