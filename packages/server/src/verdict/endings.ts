import {
  canonical,
  finalState,
  hashText,
  type ProofType,
  resultFieldsOf,
  resultHashOf,
  seatCount,
  type Verdict,
} from '@trigpoint/proofs';
import type { ChallengeState, ServiceName } from '@trigpoint/protocol';
import { appendEvent } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import { expireAssignments, isGood, isOpen, listStatuses } from '../coordination/assignments.ts';
import { type History, readHistory } from '../coordination/histories.ts';
import type { Db, Tx } from '../db/driver.ts';
import { type RewardBudget, withinBudget } from '../ledger/budgets.ts';
import { post } from '../ledger/transfers.ts';
import { scoreChallengers, scoreProver } from '../network/scores.ts';
import type { Judge } from './judge.ts';
import { paymentsFor } from './payments.ts';
import { countEnding, keepTranscript } from './store.ts';
import { acceptanceOf, composeTranscript, type End, proverOf, transcriptDraw } from './transcripts.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export interface Calibration {
  readonly hash: string | null;
  readonly data: unknown;
}

export interface Void {
  readonly state: ChallengeState;
  readonly reason: string;
}

/** A challenge that has just ended, for logs and figures: no positions. */
export interface Ended {
  readonly challenge: leases.ChallengeRow;
  readonly state: ChallengeState;
  readonly verified: Verdict['verified'];
  readonly reason: string;
  readonly endedAt: number;
  readonly judgedMs: number;
  readonly assignments: readonly { readonly challenger: string; readonly outcome: string }[];
  readonly refusals: number;
}

export interface EndingsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly service: ServiceName;
  readonly judge: Pick<Judge, 'judge'>;
  readonly proofType: (id: string) => ProofType;
  readonly calibration: (proofType: string) => Promise<Calibration>;
  /** Millionths of a POINT per accepted reading. */
  readonly reward: number;
  /** What the network pays at most in a day. */
  readonly budget: RewardBudget;
  /** Takes the result on to the chain, inside the same transaction; absent without a coordinator's key. */
  readonly queueResult?: (
    tx: Tx,
    result: {
      challengeId: string;
      verified: Verdict['verified'];
      transcriptHash: string;
      /** Where the log has the challenge's acceptance; null if it came to none. */
      acceptance: number | null;
      /** What the chain keeps: of the fields that contracts ask about. */
      resultHash: `0x${string}`;
      at: number;
    },
  ) => Promise<unknown>;
  /** Tells whoever wants to know, inside the same transaction. */
  readonly tell?: (
    tx: Tx,
    told: {
      readonly kind: 'challenge.verified' | 'challenge.refuted' | 'challenge.inconclusive';
      readonly keys: readonly string[];
      readonly at: number;
      readonly data: Readonly<Record<string, string>>;
    },
  ) => Promise<void>;
  /** Called after the commit. */
  readonly ended?: (it: Ended) => void;
}

interface Ending extends End {
  /** As many as the payer set fees aside for. */
  readonly seats: number;
  /** What was asked, as the status shows it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The transcript's canonical text: what is hashed, kept and served. */
  readonly body: string;
  readonly judgedMs: number;
}

/** Ends challenges: verdict, state, transcript hash and pay in one transaction. */
export class Endings {
  readonly #options: EndingsOptions;

  constructor(options: EndingsOptions) {
    this.#options = options;
  }

