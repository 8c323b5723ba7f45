import { agentIdsOf } from '@trigpoint/proofs';
import { plainKey } from '@trigpoint/protocol';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { dayMs, iso } from '../times.ts';
import { addRewards, deleteRewardsBefore, readRewards, type Transfer, takeRewards } from './store.ts';

/** The most that the network itself pays on one UTC day, in millionths. */
export interface RewardBudget {
  /** For readings, to all together. */
  readonly total: number;
  /** For photos of campaigns that it funds, to all together. It is separate, so that campaigns take nothing from challengers. */
  readonly campaigns: number;
  /** To one owner or sender of photos, for one prover, and because of one payer or creator of campaigns. */
  readonly each: number;
}

/** A payment by the network, and who owns the challenger that earns it. */
export interface Reward extends Transfer {
  readonly owner: string;
  /** True if the payer pays nothing for this reading, even if it pays for others. */
  readonly isFree?: boolean;
}

/** Who caused rewards. */
export interface Cause {
  readonly challengeId: string;
  readonly prover: string;
  readonly payer: string;
  /** True if the request is free. */
  readonly isFree: boolean;
  readonly at: number;
}

const dayOf = (at: number) => iso(at).slice(0, 10);
/** When the next UTC day begins, and with it the counts. */
export const nextDay = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs;

const ownerName = (key: string) => `owner:${plainKey(key)}`;
const payerName = (key: string) => `payer:${plainKey(key)}`;
const proverName = (id: string) => `prover:${id}`;

/** A total is counted in 16 rows, so that payments at the same time rarely wait for each other. */
const partsOf = (total: string) => Array.from({ length: 16 }, (_, i) => `${total} ${i.toString(16)}`);
const readingParts = partsOf('part');
const photoParts = partsOf('photos');
const partFor = (parts: readonly string[], id: string): string =>
  parts[id.charCodeAt(id.length - 1) % parts.length] as string;

/**
 * Free requests cost their payers nothing. So the free requests of one payer get at most a quarter of the budget for a
 * prover, and all free requests together three quarters. The rest is left for requests that are paid for.
 */
const freeShare = { ofPayer: 0.25, ofAll: 0.75 };

/** The counts that a reward is added to, how much each may have, and what a refusal says. */
const countsFor = (cause: Cause, { each }: RewardBudget, { owner, isFree = cause.isFree }: Reward) => {
  const { prover, payer } = cause;
  const counts = [
    { name: ownerName(owner), most: each, whose: 'that of this owner' },
    { name: proverName(prover), most: each, whose: 'that of this prover' },
    { name: payerName(payer), most: each, whose: 'that of this payer' },
  ];
  if (!isFree) return counts;
  const free = `free ${prover}`;
  return [
    ...counts,
    { name: `${free} ${plainKey(payer)}`, most: each * freeShare.ofPayer, whose: 'that of this payer for this prover' },
    { name: free, most: each * freeShare.ofAll, whose: 'that of free requests for this prover' },
  ];
};

/**
 * Counts rewards against the budgets of the day, in the transaction that posts them. A reward that does not fit into all its
 * budgets becomes zero, and its memo says so. The total may be exceeded by challenges that end at the same moment. The other
 * budgets are exact.
 */
