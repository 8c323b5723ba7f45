import type { Migration } from './migration.ts';

/** What the network itself paid on a day, by who got it and who caused it. Its budgets are counted here. */
export const rewardDays: Migration = {
  id: 24,
  name: 'reward-days',
  sql: [
    `CREATE TABLE reward_day (
      day TEXT NOT NULL, -- UTC
      who TEXT NOT NULL, -- owner:…, prover:…, payer:…, or a part of the total
      amount BIGINT NOT NULL, -- millionths of a POINT
      PRIMARY KEY (day, who)
    )`,
  ],
};
