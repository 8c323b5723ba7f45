import {
  canonical,
  type Evidence,
  hashText,
  type ProofType,
  type Transcript,
  type TranscriptAttempt,
  type Verdict,
  type WireCandidate,
} from '@trigpoint/proofs';
import { type ChallengeState, parseReading } from '@trigpoint/protocol';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { network, userAccount } from '../ledger/accounts.ts';
import { post, type Transfer } from '../ledger/transfers.ts';
import * as assignments from './assignment-store.ts';
import { appendEvent } from './events.ts';
import type { Judge } from './judge.ts';
import * as store from './store.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** What became of a challenger's part, for the state of the whole and for its pay. */
export const isGood = (it: assignments.Assignment): boolean =>
  it.state === 'read' && parseReading(it.message).failure?.failure !== 'own_fault';

/** Decision 13: every part, at least n − tolerance of them, or fewer. */
export const finalState = (parts: readonly assignments.Assignment[], tolerance: number): ChallengeState => {
  const good = parts.filter(isGood).length;
  if (parts.length > 0 && good === parts.length) return 'ENDED_SUCCESSFULLY';
  return good > 0 && good >= parts.length - tolerance ? 'ENDED_WITH_PARTIAL_SUCCESS' : 'ERROR_ENDED_WITH_FAILURE';
};

export interface Calibration {
  readonly hash: string | null;
  readonly data: unknown;
}

/** Reads everything that happened in a challenge back from its rows. */
export const readHistory = async (db: Reader, challenge: store.ChallengeRow) => {
  const attempts = await store.findAttempts(db, challenge.id);
  const parts = new Map<number, assignments.Assignment[]>();
  const eligibleSets: Record<string, WireCandidate[]> = {};
  for (const { attempt, eligibleHash } of attempts) {
    parts.set(attempt, await assignments.listAssignments(db, challenge.id, attempt));
    eligibleSets[eligibleHash] ??= JSON.parse((await store.findEligibleSet(db, eligibleHash)) ?? '[]');
  }
  const refusals = await assignments.listRefusals(db, challenge.id);
  return { attempts, parts, eligibleSets, refusals };
};

export type History = Awaited<ReturnType<typeof readHistory>>;

const transcriptAttempts = ({ attempts, parts }: History): TranscriptAttempt[] =>
  attempts.map((it) => ({
    attempt: it.attempt,
    seed: it.seed,
    eligible_hash: it.eligibleHash,
    left_out: it.leftOut,
    chosen: (parts.get(it.attempt) ?? []).map((part) => ({
      challenger: part.challengerId,
      // What is still open when the attempt ends has expired, whether or not the row says so yet.
      state: part.state === 'asked' || part.state === 'waiting' ? 'expired' : part.state,
      message: part.state === 'read' ? part.message : null,
      signature: part.state === 'read' ? part.signature : null,
    })),
  }));

/** The prover as the eligible set's neighbours: its key is in its id, its claims were fixed with the challenge. */
const proverOf = (challenge: store.ChallengeRow): Transcript['prover'] => {
  if (challenge.proverId === '') return null;
  const publicKey = challenge.proverId.slice(challenge.proverId.indexOf('/') + 1);
  return {
    id: challenge.proverId,
    key_type: publicKey.startsWith('0x') ? 'ethereum' : 'solana',
    public_key: publicKey,
    claims: challenge.proverClaims,
  };
};

/** The whole transcript of an ended challenge; its hash is what goes on chain. */
export const composeTranscript = (
  challenge: store.ChallengeRow,
  history: History,
  end: {
    state: ChallengeState;
    endedAt: number;
    void: string | null;
    verdict: Verdict;
    calibrationHash: string | null;
  },
): Transcript => ({
  version: 1,
  challenge_id: challenge.id,
  proof_type: challenge.proofType,
  info: challenge.info,
  payer: challenge.payer,
  block_number: challenge.blockNumber,
  block_hash: challenge.blockHash,
  submitted_at: iso(challenge.submittedAt),
  ended_at: iso(end.endedAt),
  settings: challenge.settings,
  calibration_hash: end.calibrationHash,
  prover: proverOf(challenge),
  attempts: transcriptAttempts(history),
  refusals: history.refusals.map((it) => ({
    agent: it.agentId,
    attempt: it.attempt,
    code: it.code,
    reason: it.reason,
    at: iso(it.at),
  })),
  state: end.state,
  void: end.void,
  verdict: end.verdict,
});

export interface Void {
  readonly state: ChallengeState;
  readonly reason: string;
}

interface Ending {
  readonly state: ChallengeState;
  readonly endedAt: number;
  readonly void: string | null;
  readonly verdict: Verdict;
  readonly calibrationHash: string | null;
  /** What was asked, as the status shows it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The transcript's canonical text: what is hashed, kept and served. */
  readonly body: string;
}

