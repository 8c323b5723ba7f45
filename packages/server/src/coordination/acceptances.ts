import { composeEntry, type Entry, type EntryOf } from '@trigpoint/log';
import {
  askHash,
  consentHash,
  drawFor,
  type EligibleTree,
  hashText,
  type ProofType,
  rulesHash,
  seatsOf,
} from '@trigpoint/proofs';
import * as leases from '../challenge/leases.ts';
import { Batches } from '../db/batches.ts';
import type { Tx } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import type { AutonomousSystems } from '../network/autonomous-systems.ts';
import { iso } from '../times.ts';
import { type AcceptanceRow, findAcceptance, insertAcceptance, newestOf, placeAcceptance } from './acceptance-store.ts';
import { type ConsentRow, findConsent } from './consent-store.ts';
import type { Driven } from './driven.ts';
import { type Eligible, EligibleTrees } from './eligible-trees.ts';
import {
  isEarly,
  type LoggedTree,
  LoggedTrees,
  type LoggedTreesOptions,
  type RequestTime,
  readTable,
  treeEntryId,
} from './logged-trees.ts';
import { countTry } from './tries.ts';

/** `consent` is present if the acceptance was written just now. */
export type Accepted = AcceptanceRow & { readonly consent?: ConsentRow };

/** A value of the service's chains of seeds. */
interface TakenValue {
  readonly chain: number;
  readonly anchor: string;
  readonly index: number;
}

export interface AcceptancesOptions extends LoggedTreesOptions {
  readonly agents: Agents;
  readonly systems: () => AutonomousSystems;
  readonly log: LoggedTreesOptions['log'] & {
    append(tx: Tx, entry: Entry, id: string): Promise<string>;
    /** Resolves when the entry is public. */
    sequenced(id: string): Promise<{ readonly index: number }>;
  };
  readonly seeds: LoggedTreesOptions['seeds'] & {
    take(tx: Tx): Promise<TakenValue>;
    value(taken: TakenValue): Promise<string>;
  };
  /** The blocks that seeds are made from. Undefined without a chain. Seeds are then made from nonces. */
  readonly seedBlocks:
    | {
        /** The number of a block that nobody has made yet. */
        upcoming(): Promise<number>;
        /** The hash of a block that has as many confirmations as the operator demands; undefined before. */
        confirmedHash(number: number): Promise<string | undefined>;
      }
    | undefined;
}

interface Job {
  readonly driven: Driven;
  readonly prover: Agent;
  readonly tree: LoggedTree;
}
/** `waitsFor` names an entry that has no index in the log yet. 'again' means that there is a newer tree to draw from. */
type Outcome = Accepted | 'lost' | 'again' | { readonly waitsFor: string };

const entryId = (challengeId: string) => `acceptance:${challengeId}`;
/** How many acceptances one transaction writes. */
const mostAtOnce = 64;
/** If more than this share of a tree's challengers has left, it is not drawn from, because too many seats would stay empty. */
const mostGone = 0.2;

/**
 * Accepts challenges that their provers consented to. The entry of the log fixes everything that a draw rests on, while nobody
 * knows the seed yet. It is written once. A node that takes over goes on from it.
 */
export class Acceptances {
  readonly #options: AcceptancesOptions;
  readonly #eligible = new EligibleTrees();
  readonly trees: LoggedTrees;
  readonly #batches = new Batches<Job, Outcome>({ most: mostAtOnce, work: (jobs) => this.#acceptAll(jobs) });

  constructor(options: AcceptancesOptions) {
    this.#options = options;
    this.trees = new LoggedTrees(options);
  }

  /** Everybody who may be drawn now. */
  async eligible({ challenge, proofType, ask }: Driven): Promise<Eligible> {
    return this.#eligibleAt(proofType, familyOf(ask), challenge.submittedAt);
  }

