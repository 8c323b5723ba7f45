import type { Migration } from './migration.ts';

/** Provers that nobody has asked about and that are away, by how long: they are forgotten after some time. */
export const unaskedProvers: Migration = {
  id: 44,
  name: 'unasked-provers',
  sql: [`CREATE INDEX agent_unasked ON agent (last_alive) WHERE role = 'prover' AND challenges = 0 AND node_id = ''`],
};
