import type { EntryOf } from '@trigpoint/log';
import { iso } from '../times.ts';

/** The log entry of a decision about a challenger, and the entry's id. */
export const admissionEntry = (it: {
  readonly proofType: string;
  readonly id: string;
  readonly status: EntryOf<'admission'>['status'];
  readonly reason: string;
  readonly since: number;
  readonly sinceBlock: number | null;
  readonly by: string;
  readonly changes: number;
  /** Hash of the challenger's description at the time of the decision; empty if it was never connected. */
  readonly description: string;
}): [entry: EntryOf<'admission'>, id: string] => [
  {
    kind: 'admission',
    version: 1,
    agent: it.id,
    proof_type: it.proofType,
    role: 'challenger',
    description: it.description === '' ? null : it.description,
    status: it.status,
    since_block: it.sinceBlock,
    since: iso(it.since),
    by: it.by,
    grounds: it.reason,
  },
  `admission:${it.proofType}:${it.id}:${it.changes}`,
];
