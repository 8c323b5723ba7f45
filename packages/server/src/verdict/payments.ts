import { keyOfAgent } from '@trigpoint/protocol';
import { payerAccount } from '../challenge/fees.ts';
import type { ChallengeRow } from '../challenge/leases.ts';
import { type Assignment, listAssignments } from '../coordination/assignments.ts';
import type { History } from '../coordination/histories.ts';
import type { Reader } from '../db/driver.ts';
import { network, requestAccount, userAccount } from '../ledger/accounts.ts';
import type { Reward } from '../ledger/budgets.ts';
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

/** The keys that must not earn from each other through the network. For a prover these are its owner's key and its own. */
interface Sides {
  readonly payer: string;
  readonly prover: readonly string[];
}

/** Why a reading earns nothing from anybody; undefined if it earns. */
const whyUnpaid = (
  assignment: Assignment,
  all: readonly Assignment[],
  challenger: readonly string[],
  { payer, prover }: Sides,
): string | undefined => {
  const { state, failure } = assignment;
  if (state === 'declined') return 'the challenger declined';
  if (state !== 'read' && state !== 'cancelled') return 'no reading came in time';
  if (failure === 'own_fault') return 'the challenger reported a fault of its own';
  const alike = all.filter((it) => it.state === 'read' && it.failure === failure).length;
  if (failure !== '' && 3 * alike < 2 * all.length) return 'fewer than two thirds of those asked saw the same failure';
  if (doShare(challenger, prover)) return 'prover and challenger have one owner';
  return doShare(challenger, [payer]) ? 'payer and challenger have one owner' : undefined;
};

const doShare = (those: readonly string[], others: readonly string[]): boolean =>
  those.some((one) => others.some((other) => one.toLowerCase() === other.toLowerCase()));

/** Why the network adds nothing to a reading that was accepted. */
const whyNoReward = ({ verdict }: Pick<End, 'verdict'>, { payer, prover }: Sides): string | undefined => {
  if (verdict.verified === 'inconclusive') return 'the network adds nothing to an inconclusive verdict';
  return doShare([payer], prover) ? 'the network adds nothing where payer and prover have one owner' : undefined;
};

const earnedBy = ({ state }: Assignment): string =>
  state === 'cancelled' ? 'the others had decided before it could answer' : 'reading accepted';

/** What moves when a challenge ends. */
export interface Payments {
  /** What the network itself adds, before its budgets are applied. The memo of a zero amount says why it is zero. */
  readonly rewards: readonly Reward[];
  /** Where the fees that the payer set aside go: to challengers, and the rest back to the payer. */
  readonly fees: readonly Transfer[];
}

/**
 * The payer's fee pays for accepted readings, whatever they say, and for seats that were not waited for, up to the number that
 * the payer asked for. The network adds its reward only if the verdict is not inconclusive. If the service raised the number of
 * challengers, the network pays the fee of the further seats. That follows the same rules and budgets as rewards, because
 * otherwise somebody could earn without end from seats that cost nothing.
 */
export const paymentsFor = (
  challenge: Pick<ChallengeRow, 'id' | 'payer' | 'fee' | 'proverId'>,
  paidSeats: number,
  { assignments, draw }: Pick<History, 'assignments' | 'draw'>,
  end: Pick<End, 'void' | 'endedAt' | 'verdict'>,
  reward: number,
): Payments => {
  const { id, fee } = challenge;
  const rewards: Reward[] = [];
  const fees: Transfer[] = [];
  const transferOf = (it: Omit<Transfer, 'unit' | 'at' | 'memo'>, memo: string): Transfer => ({
    ...it,
    unit: 'POINTS',
    at: end.endedAt,
    memo: `Challenge ${id}: ${memo}`,
  });
  const proverKey = keyOfAgent(challenge.proverId);
  const sides = { payer: challenge.payer, prover: [draw?.prover.owner ?? '', proverKey] };
  const candidates = new Map(draw?.seats.map(({ challenger }) => [challenger.id, challenger]));
  let left = fee * paidSeats;
  for (const assignment of assignments) {
    const who = candidates.get(assignment.challengerId);
    if (!who) continue;
    const to = userAccount(who.key_type, who.public_key);
    const unpaid =
      end.void === null
        ? whyUnpaid(assignment, assignments, [who.owner, who.public_key], sides)
        : `nothing is paid: ${end.void}`;
    const why = unpaid ?? whyNoReward(end, sides);
    const amount = why === undefined ? reward : 0;
    const reason = readingReason(id, assignment);
    rewards.push({
      ...transferOf({ reason, from: network, to, amount }, why ?? earnedBy(assignment)),
      owner: who.owner,
    });
    if (unpaid !== undefined || fee === 0) continue;
    if (left < fee) {
      const raised = transferOf(
        { reason: `raised:${id}:${assignment.challengerId}`, from: network, to, amount: why === undefined ? fee : 0 },
        `the fee of a seat that the payer did not ask for${why === undefined ? '' : `: ${why}`}`,
      );
      rewards.push({ ...raised, owner: who.owner, isFree: true });
      continue;
    }
    left -= fee;
    const feeReason = `fee:${id}:${assignment.challengerId}`;
    fees.push(transferOf({ reason: feeReason, from: requestAccount(id), to, amount: fee }, "the payer's fee"));
  }
  const why = end.void === null ? 'for seats without a reading that counts' : 'the challenge failed';
  if (left > 0)
    fees.push(
      transferOf(
        { reason: `refund:${id}`, from: requestAccount(id), to: payerAccount(challenge.payer), amount: left },
        `refunded, ${why}`,
      ),
    );
  return { rewards, fees };
};
