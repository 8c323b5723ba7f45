import { checkEvidence, type Evidence, type ProofType, pol } from '@trigpoint/proofs';
import { isFinal } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import type { Db } from '@trigpoint/server';
import { type Assignment, type ChallengeRow, readEvidence } from '@trigpoint/server/parts';

/** How long after its deadline a challenge may end. */
export const graceMs = 5_000;

export interface Ended {
  /** Each problem continues the words "challenge 7". */
  readonly problems: readonly string[];
  readonly evidence?: Evidence;
}

/** Checks a challenge whose time is over: it ended once, its events add up, and its evidence holds. */
export const checkEnded = async (
  db: Pick<Db, 'all' | 'get'>,
  challenge: ChallengeRow | undefined,
  proofType: ProofType = pol as ProofType,
): Promise<Ended> => {
  if (!challenge) return { problems: ['is gone'] };
  if (!isFinal(challenge.state)) return { problems: [`never ended, it is ${challenge.state}`] };
  const problems: string[] = [];
  const events = await db.all('SELECT kind FROM challenge_event WHERE challenge_id = ?', [challenge.id]);
  const count = (kind: string) => events.filter((it) => it.kind === kind).length;
  if (count('ended') !== 1) problems.push(`ended ${count('ended')} times`);
  if (count('accepted') !== challenge.attempt) problems.push('has events that do not add up');
  const evidence = await readEvidence(db as Db, challenge, async () => null);
  if (!evidence) return { problems: [...problems, 'has no evidence'] };
  const wrong = await checkEvidence(proofType, evidence, async (it, text, signature) =>
    verifySignature(it.key_type, it.public_key, text, signature),
  );
  return { problems: [...problems, ...wrong.map((it) => `has wrong evidence: ${it}`)], evidence };
};

/** A complaint about a challenge that ended too late. */
export const lateness = ({ endedAt, deadline }: ChallengeRow): string[] => {
  const lateMs = (endedAt ?? Number.POSITIVE_INFINITY) - deadline;
  return lateMs > graceMs ? [`ended ${lateMs} ms after its deadline`] : [];
};

/**
 * How many seats of a challenge the network rewards if a verdict was reached. These are the seats whose readings say what
 * others say too, and the seats that were not waited for.
 */
export const rewardedOf = (
  { transcript: { void: voided, verdict } }: Evidence,
  assignments: readonly Pick<Assignment, 'state' | 'failure'>[],
): number => {
  if (voided !== null || verdict.verified === 'inconclusive') return 0;
  const read = assignments.filter((it) => it.state === 'read' && it.failure !== 'own_fault');
  const isShared = (failure: string) =>
    failure === '' || 3 * read.filter((it) => it.failure === failure).length >= 2 * assignments.length;
  const cancelled = assignments.filter((it) => it.state === 'cancelled');
  return read.filter((it) => isShared(it.failure)).length + cancelled.length;
};
