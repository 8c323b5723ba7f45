import {
  canonical,
  finalState,
  hashText,
  isGood,
  type ProofType,
  resultFieldsOf,
  resultHashOf,
  type Verdict,
} from '@trigpoint/proofs';
import { type ChallengeState, keyOfAgent, type ServiceName } from '@trigpoint/protocol';
import { appendEvent } from '../challenge/events.ts';
import { paidSeats } from '../challenge/fees.ts';
import * as leases from '../challenge/leases.ts';
import { closeOpen, isOpen, listStatuses } from '../coordination/assignments.ts';
import type { Known, Void } from '../coordination/coordinator.ts';
import { type History, readHistory } from '../coordination/histories.ts';
import type { Db, Tx } from '../db/driver.ts';
import { type RewardBudget, withinBudget } from '../ledger/budgets.ts';
import { post } from '../ledger/transfers.ts';
import { scoreChallengers, scoreProver } from '../network/scores.ts';
import { iso } from '../times.ts';
import type { Case, Judge } from './judge.ts';
import { packTranscript } from './packed-transcripts.ts';
import { paymentsFor } from './payments.ts';
import { countEnding, keepTranscript } from './store.ts';
import { acceptanceOf, composeTranscript, type End, proverOf, transcriptDraw } from './transcripts.ts';

/** How many challenges ended in each hour, by verdict. */
export { readTally } from './store.ts';

export interface Calibration {
  readonly hash: string | null;
  readonly data: unknown;
}

/** A challenge that has just ended, for log lines and metrics. Its row has positions, which must not appear in either. */
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
  readonly judge: Pick<Judge, 'judge' | 'isSettled'>;
  readonly proofType: (id: string) => ProofType;
  readonly calibration: (proofType: string) => Promise<Calibration>;
  /** Millionths of a POINT per accepted reading. */
  readonly reward: number;
  /** The most that the network pays in a day. */
  readonly budget: RewardBudget;
  /** Logs the result, and queues it for the chain if there is one, in the same transaction. */
  readonly queueResult?: (
    tx: Tx,
    result: {
      challengeId: string;
      verified: Verdict['verified'];
      transcriptHash: string;
      /** The index of the challenge's acceptance in the log; null if there is none. */
      acceptance: number | null;
      /** The hash of the fields that contracts ask about. The chain stores it. */
      resultHash: `0x${string}`;
      at: number;
    },
  ) => Promise<unknown>;
  /** Queues the messages to webhooks in the same transaction. */
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
  /** The history, in which open assignments are cancelled if the others had decided. */
  readonly history: History;
  /** The number of seats that the payer set fees aside for. */
  readonly paidSeats: number;
  /** What was asked, as the status shows it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The hash of the transcript's canonical text, which is what is served. */
  readonly transcriptHash: string;
  /** The transcript as it is stored. */
  readonly packed: Uint8Array;
  readonly judgedMs: number;
}

/** Ends challenges. Verdict, state, transcript and payments are written in one transaction. */
export class Endings {
  readonly #options: EndingsOptions;

  constructor(options: EndingsOptions) {
    this.#options = options;
  }

  /**
   * Ends a challenge whose lease the caller holds. `voided` says why there is nothing to judge; then nobody is paid. `known`
   * is what the caller has already read. Returns false if the lease was lost meanwhile; then another node ends the challenge.
   */
  async end(challenge: leases.ChallengeRow, voided?: Void, known?: Known): Promise<boolean> {
    const { db, ended } = this.#options;
    for (let isFirst = true; ; isFirst = false) {
      const { history, isSettled } = (isFirst && known) || { history: await readHistory(db, challenge.id) };
      const ending = await this.#judge(challenge, history, voided, isSettled);
      const outcome = await db.write((tx) => this.#commit(tx, challenge, ending));
      // A reading that came in during the judgement counts, so the challenge is judged again.
      if (outcome === 'changed') continue;
      if (outcome === 'ended') ended?.(summary(challenge, ending));
      return outcome === 'ended';
    }
  }

  /** Whether the readings so far decide the verdict, whatever the others will say. */
  async isSettled(challenge: leases.ChallengeRow, history: History): Promise<boolean> {
    const { settling } = this.#options.proofType(challenge.proofType);
    const { assignments } = history;
    if (!settling || assignments.filter((it) => it.state === 'read').length < settling.least(assignments.length))
      return false;
    return this.#options.judge.isSettled(await this.#caseOf(challenge, history));
  }

  async #caseOf(challenge: leases.ChallengeRow, history: History, voided?: Void): Promise<Case> {
    const calibration = voided ? { hash: null, data: null } : await this.#options.calibration(challenge.proofType);
    return {
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
    };
  }

