import { composeEntry, type Entry, type EntryOf } from '@trigpoint/log';
import { askHash, consentHash, drawFor, headOf, seatsOf } from '@trigpoint/proofs';
import * as leases from '../challenge/leases.ts';
import type { Db, Reader, Tx } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import type { AutonomousSystems } from '../network/autonomous-systems.ts';
import {
  type AcceptanceRow,
  findAcceptance,
  fixSeed,
  insertAcceptance,
  newestOf,
  placeAcceptance,
} from './acceptance-store.ts';
import { findConsent } from './consent-store.ts';
import type { Driven } from './driven.ts';
import { type Eligible, EligibleTrees } from './eligible-trees.ts';
import type { KeptTrees } from './kept-trees.ts';
import { countTry } from './tries.ts';

export type { AcceptanceRow } from './acceptance-store.ts';

/** The log, as far as acceptances need it. */
export interface AcceptanceLog {
  append(tx: Tx, entry: Entry, id: string): Promise<string>;
  /** Resolves when the entry is public. */
  sequenced(id: string): Promise<{ readonly index: number }>;
  placeIn(tx: Reader, id: string): Promise<number | undefined>;
}

/** The service's chain of seeds. */
export interface SeedValues {
  prepare(): Promise<void>;
  lock(tx: Tx): Promise<void>;
  take(tx: Tx): Promise<{ readonly chain: number; readonly anchor: string; readonly index: number }>;
  value(taken: { readonly chain: number; readonly anchor: string; readonly index: number }): string;
}

/** The blocks that seeds are made from. */
export interface SeedBlocks {
  /** The number of a block that nobody has made yet. */
  upcoming(): Promise<number>;
  /** The hash of a block that is as deep as the operator demands; undefined before. */
  settled(number: number): Promise<string | undefined>;
}

export interface AcceptancesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly agents: Agents;
  readonly systems: () => AutonomousSystems;
  readonly trees: KeptTrees;
  readonly log: AcceptanceLog;
  readonly seeds: SeedValues;
  readonly seedBlocks: SeedBlocks;
}

interface Job {
  readonly driven: Driven;
  readonly prover: Agent;
  readonly eligible: Eligible;
}
/** `previous` names the acceptance before this one, which has no place in the log yet. */
type Outcome = AcceptanceRow | 'lost' | { readonly previous: string };

const entryId = (challengeId: string) => `acceptance:${challengeId}`;
/** One transaction at a time writes acceptances: those who come meanwhile share the next one. */
const mostAtOnce = 64;

/**
 * Accepts challenges that their provers consented to. The entry fixes everything that a draw rests on while its seed is still
 * unknown to everybody. It is written once; whoever comes later goes on from it.
 */
export class Acceptances {
  readonly #options: AcceptancesOptions;
  readonly #eligible = new EligibleTrees();
  readonly #waiting: { job: Job; resolve: (it: Outcome) => void; reject: (error: unknown) => void }[] = [];
  #isWorking = false;

  constructor(options: AcceptancesOptions) {
    this.#options = options;
  }

  find(challengeId: string): Promise<AcceptanceRow | undefined> {
    return findAcceptance(this.#options.db, challengeId);
  }

  /** Everybody who may be drawn now. */
  async eligible({ challenge, proofType, ask }: Driven): Promise<Eligible> {
    const admitted = await this.#options.agents.eligible(proofType.id, challenge.submittedAt);
    return this.#eligible.of(proofType, ask.isIPv6 ? 'IPv6' : 'IPv4', admitted, this.#options.systems());
  }

  /** 'challengers' where there are too few, and then nothing was written and no try counts. */
  async accept(driven: Driven, prover: Agent): Promise<AcceptanceRow | 'challengers' | 'lost'> {
    for (;;) {
      const eligible = await this.eligible(driven);
      if (!hasSeats(driven, prover, eligible)) return 'challengers';
      const outcome = await this.#enqueue({ driven, prover, eligible });
      if (outcome === 'lost' || !('previous' in outcome)) return outcome;
      await this.#options.log.sequenced(outcome.previous);
    }
  }

  /** Waits until the acceptance is public; then the seed can be made, once its block is there. */
  async settle(it: AcceptanceRow): Promise<AcceptanceRow> {
    const { db, log, seeds, seedBlocks } = this.#options;
    const { challengeId } = it;
    const logIndex = it.logIndex ?? (await log.sequenced(entryId(challengeId))).index;
    const blockHash = it.blockHash || ((await seedBlocks.settled(it.seedBlock)) ?? '');
    if (logIndex === it.logIndex && blockHash === it.blockHash) return it;
    const taken = { chain: it.seedChain, anchor: it.seedAnchor, index: it.seedIndex };
    const seedValue = blockHash === '' ? '' : seeds.value(taken);
    await db.write(async (tx) => {
      await placeAcceptance(tx, challengeId, logIndex);
      if (blockHash !== '') await fixSeed(tx, { challengeId, blockHash, seedValue });
    });
    // Another node may have been faster, and its block counts.
    return (await findAcceptance(db, challengeId)) as AcceptanceRow;
  }

  #enqueue(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce);
      try {
        const outcomes = await this.#acceptAll(batch.map((it) => it.job));
        for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as Outcome);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWorking = false;
  }

