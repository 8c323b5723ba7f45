import type { Migration } from './migration.ts';

/** How much the proof of location that a campaign asks for must withstand. */
export const campaignProofs: Migration = {
  id: 47,
  name: 'campaign proofs',
  sql: ['ALTER TABLE campaign ADD COLUMN proof_min_withstands INTEGER'],
};
