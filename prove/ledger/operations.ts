import {
  type Account,
  campaignAccount,
  network,
  type Order,
  requestAccount,
  type Transfer,
  userAccount,
} from '@trigpoint/server/ledger';
import { type Random, seeded } from '../proof.ts';

export interface Operation {
  /** The operation this one repeats, or its own number. Reasons are made from it. */
  readonly index: number;
  readonly kind:
    | 'fund'
    | 'pay'
    | 'readings'
    | 'fee'
    | 'escrow'
    | 'fuel'
    | 'fuel-back'
    | 'abandoned'
    | 'grant'
    | 'transfer';
  readonly transfers: readonly Transfer[];
  readonly order?: Order;
}

/** There are few users, so that operations that run at once meet at the same accounts. */
const USERS = 150;
/** Every so many operations a campaign is funded. During the next so many it pays. */
export const EPOCH = 1_000;
const DAY = 24 * 3600_000;

const at = (seed: number, index: number): Random => seeded(seed ^ Math.imul(index + 1, 0x9e3779b1));

/** One operation in ten repeats an earlier one. Half of these repeat one that may still be under way. */
const original = (seed: number, index: number): number => {
  const random = at(seed, index);
  if (index % EPOCH === 0 || random() >= 0.1) return index;
  const back = 1 + random.int(random() < 0.5 ? 40 : 5_000);
  return original(seed, Math.max(0, index - back));
};

const operator = userAccount('solana', 'operator');

/** An order with an id of the caller's, as operations of the interface make it. */
const ordered = (
  index: number,
  kind: 'grant' | 'transfer',
  from: Account,
  to: Account,
  amount: number,
  by: Account,
): Operation => {
  const order: Order = { kind, by, id: `order-${index}`, from, to, amount, memo: `${kind} ${index}` };
  const reason = `${kind}:${by}:${order.id}`;
  const at = Math.floor(index / 50_000) * DAY;
  return { index, kind, order, transfers: [{ reason, unit: 'POINTS', from, to, amount, memo: order.memo, at }] };
};

/** The number of the operation that a transfer belongs to. */
export const indexOf = (reason: string): number => Number(/order-(\d+)$/.exec(reason)?.[1] ?? reason.split(':')[0]);

/** The operation of a seed and a number. It is the same in every process: the worker that writes and the check both ask here. */
export const operationAt = (seed: number, given: number): Operation => {
  const index = original(seed, given);
  const random = at(seed + 1, index);
  const user = (): Account => userAccount('solana', `user${random.int(USERS)}`);
  let part = 0;
  const move = (from: Account, to: Account, amount: number, unit: Transfer['unit'] = 'POINTS'): Transfer => ({
    reason: `${index}:${part++}`,
    unit,
    from,
    to,
    amount,
    memo: '',
    at: Math.floor(index / 50_000) * DAY,
  });
  const epoch = Math.floor(index / EPOCH);
  if (index % EPOCH === 0) {
    const total = random.int(20_000);
    return { index, kind: 'fund', transfers: total > 1_000 ? [move(network, campaignAccount(`${epoch}`), total)] : [] };
  }
  const kind = random.pick([
    'pay',
    'pay',
    'pay',
    'readings',
    'fee',
    'escrow',
    'fuel',
    'fuel-back',
    'abandoned',
    'grant',
    'transfer',
    'transfer',
  ] as const);
  switch (kind) {
    case 'pay':
      return { index, kind, transfers: [move(campaignAccount(`${Math.max(0, epoch - 1)}`), user(), random.int(100))] };
    case 'readings': {
      const readers = new Set([user(), user(), user()]);
      return { index, kind, transfers: [...readers].map((reader) => move(network, reader, random.int(4) * 5)) };
    }
    case 'fee':
      return { index, kind, transfers: [move(user(), network, random.int(60))] };
    case 'escrow': {
      const request = requestAccount(`${index}`);
      const amount = random.int(40);
      const payer = user();
      return { index, kind, transfers: [move(payer, request, amount), move(request, user(), amount)] };
    }
    case 'fuel':
      return { index, kind, transfers: [move(user(), network, random.int(30), 'FUEL')] };
    case 'fuel-back':
      return { index, kind, transfers: [move(network, user(), random.int(10), 'FUEL')] };
    case 'grant':
      return ordered(index, kind, network, user(), random.int(200) + 1, operator);
    case 'transfer': {
      const from = user();
      const to = user();
      return from === to ? { index, kind, transfers: [] } : ordered(index, kind, from, to, random.int(80) + 1, from);
    }
    case 'abandoned':
      return { index, kind, transfers: [move(network, user(), 1 + random.int(1_000))] };
  }
};
