import type { Migration } from './migration.ts';

/**
 * Indexes without rows that nobody looks up with them: challenges that have ended, assignments without a reading, payments by
 * the network.
 */
export const leanIndexes: Migration = {
  id: 15,
  name: 'lean indexes',
  sql: [
    'DROP INDEX challenge_due',
    'CREATE INDEX challenge_due ON challenge (due_at) WHERE due_at IS NOT NULL',
    'DROP INDEX assignment_history',
    'CREATE INDEX assignment_history ON assignment (challenger_id, received_at DESC) WHERE received_at IS NOT NULL',
    'DROP INDEX ledger_transfer_by_payer',
    `CREATE INDEX ledger_transfer_by_payer ON ledger_transfer (from_account, unit, created_at, reason)
      WHERE from_account <> 'network'`,
  ],
};
