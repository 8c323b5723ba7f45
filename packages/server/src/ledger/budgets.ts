import type { Db, Tx } from '../db/driver.ts';
import { addRewards, deleteRewardsBefore, readRewards, type Transfer } from './store.ts';

/** What the network itself pays on one UTC day, in millionths. */
export interface RewardBudget {
  /** To all together. */
  readonly total: number;
  /** To one owner of challengers, for one prover, and because of one payer. */
  readonly each: number;
}

/** A payment by the network, and who owns the challenger that earns it. */
export interface Reward extends Transfer {
  readonly owner: string;
}

/** Who caused rewards. */
export interface Cause {
  readonly challengeId: string;
  readonly prover: string;
  readonly payer: string;
  readonly at: number;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The total is counted in parts, so that challenges that end at the same time rarely wait for each other. */
const parts = Array.from({ length: 16 }, (_, i) => `part ${i.toString(16)}`);
const partOf = (challengeId: string): string =>
  parts[(challengeId.codePointAt(challengeId.length - 1) ?? 0) % parts.length] as string;

/**
 * Books rewards against the budgets of the day, in the transaction that posts them. What no budget has room for becomes zero
 * and says so. The total may be passed by what ends in the same moment on other nodes; the others are exact.
 */
export async function withinBudget(
  tx: Tx,
  budget: RewardBudget,
  rewards: readonly Reward[],
  cause: Cause,
): Promise<Transfer[]> {
  const day = dayOf(cause.at);
  const earning = rewards.filter((it) => it.amount > 0);
  const namesOf = ({ owner }: Reward) => [`owner:${owner}`, `prover:${cause.prover}`, `payer:${cause.payer}`];
  const sum = (those: readonly Reward[], sign: 1 | -1): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const it of those)
      for (const name of [...namesOf(it), partOf(cause.challengeId)])
        sums.set(name, (sums.get(name) ?? 0) + sign * it.amount);
    return sums;
  };
  if (earning.length > 0) {
    const wanted = sum(earning, 1);
    const booked = await addRewards(tx, day, wanted);
    const room = new Map([...wanted].map(([name, amount]) => [name, budget.each - ((booked.get(name) ?? 0) - amount)]));
    let left = budget.total - (await readRewards(tx, day, parts)) + (wanted.get(partOf(cause.challengeId)) ?? 0);
    const refused = new Map<Reward, string>();
    for (const it of earning) {
      const full = namesOf(it).find((name) => (room.get(name) as number) < it.amount);
      if (full !== undefined || left < it.amount) {
        refused.set(it, full === undefined ? "the network's" : `that of this ${full.split(':')[0]}`);
        continue;
      }
      left -= it.amount;
      for (const name of namesOf(it)) room.set(name, (room.get(name) as number) - it.amount);
    }
    if (refused.size > 0) await addRewards(tx, day, sum([...refused.keys()], -1));
    return rewards.map(({ owner: _, ...it }, i) => {
      const whose = refused.get(rewards[i] as Reward);
      return whose === undefined
        ? it
        : { ...it, amount: 0, memo: `${it.memo}; the budget for rewards of this day is used up: ${whose}` };
    });
  }
  return rewards.map(({ owner: _, ...it }) => it);
}

/** Yesterday's counts are of no use to anybody. */
export const forgetOldRewards = (db: Db, at: number): Promise<number> =>
  db.write((tx) => deleteRewardsBefore(tx, dayOf(at - 24 * 3_600_000)));
