import type { Migration } from './migration.ts';

/**
 * Balances beyond 2^53 millionths were refused, and so were payments that led to them. The new limit leaves room for one more
 * transfer below 2^63, so that no sum is rounded or too large for its column.
 */
export const wideBalances: Migration = {
  id: 28,
  name: 'wide-balances',
  sql: [
    'CREATE TABLE narrow_balance AS SELECT account, unit, balance FROM ledger_account',
    'DROP TABLE ledger_account',
    `CREATE TABLE ledger_account (
      account TEXT NOT NULL,
      unit TEXT NOT NULL,
      balance BIGINT NOT NULL CHECK (balance >= 0 AND balance <= 4000000000000000000), -- millionths
      PRIMARY KEY (account, unit)
    )`,
    'INSERT INTO ledger_account (account, unit, balance) SELECT account, unit, balance FROM narrow_balance',
    'DROP TABLE narrow_balance',
  ],
};
