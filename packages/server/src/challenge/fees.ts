import { type Ask, seatCount } from '@trigpoint/proofs';
import { keyTypeOf, serviceError } from '@trigpoint/protocol';
import type { Tx } from '../db/driver.ts';
import { requestAccount, userAccount } from '../ledger/accounts.ts';
import { pointsText } from '../ledger/amounts.ts';
import { balance, InsufficientBalance, post } from '../ledger/transfers.ts';
import type { ChallengeRow } from './store.ts';

/** The account of a payer. On chain a payer is an address; without a chain it is any key that can log in. */
export const payerAccount = (payer: string) => userAccount(keyTypeOf(payer), payer);

/** How many seats the payer pays for. If the number of challengers was raised, the payer pays for as many as it asked for. */
export const paidSeats = (
  proofType: Parameters<typeof seatCount>[0],
  ask: Ask,
  settings: ChallengeRow['settings'],
): number => {
  const { asked_challengers: raisedFrom } = settings;
  const asked = raisedFrom === undefined ? ask : { ...ask, challengers: Number(raisedFrom) };
  return seatCount(proofType, asked, settings);
};

/** Sets the price of a challenge aside until it ends, in the transaction that takes it in. Throws if it cannot be paid. */
export const chargePayer = async (
  tx: Tx,
  { id, payer, fee }: Pick<ChallengeRow, 'id' | 'payer' | 'fee'>,
  seats: number,
  at: number,
): Promise<void> => {
  const price = fee * seats;
  try {
    await post(tx, [
      {
        reason: `fee:${id}`,
        unit: 'POINTS',
        from: payerAccount(payer),
        to: requestAccount(id),
        amount: price,
        memo: `Challenge ${id}: set aside for ${seats} challengers`,
        at,
      },
    ]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw serviceError('insufficient_balance', {
      price: pointsText(price),
      payer,
      balance: pointsText(await balance(tx, payerAccount(payer))),
    });
  }
};
