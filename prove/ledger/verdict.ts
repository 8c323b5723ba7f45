import { brokenInvariants, type Db } from '@trigpoint/server';
import { EPOCH, indexOf, operationAt } from './operations.ts';

/** What the workers said about each operation. A repeat is counted under the number of the operation that it repeats. */
export interface Said {
  readonly succeeded: Uint8Array;
  readonly done: Uint8Array;
  readonly refused: Uint8Array;
}

const PAGE = 20_000;

/** Compares the whole ledger with what was asked and acknowledged, computed here once more. */
export const judge = async (
  db: Db,
  { seed, size, said, isOrdered }: { seed: number; size: number; said: Said; isOrdered: boolean },
): Promise<string[]> => {
  const violations = await brokenInvariants(db);
  const balances = new Map<string, number>();
  const add = (account: string, unit: string, amount: number) =>
    balances.set(`${account} ${unit}`, (balances.get(`${account} ${unit}`) ?? 0) + amount);
  const present = new Uint8Array(size);

  for (let last = ''; ; ) {
    const rows = await db.all(
      `SELECT reason, unit, from_account, to_account, amount FROM ledger_transfer
       WHERE reason > ? ORDER BY reason LIMIT ?`,
      [last, PAGE],
    );
    for (const row of rows) {
      const reason = String(row.reason);
      const amount = Number(row.amount);
      add(String(row.from_account), String(row.unit), -amount);
      add(String(row.to_account), String(row.unit), amount);
      if (reason.startsWith('fuel:')) {
        if (amount > 100 || row.from_account !== 'network') violations.push(`${reason} refilled ${amount}`);
        continue;
      }
      const index = indexOf(reason);
      const { from, to, amount: asked } = operationAt(seed, index).transfers.find((it) => it.reason === reason) ?? {};
      const isSame = from === row.from_account && to === row.to_account && asked === amount;
      if (!isSame) violations.push(`${reason} is not what was asked for`);
      present[index] = (present[index] ?? 0) + 1;
    }
    if (rows.length < PAGE) break;
    last = String(rows.at(-1)?.reason);
  }

  for (let index = 0; index < size; index++) {
    const { index: own, kind, transfers } = operationAt(seed, index);
    if (own !== index) continue;
    const there = present[index] ?? 0;
    const expected = said.succeeded[index] ? transfers.length : 0;
    if (there !== expected) violations.push(`operation ${index} (${kind}): ${there} transfers there, not ${expected}`);
    if ((said.done[index] ?? 0) > 1) violations.push(`operation ${index} (${kind}) was done ${said.done[index]} times`);
    // A campaign is funded an epoch before it pays, and then only gets poorer. So what is left now was there then.
    const campaign = transfers[0]?.from;
    if (isOrdered && kind === 'pay' && index >= EPOCH && said.refused[index] && !said.succeeded[index]) {
      const left = balances.get(`${campaign} POINTS`) ?? 0;
      if (left >= (transfers[0]?.amount ?? 0)) violations.push(`operation ${index} was refused with ${left} left`);
    }
  }

  const kept = await db.all('SELECT account, unit, balance FROM ledger_account');
  for (const { account, unit, balance } of kept) {
    const reckoned = balances.get(`${account} ${unit}`);
    if (reckoned !== balance) violations.push(`${account} holds ${balance} ${unit}, reckoned ${reckoned}`);
  }
  for (const [account, reckoned] of balances) {
    if (reckoned < 0 && !account.startsWith('network ')) violations.push(`${account} is at ${reckoned}`);
  }
  return violations;
};
