import { network } from '@trigpoint/server';
import { type Asked, balanceGrew, expectation, isNew } from './expectation.ts';
import { type Person, secretWord } from './people.ts';
import type { Change } from './rows.ts';
import type { OrderObject, World } from './world.ts';

/** Whether the change is part of one transfer between these accounts: the transfer itself, or the balance of one of them. */
const isTransfer = (change: Change, from: string, to: string): boolean => {
  if (change.table === 'ledger_transfer')
    return isNew(change) && change.after?.from_account === from && change.after.to_account === to;
  if (change.table !== 'ledger_account') return false;
  return change.after?.account === to ? balanceGrew(change) : change.after?.account === from && !balanceGrew(change);
};

const spelledAs = ({ keyType, key, publicKey }: Person, index: number): string =>
  keyType === 'solana'
    ? publicKey
    : ([publicKey, key.publicKey, `0x${publicKey.slice(2).toUpperCase()}`][index] as string);

export const ledgerExpectations = {
  // The account is the session's. A cursor of somebody else's statement leads nowhere in it.
  'my-balance': expectation<World['cursors'][number]>({
    objects: ({ cursors }) => cursors,
    owners: ({ owner }) => [owner],
    body: ({ cursor }, random) => random.pick([{}, { cursor }, { cursor, limit: 1_000 }, { limit: 1_000 }]),
    answer: () => ['ok'],
  }),
  // An id that somebody else has used is still free for the caller.
  'transfer-points': expectation<OrderObject>({
    objects: ({ orders }) => orders,
    owners: ({ owner, to }) => [owner, to],
    body: ({ id, to }, random) => ({
      to: spelledAs(to, random.int(3)),
      points: '0.000001',
      id: random.pick([id, secretWord(random)]),
    }),
    answer: ({ who, object, body }) => {
      if (who === object.to) return ['invalid_field'];
      return who === object.owner && body.id === object.id ? ['idempotency_key_reused'] : ['ok'];
    },
    writes: (change, { who, object }) => isTransfer(change, who.account, object.to.account),
  }),
  'grant-points': expectation<OrderObject>({
    objects: ({ orders }) => orders,
    owners: ({ owner, to }, { operator }) => [owner, to, operator],
    body: ({ id, to }, random) => ({
      ...{ to: spelledAs(to, random.int(3)), points: '0.5', reason: 'a proof' },
      id: random.pick([id, secretWord(random)]),
    }),
    answer: ({ who }: Asked<OrderObject>, { operator }: World) => (who === operator ? ['ok'] : ['not_allowed']),
    writes: (change, { object }) => isTransfer(change, network, object.to.account),
  }),
};