  async #acceptAll(jobs: readonly Job[]): Promise<Outcome[]> {
    const { db, now, trees, seeds, seedBlocks } = this.#options;
    await seeds.prepare();
    const at = now();
    const plans = new Map<Eligible, ReturnType<KeptTrees['plan']>>();
    for (const { driven, eligible } of jobs)
      if (!plans.has(eligible)) {
        const kind = `${driven.proofType.id}/${driven.ask.isIPv6 ? 'IPv6' : 'IPv4'}`;
        plans.set(eligible, trees.plan(kind, eligible, at));
      }
    // Asked last: the seed's block must not be there when the acceptance is public.
    const seedBlock = await seedBlocks.upcoming();
    const outcomes = await db.write(async (tx) => {
      await seeds.lock(tx);
      for (const plan of plans.values()) await trees.keep(tx, plan);
      const done: Outcome[] = [];
      for (const job of jobs) done.push(await this.#acceptOne(tx, job, seedBlock, at));
      return done;
    });
    for (const plan of plans.values()) plan.done();
    return outcomes;
  }

  async #acceptOne(tx: Tx, { driven, prover, eligible }: Job, seedBlock: number, at: number): Promise<Outcome> {
    const { log, seeds } = this.#options;
    const { challenge, proofType, ask } = driven;
    const known = await findAcceptance(tx, challenge.id);
    if (known) return known;
    const locked = await leases.lockChallenge(tx, challenge.id);
    const consent = await findConsent(tx, challenge.id);
    if (!consent || locked?.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return 'lost';
    const before = await newestOf(tx, challenge.proverId);
    const previous = before && (before.logIndex ?? (await log.placeIn(tx, entryId(before.challengeId))));
    if (before && previous === undefined) return { previous: entryId(before.challengeId) };
    const tries = await countTry(
      tx,
      {
        proofType: proofType.id,
        key: prover.publicKey,
        owner: consent.identity.owner,
        network: prover.subnet,
        firstSeen: prover.firstSeen,
        place: seatsOf(proofType, ask, challenge.settings).claim ?? proofType.place?.(challenge.proverClaims),
      },
      at,
    );
    const taken = await seeds.take(tx);
    const { root, size } = headOf(eligible.tree);
    const entry: EntryOf<'acceptance'> = {
      kind: 'acceptance',
      version: 1,
      challenge: challenge.id,
      prover: challenge.proverId,
      proof_type: proofType.id,
      ask: askHash(challenge.info),
      request_block: challenge.blockNumber,
      consent: consentHash(consent.text),
      tree_root: root,
      tree_size: size,
      seed_block: seedBlock,
      seed_nonce: null,
      seed_chain: taken.anchor,
      seed_index: taken.index,
      previous: previous ?? null,
    };
    const row: AcceptanceRow = {
      challengeId: challenge.id,
      proverId: challenge.proverId,
      entry: composeEntry(entry),
      logIndex: null,
      treeRoot: root,
      seedChain: taken.chain,
      seedIndex: taken.index,
      seedAnchor: taken.anchor,
      seedBlock,
      proverNetwork: prover.subnet,
      systemsTable: wireTable(eligible.systems),
      blockHash: '',
      seedValue: '',
      tries,
      at,
    };
    await insertAcceptance(tx, row);
    await log.append(tx, entry, entryId(challenge.id));
    return row;
  }
}

/** The table as the transcript names it. It is fixed with the tree, before anybody knows the seed. */
const wireTable = ({ table }: AutonomousSystems): string =>
  table ? JSON.stringify({ sha256: table.sha256, dated: new Date(table.datedAt).toISOString() }) : '';

/** Whether a draw could fill the near seats. Any seed tells, and this one decides nothing. */
const hasSeats = ({ challenge, proofType, ask }: Driven, prover: Agent, { tree, systems }: Eligible): boolean => {
  const knowsSystems = systems.table !== undefined;
  const about = { ask, settings: challenge.settings, submittedAt: challenge.submittedAt, knowsSystems };
  const tied = { proverKey: prover.publicKey, proverOwner: prover.owner, proverNetworks: [prover.subnet] };
  return drawFor(proofType, tree, { ...about, ...tied, seed: askHash(challenge.id) }).near.length >= ask.challengers;
};
