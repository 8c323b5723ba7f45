import type { Migration } from './migration.ts';

/** An index of challengers that were never drawn and are away, by when they left. Candidates among them are deleted after some time. */
export const undrawnCandidates: Migration = {
  id: 45,
  name: 'undrawn-candidates',
  sql: [
    `CREATE INDEX agent_undrawn ON agent (last_alive) WHERE role = 'challenger' AND challenges = 0 AND node_id = ''`,
  ],
};
