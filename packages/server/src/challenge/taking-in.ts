import type { Ask } from '@trigpoint/proofs';
import { serviceError } from '@trigpoint/protocol';
import type { Tx } from '../db/driver.ts';
import { chargePayer, paidSeats } from './fees.ts';
import * as store from './store.ts';

/**
 * The most requests that wait for one prover's consent, and those of one payer among them. A request that is refused for
 * this is not spent: it can be brought again. So a stranger who fills the list costs others a wait, until the prover is
 * there and answers, and one payer fills a quarter of it at most.
 */
const mostWaiting = { all: 256, ofPayer: 64 };
/** A free request without a chain costs its payer nothing at all, so these have less room, and leave half of it to the others. */
const mostFreeWaiting = { all: 128, ofPayer: 16 };
const waitingSeconds = 30;
/** The prover is asked at once; if no consent has come by then, the coordinator asks again. */
export const askAgainMs = 500;

/** Whether nothing on a chain stands behind a request. */
export const isDirect = ({ blockHash }: Pick<store.ChallengeRow, 'blockHash'>): boolean => blockHash === '';

/**
 * Takes a request in and its fee aside, in one transaction. Returns 0 where it was there before. `isSlot`: of a watch, which has one
 * at a time. A prover whose friends fill its list would otherwise not be asked, and its absence be told as the service's.
 */
export const takeIn = async (
  tx: Tx,
  row: store.NewChallenge,
  proofType: Parameters<typeof paidSeats>[0],
  ask: Ask,
  isSlot = false,
): Promise<number> => {
  if (!isSlot) await checkWaiting(tx, row);
  const count = await store.insertChallenge(tx, row);
  if (count === 1 && row.fee > 0) await chargePayer(tx, row, paidSeats(proofType, ask, row.settings), row.submittedAt);
  return count;
};

const checkWaiting = async (tx: Tx, row: store.NewChallenge): Promise<void> => {
  const { proverAddress: prover, payer } = row;
  const { all, own, direct } = await store.countWaiting(tx, prover, payer);
  const isFree = isDirect(row) && row.fee === 0;
  const ofPayer = isFree ? mostFreeWaiting.ofPayer : mostWaiting.ofPayer;
  if (all < mostWaiting.all && own < ofPayer && !(isFree && direct >= mostFreeWaiting.all)) return;
  const waiting = own < ofPayer ? String(isFree ? direct : all) : `${own} of your`;
  throw serviceError('too_many_waiting', { waiting, prover, seconds: waitingSeconds }, waitingSeconds);
};