export interface EndingsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly judge: Pick<Judge, 'judge'>;
  readonly proofType: (id: string) => ProofType;
  readonly calibration: (proofType: string) => Promise<Calibration>;
  /** Millionths of a POINT per accepted reading. */
  readonly reward: number;
  /** Takes the result on to the chain, inside the same transaction; absent without a coordinator's key. */
  readonly queueResult?: (
    tx: Tx,
    result: { challengeId: string; verified: Verdict['verified']; transcriptHash: string; at: number },
  ) => Promise<unknown>;
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
  async end(challenge: store.ChallengeRow, tolerance: number, voided?: Void): Promise<boolean> {
    const { db } = this.#options;
    for (;;) {
      const history = await readHistory(db, challenge);
      const ending = await this.#judge(challenge, history, tolerance, voided);
      const outcome = await db.write((tx) => this.#commit(tx, challenge, history, ending));
      // A reading that came in while the verdict was being reached counts: judge again.
      if (outcome !== 'changed') return outcome === 'ended';
    }
  }

  async #judge(challenge: store.ChallengeRow, history: History, tolerance: number, voided?: Void): Promise<Ending> {
    const { now, judge } = this.#options;
    const calibration = voided ? { hash: null, data: null } : await this.#options.calibration(challenge.proofType);
    const state = voided?.state ?? finalState(history.parts.get(challenge.attempt) ?? [], tolerance);
    const verdict = await judge.judge({
      proofType: challenge.proofType,
      transcript: {
        info: challenge.info,
        prover: proverOf(challenge),
        attempts: transcriptAttempts(history),
        settings: challenge.settings,
        void: voided?.reason ?? null,
      },
      eligibleSets: history.eligibleSets,
      calibrationHash: calibration.hash,
      calibration: calibration.data,
    });
    const endedAt = now();
    const end = { state, endedAt, void: voided?.reason ?? null, verdict, calibrationHash: calibration.hash };
    const { decode, parameters } = this.#options.proofType(challenge.proofType);
    return {
      ...end,
      parameters: parameters(decode(challenge.info)),
      body: canonical(composeTranscript(challenge, history, end)),
    };
  }

  async #commit(
    tx: Tx,
    challenge: store.ChallengeRow,
    history: History,
    ending: Ending,
  ): Promise<'ended' | 'lost' | 'changed'> {
    const { id, attempt, proofType, proverId } = challenge;
    const { verdict, state, endedAt: at } = ending;
    const parts = history.parts.get(attempt) ?? [];
    const locked = await store.lockChallenge(tx, id);
    if (!locked || locked.leaseOwner !== challenge.leaseOwner || locked.dueAt === null) return 'lost';
    const read = (all: readonly assignments.Assignment[]) => all.filter((it) => it.state === 'read').length;
    if (read(await assignments.listAssignments(tx, id, attempt)) !== read(parts)) return 'changed';

    const transcriptHash = hashText(ending.body);
    await store.endChallenge(tx, {
      id,
      owner: challenge.leaseOwner,
      state,
      verdict: canonical(verdict),
      transcriptHash,
      calibration: ending.calibrationHash ?? '',
      endedAt: at,
    });
    await store.keepTranscript(tx, id, ending.body);
    await assignments.closeAssignments(tx, id, attempt, 'expired');
    if (ending.void === null) {
      const candidates = new Map(Object.values(history.eligibleSets).flatMap((set) => set.map((it) => [it.id, it])));
      await post(
        tx,
        parts.map((part) => this.#pay(challenge, part, candidates, at)).filter((it) => it !== undefined),
      );
      for (const good of [true, false]) {
        const ids = parts.filter((it) => isGood(it) === good).map((it) => it.challengerId);
        await store.countChallenge(tx, proofType, 'challenger', ids, good);
      }
    }
    if (proverId !== '') await store.countChallenge(tx, proofType, 'prover', [proverId], verdict.verified === 'true');
    if (proverId !== '' && verdict.verified === 'true') {
      const named = { ...ending.parameters, ...verdict.result, challenge_id: id, at: iso(at) };
      await store.keepVerifiedResult(tx, proofType, proverId, named);
    }
    await store.countEnding(tx, { id, proofType, verified: verdict.verified, at });
    await appendEvent(tx, id, at, 'ended', { state, verified: verdict.verified, reason: verdict.reason });
    await this.#options.queueResult?.(tx, { challengeId: id, verified: verdict.verified, transcriptHash, at });
    return 'ended';
  }

  /** What one challenger earns: the reward, or nothing with the reason written down. */
  #pay(
    challenge: store.ChallengeRow,
    part: assignments.Assignment,
    candidates: ReadonlyMap<string, WireCandidate>,
    at: number,
  ): Transfer | undefined {
    const who = candidates.get(part.challengerId);
    if (!who) return undefined;
    return {
      reason: `reading:${challenge.id}:${challenge.attempt}:${part.challengerId}`,
      unit: 'POINTS',
      from: network,
      to: userAccount(who.key_type, who.public_key),
      amount: isGood(part) ? this.#options.reward : 0,
      memo: `Challenge ${challenge.id}: ${whyPaid(part)}`,
      at,
    };
  }
}

const whyPaid = (part: assignments.Assignment): string => {
  if (isGood(part)) return 'reading accepted';
  if (part.state === 'read') return 'the challenger reported a fault of its own';
  return part.state === 'declined' ? 'the challenger declined' : 'no reading came in time';
};

/** An ended challenge as evidence: the transcript as it was hashed, and what it refers to. */
export const readEvidence = async (
  db: Reader,
  challenge: store.ChallengeRow,
  calibrationData: (hash: string) => Promise<unknown>,
): Promise<Evidence | undefined> => {
  const body = await store.findTranscript(db, challenge.id);
  if (body === undefined) return undefined;
  const transcript: Transcript = JSON.parse(body);
  const sets = [...new Set(transcript.attempts.map((it) => it.eligible_hash))];
  const eligible = await Promise.all(
    sets.map(async (hash) => [hash, JSON.parse((await store.findEligibleSet(db, hash)) ?? '[]')] as const),
  );
  const { calibration_hash } = transcript;
  return {
    transcript,
    transcript_hash: challenge.transcriptHash,
    eligible_sets: Object.fromEntries(eligible),
    calibration: calibration_hash === null ? null : await calibrationData(calibration_hash),
  };
};
