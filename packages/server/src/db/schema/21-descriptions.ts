import type { Migration } from './migration.ts';

/** Who agents are, in texts that they signed. An agent's row names its description by its hash. */
export const descriptions: Migration = {
  id: 21,
  name: 'descriptions',
  sql: [
    `CREATE TABLE description (
      hash TEXT PRIMARY KEY, -- SHA-256 of the text
      proof_type TEXT NOT NULL,
      role TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      body TEXT NOT NULL, -- JSON: the text, its signature and the delegation, as transcripts have them
      kept_at BIGINT NOT NULL
    )`,
    'CREATE INDEX description_of_agent ON description (proof_type, role, agent_id, kept_at)',
    `ALTER TABLE agent ADD COLUMN description TEXT NOT NULL DEFAULT ''`,
  ],
};
