import type { Ask, Claims } from '@trigpoint/proofs';
import { serviceError } from '@trigpoint/protocol';
import type { Db, Tx } from '../db/driver.ts';
import { chargePayer, paidSeats } from './fees.ts';
import * as store from './store.ts';

/**
 * How many requests may wait for one prover's consent: of all payers, and of one payer. A request that is refused for this can be
 * brought again later. So a stranger who fills the list only makes others wait until the prover connects and answers. One payer
 * can fill a quarter of the list.
 */
const mostWaiting = { all: 256, ofPayer: 64 };
/** A free direct request costs its payer nothing, so these have less room. They leave half of the list to other requests. */
const mostFreeWaiting = { all: 128, ofPayer: 16 };
const waitingSeconds = 30;
/** The prover is asked for its consent at once. If none has come after this long, the coordinator asks again. */
const askAgainMs = 500;

export interface TakingInOptions {
  readonly db: Db;
  readonly now: () => number;
  /** Finds the prover of an address, if it was ever connected. */
  readonly findProver: (
    proofType: string,
    address: string,
    isIPv6: boolean,
  ) => Promise<{ readonly id: string; readonly claims: Claims } | undefined>;
  /** The settings of a proof type, which go into the transcript. */
  readonly settings: (proofType: string) => Readonly<Record<string, string>>;
  /** Millionths of a POINT that the payer sets aside for each challenger; 0 if requests are free. */
  readonly fee: number;
  /** Called after a challenge was taken in, to ask its prover for consent. */
  readonly takenIn: (challenge: Pick<store.ChallengeRow, 'id' | 'proofType' | 'info' | 'payer'>) => void;
}

type Request = Pick<
  store.NewChallenge,
  'id' | 'payer' | 'relayedBy' | 'info' | 'blockNumber' | 'blockHash' | 'submittedAt' | 'expiresAt'
>;

/** Composes the row of a new challenge. `raisedFrom` is how many challengers were asked for, if that was raised. */
export const newChallenge = async (
  { findProver, settings, fee }: TakingInOptions,
  proofType: string,
  ask: Ask,
  request: Request,
  raisedFrom?: number,
): Promise<store.NewChallenge> => {
  const prover = await findProver(proofType, ask.prover, ask.isIPv6);
  const raised = raisedFrom === undefined ? {} : { asked_challengers: String(raisedFrom) };
  return {
    ...request,
    ...{ proofType, proverAddress: ask.prover, proverId: prover?.id ?? '', proverClaims: prover?.claims ?? {} },
    ...{ settings: { ...settings(proofType), ...raised }, dueAt: request.submittedAt + askAgainMs, fee },
  };
};

/** Whether a challenge comes from a direct request, which is not on a chain. */
export const isDirect = ({ blockHash }: Pick<store.ChallengeRow, 'blockHash'>): boolean => blockHash === '';

/**
 * Stores a request and sets its fee aside, in one transaction. Returns 0 if it was stored before. The limits do not hold for the
 * slot of a watch (`isSlot`). With them friends of a prover could fill its list. Then the slot could not be asked, and that would
 * count as a fault of the service. A watch has one slot at a time.
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
  const refusal = (waiting: string) =>
    serviceError('too_many_waiting', { waiting, prover, seconds: waitingSeconds }, waitingSeconds);
  if (own >= ofPayer) throw refusal(`${own} of your`);
  if (all >= mostWaiting.all) throw refusal(String(all));
  if (isFree && direct >= mostFreeWaiting.all) throw refusal(`${direct} direct`);
};
