import {
  carryOut,
  type DbOptions,
  InsufficientBalance,
  openDb,
  post,
  returnFuel,
  spendFuel,
  type Tx,
} from '@trigpoint/server/ledger';
import { type Operation, operationAt } from './operations.ts';

export interface Work {
  readonly place: DbOptions;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly concurrency: number;
}

class Abandoned extends Error {}

const perform = async (tx: Tx, { kind, transfers, order }: Operation): Promise<'done' | 'repeated'> => {
  const [first] = transfers;
  if (!first) return 'repeated';
  const { reason, amount, memo, at } = first;
  if (kind === 'fuel') {
    const spent = await spendFuel(tx, { capacity: 100 }, { reason, account: first.from, amount, memo, at });
    return spent.repeated ? 'repeated' : 'done';
  }
  if (kind === 'fuel-back') {
    const given = await returnFuel(tx, { reason, account: first.to, amount, memo, at });
    return given.repeated ? 'repeated' : 'done';
  }
  if (order) return (await carryOut(tx, order, at)).repeated ? 'repeated' : 'done';
  const posted = [...(await post(tx, transfers)).values()];
  if (kind === 'abandoned') throw new Abandoned();
  const repeated = posted.filter((it) => it.repeated).length;
  if (repeated > 0 && repeated < posted.length) throw new Error(`operation ${reason} was half there`);
  return repeated > 0 ? 'repeated' : 'done';
};

/** This process may be killed at any moment. It writes a line `number outcome` as soon as a write has resolved or was refused. */
const work = JSON.parse(process.argv[2] ?? '{}') as Work;
const db = await openDb(work.place);
let next = work.from;
await Promise.all(
  Array.from({ length: work.concurrency }, async () => {
    for (let index = next; index < work.to; index = next) {
      next += work.step;
      const operation = operationAt(work.seed, index);
      const outcome = await db
        .write((tx) => perform(tx, operation))
        .catch((error: unknown) => {
          if (error instanceof InsufficientBalance) return 'refused';
          if (error instanceof Abandoned) return 'abandoned';
          return `wrong ${error instanceof Error ? error.message : String(error)}`.replaceAll('\n', ' ');
        });
      process.stdout.write(`${index} ${outcome}\n`);
    }
  }),
);
await db.close();
