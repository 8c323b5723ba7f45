import type { Migration } from './migration.ts';

/** An index of provers that nobody has asked about and that are away, by when they left. They are deleted after some time. */
export const unaskedProvers: Migration = {
  id: 44,
  name: 'unasked-provers',
  sql: [`CREATE INDEX agent_unasked ON agent (last_alive) WHERE role = 'prover' AND challenges = 0 AND node_id = ''`],
};