  async #eligibleAt(proofType: ProofType, family: Family, requestedAt: number): Promise<Eligible> {
    const admitted = await this.#options.agents.eligible(proofType.id, requestedAt);
    return this.#eligible.of(proofType, family, admitted, this.#options.systems());
  }

  /** Logs the eligible trees that have changed, so that the tree for the next request is in the log before it. */
  async logTrees(proofTypes: readonly ProofType[]): Promise<void> {
    for (const proofType of proofTypes)
      for (const family of ['IPv4', 'IPv6'] as const) {
        const eligible = await this.#eligibleAt(proofType, family, this.#options.now());
        if (eligible.entries.size > 0) await this.trees.log(kindOf(proofType, family), eligible);
      }
  }

  /**
   * The tree to draw from. It is the newest tree that the log had before the request, so that nobody could choose it after the
   * request. If that tree has too few seats or too many have left, it is the current tree, and the log shows that it is later.
   */
  async #treeFor(driven: Driven, prover: Agent): Promise<LoggedTree | undefined> {
    const { db } = this.#options;
    const { challenge, proofType, ask } = driven;
    const kind = kindOf(proofType, familyOf(ask));
    const before =
      this.trees.remembered(kind, timeOf(challenge)) ?? (await this.trees.before(db, kind, timeOf(challenge)));
    const current = await this.eligible(driven);
    if (before && (await this.#isDrawable(driven, prover, before, current))) return before;
    return hasSeats(driven, prover, current.tree, current.systems.table !== undefined)
      ? this.trees.log(kind, current)
      : undefined;
  }

  async #isDrawable(driven: Driven, prover: Agent, { root, systemsTable }: LoggedTree, current: Eligible) {
    const { trees, agents } = this.#options;
    const kept = await trees.find(driven.proofType, root);
    if (!kept) return false;
    const gone = [...kept.entries.keys()].filter((id) => !current.entries.has(id));
    if (gone.length > mostGone * kept.entries.size) return false;
    // A challenger that is connected but no longer eligible was set aside since. It must not be drawn.
    const here = new Set((await agents.alive(driven.proofType.id, 'challenger')).map((it) => it.id));
    return !gone.some((id) => here.has(id)) && hasSeats(driven, prover, kept.tree, systemsTable !== '');
  }

  /** Returns 'challengers' if there are too few; then nothing was written and no try counts. Returns 'lost' if the lease was lost. */
  async accept(driven: Driven, prover: Agent): Promise<Accepted | 'challengers' | 'lost'> {
    for (;;) {
      const tree = await this.#treeFor(driven, prover);
      if (!tree) return 'challengers';
      const outcome = await this.#batches.add({ driven, prover, tree });
      if (outcome === 'again') continue;
      if (outcome === 'lost' || !('waitsFor' in outcome)) return outcome;
      await this.#options.log.sequenced(outcome.waitsFor);
    }
  }

  /**
   * Waits until the acceptance is public. Adds the parts of the seed if its block or nonce is known. The seed is stored with
   * `fixSeed` by the node that draws with it, before any challenger is asked.
   */
  async completeSeed(it: Accepted): Promise<Accepted> {
    const { db, log, seeds } = this.#options;
    const { challengeId } = it;
    const logIndex = it.logIndex ?? (await log.sequenced(entryId(challengeId))).index;
    const part = it.seedValue === '' ? await this.#seedPart(it) : undefined;
    if (logIndex !== it.logIndex && (!part || it.seedNonce !== ''))
      await db.write(async (tx) => {
        await placeAcceptance(tx, challengeId, logIndex);
        if (it.seedNonce !== '') await leases.openForNonce(tx, challengeId, logIndex);
      });
    const taken = { chain: it.seedChain, anchor: it.seedAnchor, index: it.seedIndex };
    return { ...it, logIndex, ...(part && { ...part, seedValue: await seeds.value(taken) }) };
  }

  /** The block hash, which nobody knew at the acceptance, or the nonce, which only its maker knew. Undefined before. */
  async #seedPart(it: AcceptanceRow): Promise<Pick<AcceptanceRow, 'blockHash' | 'nonce'> | undefined> {
    const { db, seedBlocks } = this.#options;
    const nonce = it.seedNonce === '' ? '' : ((await leases.findDirect(db, it.challengeId))?.nonce ?? '');
    const blockHash = it.seedNonce === '' ? ((await seedBlocks?.confirmedHash(it.seedBlock)) ?? '') : '';
    return nonce === '' && blockHash === '' ? undefined : { blockHash, nonce };
  }

  async #acceptAll(jobs: readonly Job[]): Promise<Outcome[]> {
    const { db, now, seeds, seedBlocks } = this.#options;
    await seeds.prepare();
    const at = now();
    // The block is chosen at the end, because it must not exist yet when the acceptance becomes public.
    const seedBlock = (await seedBlocks?.upcoming()) ?? null;
    return db.write(async (tx) => {
      await seeds.lock(tx);
      const done: Outcome[] = [];
      for (const job of jobs) done.push(await this.#acceptOne(tx, job, seedBlock, at));
      return done;
    });
  }

  async #acceptOne(tx: Tx, { driven, prover, tree }: Job, seedBlock: number | null, at: number): Promise<Outcome> {
    const { log, seeds } = this.#options;
    const { challenge, proofType, ask } = driven;
    const [locked, known, consent, before, treeIndex, newest] = await Promise.all([
      leases.lockChallenge(tx, challenge.id),
      findAcceptance(tx, challenge.id),
      findConsent(tx, challenge.id),
      newestOf(tx, challenge.proverId),
      log.indexOf(tx, treeEntryId(tree)),
      isEarly(tree, timeOf(challenge)) && this.trees.before(tx, tree.kind, timeOf(challenge)),
    ]);
    if (known) return known;
    if (!consent || locked?.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return 'lost';
    const previous = before && (before.logIndex ?? (await log.indexOf(tx, entryId(before.challengeId))));
    if (before && previous === undefined) return { waitsFor: entryId(before.challengeId) };
    if (treeIndex === undefined) return { waitsFor: treeEntryId(tree) };
    if (newest && newest.number !== tree.number) return 'again';
    const tries = await countTry(
      tx,
      {
        proofType: proofType.id,
        key: prover.publicKey,
        owner: consent.identity.owner,
        network: prover.network,
        firstSeen: prover.firstSeen,
        place: seatsOf(proofType, ask, challenge.settings).claim ?? proofType.place?.(challenge.proverClaims),
      },
      at,
    );
    const isAskedHere = leases.isDirect(challenge);
    const seedNonce = seedBlock === null ? ((await leases.findDirect(tx, challenge.id))?.nonceHash ?? '') : '';
    if (seedBlock === null && seedNonce === '')
      throw new Error(`Challenge ${challenge.id} has neither a block nor a nonce to make a seed from.`);
    const taken = await seeds.take(tx);
    const entry: EntryOf<'acceptance'> = {
      kind: 'acceptance',
      version: 1,
      challenge: challenge.id,
      prover: challenge.proverId,
      proof_type: proofType.id,
      ask: askHash(challenge.info),
      request_block: isAskedHere ? null : challenge.blockNumber,
      consent: consentHash(consent.text),
      tree_root: tree.root,
      tree_size: tree.size,
      tree_index: treeIndex,
      rules: rulesHash({
        settings: challenge.settings,
        submitted_at: iso(challenge.submittedAt),
        prover_networks: [prover.network],
        systems_table: readTable(tree.systemsTable),
      }),
      seed_block: seedBlock,
      seed_nonce: seedNonce === '' ? null : seedNonce,
      seed_chain: taken.anchor,
      seed_index: taken.index,
      previous: previous ?? null,
    };
    const row: AcceptanceRow = {
      challengeId: challenge.id,
      proverId: challenge.proverId,
      entry: composeEntry(entry),
      logIndex: null,
      treeRoot: tree.root,
      treeEntry: tree.entry,
      treeIndex,
      seedChain: taken.chain,
      seedIndex: taken.index,
      seedAnchor: taken.anchor,
      seedBlock: seedBlock ?? 0,
      seedNonce,
      proverNetwork: prover.network,
      systemsTable: tree.systemsTable,
      blockHash: '',
      nonce: '',
      seedValue: '',
      tries,
      at,
    };
    await Promise.all([insertAcceptance(tx, row), log.append(tx, entry, entryId(challenge.id))]);
    return { ...row, consent };
  }
}

const timeOf = (challenge: leases.ChallengeRow): RequestTime =>
  leases.isDirect(challenge) ? { at: challenge.submittedAt } : { block: challenge.blockNumber };

type Family = 'IPv4' | 'IPv6';
const familyOf = ({ isIPv6 }: Driven['ask']): Family => (isIPv6 ? 'IPv6' : 'IPv4');
const kindOf = ({ id }: Pick<ProofType, 'id'>, family: Family): string => `${id}/${family}`;

/** Whether a draw could fill the near seats. Any seed shows that. The one used here decides nothing else. */
const hasSeats = (
  { challenge, proofType, ask }: Driven,
  prover: Agent,
  tree: EligibleTree,
  knowsSystems: boolean,
): boolean => {
  const about = { ask, settings: challenge.settings, submittedAt: challenge.submittedAt, knowsSystems };
  const tied = { proverKey: prover.publicKey, proverOwner: prover.owner, proverNetworks: [prover.network] };
  return drawFor(proofType, tree, { ...about, ...tied, seed: hashText(challenge.id) }).near.length >= ask.challengers;
};