  async #judge(
    challenge: leases.ChallengeRow,
    read: History,
    voided: Void | undefined,
    isSettled: boolean | undefined,
  ): Promise<Ending> {
    const { now, judge } = this.#options;
    const proofType = this.#options.proofType(challenge.proofType);
    const ask = proofType.decode(challenge.info);
    const startedAt = performance.now();
    const isCutShort =
      !voided && read.assignments.some(isOpen) && (isSettled ?? (await this.isSettled(challenge, read)));
    const history = isCutShort ? withCancelled(read) : read;
    const near = history.assignments.filter((it) => it.position < ask.challengers);
    const given = await this.#caseOf(challenge, history, voided);
    const verdict = await judge.judge(given);
    const end: End = {
      state: voided?.state ?? finalState(near, ask.tolerance),
      endedAt: now(),
      void: voided?.reason ?? null,
      verdict,
      calibrationHash: given.calibrationHash,
    };
    const body = canonical(composeTranscript(this.#options.service, challenge, history, end));
    return {
      ...end,
      history,
      paidSeats: paidSeats(proofType, ask, challenge.settings),
      parameters: proofType.parameters(ask),
      transcriptHash: hashText(body),
      packed: await packTranscript(body, history),
      judgedMs: performance.now() - startedAt,
    };
  }

  async #commit(tx: Tx, challenge: leases.ChallengeRow, ending: Ending): Promise<'ended' | 'lost' | 'changed'> {
    const { id, attempt, proofType, proverId } = challenge;
    const { history, verdict, state, endedAt: at } = ending;
    const [locked, now] = await Promise.all([leases.lockChallenge(tx, id), listStatuses(tx, id, attempt)]);
    if (!locked || locked.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return 'lost';
    const { assignments } = history;
    if (now.some((it, i) => (it.state === 'read') !== (assignments[i]?.state === 'read'))) return 'changed';

    const { transcriptHash } = ending;
    const { rewards, fees } = paymentsFor(challenge, ending.paidSeats, history, ending, this.#options.reward);
    const cause = { challengeId: id, prover: proverId, payer: challenge.payer, isFree: challenge.fee === 0, at };
    // Statements that do not depend on each other are sent together. All endings lock rows in the same order.
    const [within] = await Promise.all([
      withinBudget(tx, this.#options.budget, rewards, cause),
      leases.endChallenge(tx, {
        id,
        owner: challenge.leaseOwner,
        state,
        verdict: canonical(verdict),
        transcriptHash,
        calibration: ending.calibrationHash ?? '',
        endedAt: at,
      }),
      keepTranscript(tx, id, ending.packed),
      now.some(isOpen) && closeOpen(tx, id, attempt, assignments.some(isCancelled) ? 'cancelled' : 'expired'),
    ]);
    // A challenger that was not waited for is not scored.
    const shown = assignments.filter((it) => !isCancelled(it));
    const ids = shown.map((it) => it.challengerId);
    const good = shown.filter(isGood).map((it) => it.challengerId);
    const result = { ...verdict.result, ...ending.parameters, challenge_id: id, at: iso(at) };
    const fields = { info: challenge.info, verdict, endedAt: at, transcriptHash };
    const resultHash = resultHashOf(resultFieldsOf(this.#options.proofType(proofType), fields));
    const { verified } = verdict;
    const acceptance = history.acceptance?.logIndex ?? null;
    await Promise.all([
      ending.void === null && scoreChallengers(tx, proofType, ids, good),
      // A prover is not scored for a request that it never consented to.
      history.consent && scoreProver(tx, proofType, proverId, verified === 'true' ? result : undefined),
      countEnding(tx, { id, proofType, verified, at }),
      appendEvent(tx, id, at, 'ended', { state, verified, reason: verdict.reason }),
      this.#options.queueResult?.(tx, { challengeId: id, verified, transcriptHash, resultHash, acceptance, at }),
      this.#options.tell?.(tx, {
        kind: kindOf[verified],
        // A stranger may ask about any prover. One that never consented is not told, and its other news are not pushed out.
        keys: history.consent ? [challenge.payer, keyOfAgent(proverId)] : [challenge.payer],
        at,
        data: {
          ...{ challenge_id: id, proof_type: proofType, prover: proverId, payer: challenge.payer, state, verified },
          ...{ reason: verdict.reason, ended_at: iso(at), transcript_hash: transcriptHash },
        },
      }),
      post(tx, [...within, ...fees]),
    ]);
    return 'ended';
  }
}

const kindOf = {
  true: 'challenge.verified',
  false: 'challenge.refuted',
  inconclusive: 'challenge.inconclusive',
} as const;

const isCancelled = (it: { readonly state: string }): boolean => it.state === 'cancelled';

/** Cancels the open assignments, because the others have decided. */
const withCancelled = (history: History): History => ({
  ...history,
  assignments: history.assignments.map((it) => (isOpen(it) ? { ...it, state: 'cancelled' } : it)),
});

const summary = (challenge: leases.ChallengeRow, { history, ...ending }: Ending): Ended => ({
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
