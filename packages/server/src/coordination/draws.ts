import {
  type Ask,
  drawFor,
  drawSeed,
  headOf,
  type PartialTree,
  type ProofType,
  partOf,
  recordingReader,
  type TranscriptDraw,
  type TranscriptSeat,
  type WireCandidate,
  wirePool,
} from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/leases.ts';
import type { Db, Reader, Tx } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import type { AutonomousSystems } from '../network/autonomous-systems.ts';
import { EligibleTrees } from './eligible-trees.ts';
import { findDraw, insertDraw } from './store.ts';

/** Who sits where; what comes of a seat stands in its assignment. */
export type DrawnSeat = Pick<TranscriptSeat, 'challenger' | 'lookout' | 'from' | 'description' | 'delegation'>;
export type DrawBody = Omit<TranscriptDraw, 'seats'> & { readonly seats: readonly DrawnSeat[] };

export interface Draw {
  readonly body: DrawBody;
  /** A challenger that is connected now. */
  find(id: string): Agent | undefined;
  /** Writes the draw down. Returns false if another draw of the same challenge was kept before, which then counts. */
  keep(tx: Tx, at: number): Promise<boolean>;
}

export const readDraw = async (db: Reader, challengeId: string): Promise<DrawBody | undefined> => {
  const found = await findDraw(db, challengeId);
  return found && JSON.parse(found.body);
};

/** The part of the eligible tree that a draw read. */
export const readDrawnTree = async (db: Reader, challengeId: string): Promise<PartialTree> => {
  const found = await findDraw(db, challengeId);
  return found ? JSON.parse(found.tree) : null;
};

/** Draws the challengers of a challenge from everybody who is admitted and alive, once: a draw that was kept is never made again. */
export class Draws {
  readonly #db: Db;
  readonly #agents: Agents;
  readonly #systems: () => AutonomousSystems;
  readonly #trees = new EligibleTrees();

  constructor(db: Db, agents: Agents, systems: () => AutonomousSystems) {
    this.#db = db;
    this.#agents = agents;
    this.#systems = systems;
  }

  /** Undefined where the network has too few agents for the near seats. */
  async draw(challenge: ChallengeRow, proofType: ProofType, ask: Ask, prover: Agent): Promise<Draw | undefined> {
    const admitted = await this.#agents.eligible(proofType.id, challenge.submittedAt);
    const systems = this.#systems();
    const { tree, entries } = this.#trees.of(proofType, ask.isIPv6 ? 'IPv6' : 'IPv4', admitted, systems);
    const find = (id: string) => entries.get(id)?.agent;
    const kept = await readDraw(this.#db, challenge.id);
    if (kept) return { body: kept, find, keep: async () => true };
    const seed = drawSeed(challenge.blockHash, challenge.id);
    const networks = [prover.subnet];
    const { open, opened } = recordingReader();
    const about = {
      ...{ ask, seed, settings: challenge.settings, submittedAt: challenge.submittedAt },
      ...{ proverKey: prover.publicKey, proverOwner: prover.owner },
      ...{ proverNetworks: networks, knowsSystems: systems.table !== undefined },
    };
    const drawn = drawFor(proofType, tree, about, open);
    if (drawn.near.length < ask.challengers) return undefined;
    const hashes = [...drawn.near, ...drawn.lookouts].map(({ leaf }) => leaf.description);
    const identities = await this.#agents.identitiesOf([prover.description, ...hashes]);
    const identityOf = ({ id, description }: { readonly id: string; readonly description: string }) => {
      const found = identities.get(description);
      if (!found) throw new Error(`The description ${description} of ${id} is not there.`);
      return found;
    };
    const seat = ({ leaf, from }: (typeof drawn.near)[number], lookout: boolean): DrawnSeat => ({
      challenger: entries.get(leaf.id)?.candidate as WireCandidate,
      lookout,
      from,
      ...identityOf(leaf),
    });
    const body: DrawBody = {
      seed,
      eligible: headOf(tree),
      prover: { owner: prover.owner, ...identityOf(prover) },
      prover_networks: networks,
      knows_systems: systems.table !== undefined,
      systems_table: systems.table
        ? { sha256: systems.table.sha256, dated: new Date(systems.table.datedAt).toISOString() }
        : null,
      pool: wirePool(drawn.pool),
      passed_over: drawn.passedOver.map(({ leaf, reason }) => ({ challenger: leaf.id, reason })),
      seats: [...drawn.near.map((it) => seat(it, false)), ...drawn.lookouts.map((it) => seat(it, true))],
    };
    return {
      body,
      find,
      keep: async (tx, at) => {
        const row = {
          challengeId: challenge.id,
          body: JSON.stringify(body),
          tree: JSON.stringify(partOf(tree, opened)),
          drawnAt: at,
        };
        return (await insertDraw(tx, row)) === 1;
      },
    };
  }
}