  /**
   * Ends one whose lease the caller holds. `voided` says why there is nothing to judge; then nobody is paid. False when
   * the lease was lost meanwhile: somebody else ends it.
   */
  async end(challenge: leases.ChallengeRow, voided?: Void): Promise<boolean> {
    const { db, ended } = this.#options;
    for (;;) {
      const history = await readHistory(db, challenge.id);
      const ending = await this.#judge(challenge, history, voided);
      const outcome = await db.write((tx) => this.#commit(tx, challenge, history, ending));
      // A reading that came in while the verdict was being reached counts: judge again.
      if (outcome === 'changed') continue;
      if (outcome === 'ended') ended?.(summary(challenge, history, ending));
      return outcome === 'ended';
    }
  }

  async #judge(challenge: leases.ChallengeRow, history: History, voided?: Void): Promise<Ending> {
    const { now, judge } = this.#options;
    const proofType = this.#options.proofType(challenge.proofType);
    const ask = proofType.decode(challenge.info);
    const calibration = voided ? { hash: null, data: null } : await this.#options.calibration(challenge.proofType);
    const near = history.assignments.filter((it) => it.position < ask.challengers);
    const startedAt = performance.now();
    const verdict = await judge.judge({
      proofType: challenge.proofType,
      transcript: {
        info: challenge.info,
        prover: proverOf(challenge),
        draw: transcriptDraw(history),
        settings: challenge.settings,
        tries: acceptanceOf(history).tries,
        void: voided?.reason ?? null,
      },
      calibrationHash: calibration.hash,
      calibration: calibration.data,
    });
    const end: End = {
      state: voided?.state ?? finalState(near, ask.tolerance),
      endedAt: now(),
      void: voided?.reason ?? null,
      verdict,
      calibrationHash: calibration.hash,
    };
    return {
      ...end,
      seats: seatCount(proofType, ask, challenge.settings),
      parameters: proofType.parameters(ask),
      body: canonical(composeTranscript(this.#options.service, challenge, history, end)),
      judgedMs: performance.now() - startedAt,
    };
  }

  async #commit(
    tx: Tx,
    challenge: leases.ChallengeRow,
    history: History,
    ending: Ending,
  ): Promise<'ended' | 'lost' | 'changed'> {
    const { id, attempt, proofType, proverId } = challenge;
    const { verdict, state, endedAt: at } = ending;
    const locked = await leases.lockChallenge(tx, id);
    if (!locked || locked.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return 'lost';
    const { assignments } = history;
    const now = await listStatuses(tx, id, attempt);
    if (now.some((it, i) => (it.state === 'read') !== (assignments[i]?.state === 'read'))) return 'changed';

    const transcriptHash = hashText(ending.body);
    await leases.endChallenge(tx, {
      id,
      owner: challenge.leaseOwner,
      state,
      verdict: canonical(verdict),
      transcriptHash,
      calibration: ending.calibrationHash ?? '',
      endedAt: at,
    });
    await keepTranscript(tx, id, ending.body);
    if (now.some(isOpen)) await expireAssignments(tx, id, attempt);
    const { rewards, fees } = paymentsFor(challenge, ending.seats, history, ending, this.#options.reward);
    const cause = { challengeId: id, prover: proverId, payer: challenge.payer, isFree: challenge.fee === 0, at };
    await post(tx, [...(await withinBudget(tx, this.#options.budget, rewards, cause)), ...fees]);
    if (ending.void === null) {
      const ids = assignments.map((it) => it.challengerId);
      const good = assignments.filter(isGood).map((it) => it.challengerId);
      await scoreChallengers(tx, proofType, ids, good);
    }
    // A request that the prover never agreed to says nothing about it.
    if (history.consent) {
      const result = { ...verdict.result, ...ending.parameters, challenge_id: id, at: iso(at) };
      await scoreProver(tx, proofType, proverId, verdict.verified === 'true' ? result : undefined);
    }
    await countEnding(tx, { id, proofType, verified: verdict.verified, at });
    await appendEvent(tx, id, at, 'ended', { state, verified: verdict.verified, reason: verdict.reason });
    const fields = { info: challenge.info, verdict, endedAt: at, transcriptHash };
    const resultHash = resultHashOf(resultFieldsOf(this.#options.proofType(proofType), fields));
    const { verified } = verdict;
    const acceptance = history.acceptance?.logIndex ?? null;
    await this.#options.queueResult?.(tx, { challengeId: id, verified, transcriptHash, resultHash, acceptance, at });
    await this.#options.tell?.(tx, {
      kind: kindOf[verified],
      keys: [challenge.payer, keyIn(proverId)],
      at,
      data: {
        ...{ challenge_id: id, proof_type: proofType, prover: proverId, payer: challenge.payer, state, verified },
        ...{ reason: verdict.reason, ended_at: iso(at), transcript_hash: transcriptHash },
      },
    });
    return 'ended';
  }
}

const kindOf = {
  true: 'challenge.verified',
  false: 'challenge.refuted',
  inconclusive: 'challenge.inconclusive',
} as const;

/** An agent's id ends with its key. */
const keyIn = (agentId: string): string => agentId.slice(agentId.indexOf('/') + 1);

const summary = (challenge: leases.ChallengeRow, history: History, ending: Ending): Ended => ({
  challenge,
  state: ending.state,
  verified: ending.verdict.verified,
  reason: ending.verdict.reason,
  endedAt: ending.endedAt,
  judgedMs: ending.judgedMs,
  assignments: history.assignments.map((it) => ({
    challenger: it.challengerId,
    outcome: it.failure === '' ? it.state : it.failure,
  })),
  refusals: history.refusals.length,
});
