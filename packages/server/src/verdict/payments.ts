import type { Ask, WireCandidate } from '@trigpoint/proofs';
import type { ChallengeRow } from '../challenge/store.ts';
import { type Assignment, isGood, listAssignments } from '../coordination/assignment-store.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { network, requestAccount, userAccount } from '../ledger/accounts.ts';
import { findTransfers } from '../ledger/store.ts';
import { post, type Transfer } from '../ledger/transfers.ts';
import type { End, History } from './transcripts.ts';

type Charged = Pick<ChallengeRow, 'id' | 'payer' | 'fee'>;

const payerAccount = (payer: string) => userAccount('ethereum', payer);

/** Sets the price aside until the challenge ends; throws `InsufficientBalance` where the payer has less. */
export const setAside = (tx: Tx, { id, payer, fee }: Charged, ask: Ask, at: number) =>
  post(tx, [
    {
      reason: `fee:${id}`,
      unit: 'POINTS',
      from: payerAccount(payer),
      to: requestAccount(id),
      amount: fee * ask.challengers,
      memo: `Challenge ${id}: set aside for ${ask.challengers} challengers`,
      at,
    },
  ]);

const readingReason = (id: string, part: Pick<Assignment, 'attempt' | 'challengerId'>) =>
  `reading:${id}:${part.attempt}:${part.challengerId}`;

/** What was paid for the readings of a challenge; nothing before its end. */
export const readPayments = async (db: Reader, challengeId: string) => {
  const parts = await listAssignments(db, challengeId);
  const found = await findTransfers(
    db,
    parts.map((it) => readingReason(challengeId, it)),
  );
  return parts.flatMap((part) => {
    const paid = found.get(readingReason(challengeId, part));
    return paid ? [{ challengerId: part.challengerId, amount: paid.amount, memo: paid.memo }] : [];
  });
};

const whyNotPaid = (part: Assignment, voided: string | null): string => {
  if (voided !== null) return `nothing is paid: ${voided}`;
  if (isGood(part)) return 'reading accepted';
  if (part.state === 'read') return 'the challenger reported a fault of its own';
  return part.state === 'declined' ? 'the challenger declined' : 'no reading came in time';
};

/**
 * What moves when a challenge ends. The network rewards every accepted reading, of whichever attempt; a zero says why.
 * What the payer set aside goes to those whose readings the verdict rests on, and the rest back: all of it where the
 * challenge failed.
 */
export const paymentsFor = (
  challenge: Pick<ChallengeRow, 'id' | 'payer' | 'fee' | 'attempt'>,
  ask: Pick<Ask, 'challengers'>,
  { parts, chosen }: Pick<History, 'parts' | 'chosen'>,
  end: Pick<End, 'state' | 'void' | 'endedAt'>,
  reward: number,
): Transfer[] => {
  const { id, fee } = challenge;
  const candidates = new Map(Object.values(chosen).flatMap((set) => set.map((it) => [it.id, it])));
  const transfers: Transfer[] = [];
  const move = (it: Omit<Transfer, 'unit' | 'at' | 'memo'>, memo: string) =>
    transfers.push({ ...it, unit: 'POINTS', at: end.endedAt, memo: `Challenge ${id}: ${memo}` });
  const accountOf = (it: WireCandidate) => userAccount(it.key_type, it.public_key);

  for (const part of parts) {
    const who = candidates.get(part.challengerId);
    if (!who) continue;
    const amount = end.void === null && isGood(part) ? reward : 0;
    move({ reason: readingReason(id, part), from: network, to: accountOf(who), amount }, whyNotPaid(part, end.void));
  }
  if (fee === 0) return transfers;

  const succeeded = end.void === null && end.state.startsWith('ENDED_');
  const earners = succeeded ? parts.filter((it) => it.attempt === challenge.attempt && isGood(it)) : [];
  let left = fee * ask.challengers;
  for (const part of earners) {
    const who = candidates.get(part.challengerId);
    if (!who) continue;
    left -= fee;
    const reason = `fee:${id}:${part.challengerId}`;
    move({ reason, from: requestAccount(id), to: accountOf(who), amount: fee }, "the payer's fee");
  }
  const why = succeeded ? 'for challengers that gave no reading' : 'the challenge failed';
  if (left > 0)
    move(
      { reason: `refund:${id}`, from: requestAccount(id), to: payerAccount(challenge.payer), amount: left },
      `refunded, ${why}`,
    );
  return transfers;
};
