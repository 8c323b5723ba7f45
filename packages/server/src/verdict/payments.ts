import type { WireCandidate } from '@trigpoint/proofs';
import { payerAccount } from '../challenge/fees.ts';
import type { ChallengeRow } from '../challenge/leases.ts';
import { type Assignment, isGood, listAssignments } from '../coordination/assignments.ts';
import type { History } from '../coordination/histories.ts';
import type { Reader } from '../db/driver.ts';
import { network, requestAccount, userAccount } from '../ledger/accounts.ts';
import { findTransfers, type Transfer } from '../ledger/transfers.ts';
import type { End } from './transcripts.ts';

const readingReason = (id: string, assignment: Pick<Assignment, 'attempt' | 'challengerId'>) =>
  `reading:${id}:${assignment.attempt}:${assignment.challengerId}`;

/** What was paid for the readings of a challenge; nothing before its end. */
export const readPayments = async (db: Reader, challengeId: string) => {
  const assignments = await listAssignments(db, challengeId);
  const found = await findTransfers(
    db,
    assignments.map((it) => readingReason(challengeId, it)),
  );
  return assignments.flatMap((assignment) => {
    const paid = found.get(readingReason(challengeId, assignment));
    return paid ? [{ challengerId: assignment.challengerId, amount: paid.amount, memo: paid.memo }] : [];
  });
};

const paymentReason = (assignment: Assignment, voided: string | null): string => {
  if (voided !== null) return `nothing is paid: ${voided}`;
  if (isGood(assignment)) return 'reading accepted';
  if (assignment.state === 'read') return 'the challenger reported a fault of its own';
  return assignment.state === 'declined' ? 'the challenger declined' : 'no reading came in time';
};

/**
 * What moves when a challenge ends. The network rewards every accepted reading; a zero says why.
 * What the payer set aside, for as many seats as there could be, goes to those whose readings the verdict rests on, and the rest back: all of it where the
 * challenge failed.
 */
export const paymentsFor = (
  challenge: Pick<ChallengeRow, 'id' | 'payer' | 'fee'>,
  seats: number,
  { assignments, draw }: Pick<History, 'assignments' | 'draw'>,
  end: Pick<End, 'state' | 'void' | 'endedAt'>,
  reward: number,
): Transfer[] => {
  const { id, fee } = challenge;
  const candidates = new Map(draw?.seats.map(({ challenger }) => [challenger.id, challenger]));
  const transfers: Transfer[] = [];
  const move = (it: Omit<Transfer, 'unit' | 'at' | 'memo'>, memo: string) =>
    transfers.push({ ...it, unit: 'POINTS', at: end.endedAt, memo: `Challenge ${id}: ${memo}` });
  const accountOf = (it: WireCandidate) => userAccount(it.key_type, it.public_key);

  for (const assignment of assignments) {
    const who = candidates.get(assignment.challengerId);
    if (!who) continue;
    const amount = end.void === null && isGood(assignment) ? reward : 0;
    move(
      { reason: readingReason(id, assignment), from: network, to: accountOf(who), amount },
      paymentReason(assignment, end.void),
    );
  }
  if (fee === 0) return transfers;

  const succeeded = end.void === null && end.state.startsWith('ENDED_');
  const earners = succeeded ? assignments.filter(isGood) : [];
  let left = fee * seats;
  for (const assignment of earners) {
    const who = candidates.get(assignment.challengerId);
    if (!who) continue;
    left -= fee;
    const reason = `fee:${id}:${assignment.challengerId}`;
    move({ reason, from: requestAccount(id), to: accountOf(who), amount: fee }, "the payer's fee");
  }
  const why = succeeded ? 'for seats without a reading' : 'the challenge failed';
  if (left > 0)
    move(
      { reason: `refund:${id}`, from: requestAccount(id), to: payerAccount(challenge.payer), amount: left },
      `refunded, ${why}`,
    );
  return transfers;
};
