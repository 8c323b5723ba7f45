import {
  drawFor,
  drawSeed,
  headOf,
  type PartialTree,
  partOf,
  recordingReader,
  type TranscriptDraw,
  type TranscriptSeat,
  type WireChallenger,
  wirePool,
} from '@trigpoint/proofs';
import { keyOfAgent } from '@trigpoint/protocol';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { pack } from '../db/packed-text.ts';
import type { Agents } from '../network/agents.ts';
import type { Accepted } from './acceptances.ts';
import { findConsent } from './consent-store.ts';
import type { Driven } from './driven.ts';
import type { KeptTrees } from './kept-trees.ts';
import { readTable } from './logged-trees.ts';
import { findDrawn, insertDraw } from './store.ts';

export { drawnTreePieces } from './store.ts';

/** A seat of a draw. What became of the seat is in its assignment. */
type DrawnSeat = Pick<TranscriptSeat, 'challenger' | 'lookout' | 'from' | 'description' | 'delegation'>;
export type DrawBody = Omit<TranscriptDraw, 'seats'> & { readonly seats: readonly DrawnSeat[] };

export interface Draw {
  readonly body: DrawBody;
  /** Stores the draw. Returns false if another draw of the same challenge was stored before, which then counts. */
  keep(tx: Tx, at: number): Promise<boolean>;
}

export const readDraw = async (db: Reader, challengeId: string): Promise<DrawBody | undefined> => {
  const body = await findDrawn(db, 'body', challengeId);
  return body === undefined ? undefined : JSON.parse(body);
};

/** The part of the eligible tree that a draw read. */
export const readDrawnTree = async (db: Reader, challengeId: string): Promise<PartialTree> => {
  const tree = await findDrawn(db, 'tree', challengeId);
  return tree === undefined ? null : JSON.parse(tree);
};

/** Draws the challengers of a challenge from the tree of its acceptance. A draw that was stored is never made again. */
export class Draws {
  readonly #db: Db;
  readonly #agents: Agents;
  readonly #trees: KeptTrees;

  constructor(db: Db, agents: Agents, trees: KeptTrees) {
    this.#db = db;
    this.#agents = agents;
    this.#trees = trees;
  }

  /** Undefined if too few seats can be filled with this seed. `seeded` must have all parts of the seed. */
  async draw({ challenge, proofType, ask }: Driven, seeded: Accepted): Promise<Draw | undefined> {
    // If it was accepted a moment ago, nobody has drawn yet. If another node draws now, only one of the two draws is stored.
    const [kept, consent] = seeded.consent
      ? [undefined, seeded.consent]
      : await Promise.all([readDraw(this.#db, challenge.id), findConsent(this.#db, challenge.id)]);
    if (kept) return { body: kept, keep: async () => true };
    const { tree, entries } = await this.#trees.read(proofType, seeded.treeRoot);
    const { proverId: prover, proverNetwork, blockHash: block_hash, nonce, seedValue: value } = seeded;
    const seed = drawSeed({
      ...this.#agents.identities.service,
      prover,
      challenge_id: challenge.id,
      block_hash,
      ...(nonce === '' ? {} : { nonce }),
      value,
    });
    const networks = [proverNetwork];
    const systemsTable = readTable(seeded.systemsTable);
    if (!consent) throw new Error(`Challenge ${challenge.id} was accepted, and there is no consent.`);
    const { open, opened } = recordingReader();
    const about = {
      ...{ ask, seed, settings: challenge.settings, submittedAt: challenge.submittedAt },
      ...{ proverKey: keyOfAgent(prover), proverOwner: consent.identity.owner },
      ...{ proverNetworks: networks, knowsSystems: systemsTable !== null },
    };
    const drawn = drawFor(proofType, tree, about, open);
    if (drawn.near.length < ask.challengers) return undefined;
    const hashes = [...drawn.near, ...drawn.lookouts].map(({ leaf }) => leaf.description);
    const identities = await this.#agents.identitiesOf(hashes);
    const identityOf = ({ id, description }: { readonly id: string; readonly description: string }) => {
      const found = identities.get(description);
      if (!found) throw new Error(`The description ${description} of ${id} is not there.`);
      return found;
    };
    const seat = ({ leaf, from }: (typeof drawn.near)[number], lookout: boolean): DrawnSeat => ({
      challenger: entries.get(leaf.id)?.candidate as WireChallenger,
      lookout,
      from,
      ...identityOf(leaf),
    });
    const body: DrawBody = {
      seed,
      eligible: headOf(tree),
      prover: consent.identity,
      prover_networks: networks,
      knows_systems: systemsTable !== null,
      systems_table: systemsTable,
      pool: wirePool(drawn.pool),
      passed_over: drawn.passedOver.map(({ leaf, reason }) => ({ challenger: leaf.id, reason })),
      seats: [...drawn.near.map((it) => seat(it, false)), ...drawn.lookouts.map((it) => seat(it, true))],
    };
    const [packedBody, packedTree] = await Promise.all([
      pack(JSON.stringify(body)),
      pack(JSON.stringify(partOf(tree, opened))),
    ]);
    return {
      body,
      keep: async (tx, drawnAt) => {
        const row = { challengeId: challenge.id, body: packedBody, tree: packedTree, drawnAt };
        return (await insertDraw(tx, row)) === 1;
      },
    };
  }
}
