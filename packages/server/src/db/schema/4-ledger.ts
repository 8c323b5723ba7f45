import type { Migration } from './migration.ts';

export const ledger: Migration = {
  id: 4,
  name: 'ledger',
  sql: [
    `CREATE TABLE ledger_transfer (
      reason TEXT PRIMARY KEY,
      unit TEXT NOT NULL, -- POINTS | FUEL
      from_account TEXT NOT NULL,
      to_account TEXT NOT NULL,
      amount BIGINT NOT NULL CHECK (amount >= 0), -- millionths
      memo TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX ledger_transfer_by_payer ON ledger_transfer (from_account, unit, created_at, reason)',
    'CREATE INDEX ledger_transfer_by_payee ON ledger_transfer (to_account, unit, created_at, reason)',
    `CREATE TABLE ledger_account (
      account TEXT NOT NULL,
      unit TEXT NOT NULL,
      balance BIGINT NOT NULL CHECK (balance >= 0 AND balance <= 9007199254740991),
      PRIMARY KEY (account, unit)
    )`,
  ],
};