export async function withinBudget(
  tx: Tx,
  budget: RewardBudget,
  rewards: readonly Reward[],
  cause: Cause,
): Promise<Transfer[]> {
  const day = dayOf(cause.at);
  const earning = rewards.filter((it) => it.amount > 0);
  const countsOf = (it: Reward) => countsFor(cause, budget, it);
  const part = partFor(readingParts, cause.challengeId);
  const sum = (those: readonly Reward[], sign: 1 | -1): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const it of those)
      for (const name of [...countsOf(it).map((count) => count.name), part])
        sums.set(name, (sums.get(name) ?? 0) + sign * it.amount);
    return sums;
  };
  if (earning.length > 0) {
    const wanted = sum(earning, 1);
    const [booked, total] = await Promise.all([addRewards(tx, day, wanted), readRewards(tx, day, readingParts)]);
    const used = new Map([...wanted].map(([name, amount]) => [name, (booked.get(name) ?? 0) - amount]));
    let left = budget.total - total + (wanted.get(part) ?? 0);
    const refused = new Map<Reward, string>();
    for (const it of earning) {
      const counts = countsOf(it);
      const full = counts.find(({ name, most }) => (used.get(name) as number) + it.amount > most);
      if (full !== undefined || left < it.amount) {
        refused.set(it, full?.whose ?? "the network's");
        continue;
      }
      left -= it.amount;
      for (const { name } of counts) used.set(name, (used.get(name) as number) + it.amount);
    }
    if (refused.size > 0) await addRewards(tx, day, sum([...refused.keys()], -1));
    return rewards.map(({ owner: _, isFree: __, ...it }, i) => {
      const whose = refused.get(rewards[i] as Reward);
      return whose === undefined
        ? it
        : { ...it, amount: 0, memo: `${it.memo}; the budget for rewards of this day is used up: ${whose}` };
    });
  }
  return rewards.map(({ owner: _, isFree: __, ...it }) => it);
}

/** A photo of a campaign that the network funds. */
export interface PhotoReward {
  readonly photoId: string;
  readonly sender: string;
  readonly creator: string;
  readonly amount: number;
  readonly at: number;
}

const photoCounts = ({ photoId, sender, creator, amount }: PhotoReward): Map<string, number> =>
  new Map([
    [ownerName(sender), amount],
    [payerName(creator), amount],
    [partFor(photoParts, photoId), amount],
  ]);

/**
 * Counts the reward that a photo is promised. Returns whose budget it does not fit into; then the caller rolls back the
 * transaction.
 */
export async function bookPhoto(tx: Tx, budget: RewardBudget, it: PhotoReward): Promise<string | undefined> {
  const day = dayOf(it.at);
  const booked = await addRewards(tx, day, photoCounts(it));
  if ((booked.get(ownerName(it.sender)) as number) > budget.each) return 'yours';
  if ((booked.get(payerName(it.creator)) as number) > budget.each) return 'that of the creator of this campaign';
  return (await readRewards(tx, day, photoParts)) > budget.campaigns ? "the network's" : undefined;
}

/** Takes the reward of a rejected photo out of the counts of its day, so that other photos of that day can have it. */
export const unbookPhoto = (tx: Tx, it: PhotoReward): Promise<unknown> =>
  takeRewards(tx, dayOf(it.at), photoCounts(it));

/** How much of a budget is used, in millionths. */
export interface BudgetUse {
  readonly of: 'owner' | 'payer' | 'prover' | 'readings' | 'campaigns';
  readonly used: number;
  readonly most: number;
}

/** What the network paid today in total. */
export const readTotals = async (reader: Reader, budget: RewardBudget, at: number): Promise<BudgetUse[]> => {
  const day = dayOf(at);
  return [
    { of: 'readings', used: await readRewards(reader, day, readingParts), most: budget.total },
    { of: 'campaigns', used: await readRewards(reader, day, photoParts), most: budget.campaigns },
  ];
};

/**
 * What the network paid today to a key, because of it as payer, and for its prover. A key has two prover ids: the one with
 * more counts.
 */
export const readBudgets = async (
  reader: Reader,
  budget: RewardBudget,
  publicKey: string,
  at: number,
): Promise<BudgetUse[]> => {
  const day = dayOf(at);
  const used = (name: string) => readRewards(reader, day, [name]);
  const provers = await Promise.all(agentIdsOf(plainKey(publicKey)).map((id) => used(proverName(id))));
  const most = budget.each;
  return [
    { of: 'owner', used: await used(ownerName(publicKey)), most },
    { of: 'payer', used: await used(payerName(publicKey)), most },
    { of: 'prover', used: Math.max(...provers), most },
    ...(await readTotals(reader, budget, at)),
  ];
};

/** Deletes the counts of the days before yesterday. */
export const forgetOldRewards = (db: Db, at: number): Promise<number> =>
  db.write((tx) => deleteRewardsBefore(tx, dayOf(at - dayMs)));
