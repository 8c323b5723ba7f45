import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodePolAsk } from '@trigpoint/proofs';

/** Statements beside a running service, for what would take it hours to come to by itself. */
export const writeRows = (dataDir: string, ...statements: readonly string[]): void => {
  const db = new DatabaseSync(join(dataDir, 'trigpoint.db'));
  try {
    db.exec('PRAGMA busy_timeout = 60000');
    for (const it of statements) db.exec(it);
  } finally {
    db.close();
  }
};

const numbered = (count: number): string =>
  `WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < ${count})`;

const agentRow = `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, project_name,
    project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id, first_seen,
    last_alive, challenges, successes)`;

/** So many agents that were here once, a second apart. */
export const formerAgents = (
  count: number,
  role: 'challenger' | 'prover' = 'challenger',
): string => `${numbered(count)} ${agentRow}
  SELECT 'pol', '${role}', 'IPv4/' || printf('0x%040x', n), 'ethereum', printf('0x%040x', n), printf('0x%040x', n), n,
    '', '', '{"city":"Town ' || n || '"}', '0.1.0', n, '127.0.0.1', 9, 1, '', '', 1700000000000, 1700000000000 + n * 1000,
    0, 0 FROM line`;

/** One of them, somewhere. */
export const formerAgent = (
  id: string,
  claims: Readonly<Record<string, string>>,
  role: 'challenger' | 'prover' = 'challenger',
): string => `${agentRow}
  VALUES ('pol', '${role}', '${id}', 'ethereum', '${id.slice(5)}', '${id.slice(5)}', 'o', '', '',
    '${JSON.stringify(claims)}', '0.1.0', 's', '127.0.0.1', 9, 1, '', '', 1700000000000, 1700000000000, 0, 0)`;

const info = encodePolAsk({
  proverRegistry: `0x${'0'.repeat(40)}`,
  prover: `0x${'1'.repeat(40)}`,
  isIPv6: false,
  challengers: 8,
  tolerance: 2,
  latitude: 50.11,
  longitude: 8.68,
});
const verdict = JSON.stringify({
  verified: 'true',
  reason: 'As claimed.',
  result: { uncertainty_km: '69' },
  detail: null,
});

/** So many challenges that ended, a second apart. */
export const endedChallenges = (count: number): string => `${numbered(count)}
  INSERT INTO challenge (id, proof_type, payer, relayed_by, info, prover_address, block_number, block_hash, state, attempt,
    prover_id, prover_claims, settings, calibration, submitted_at, deadline, ended_at, due_at, lease_owner, lease_until,
    verdict, transcript_hash)
  SELECT 100000 + n, 'pol', '', '', '${info}', '0x${'1'.repeat(40)}', 1, '0x', 'ENDED_SUCCESSFULLY', 1, '', '{}', '{}', '',
    1700000000000 + n * 1000, 1700000000000 + n * 1000, 1700000000900 + n * 1000, NULL, '', 0, '${verdict}', '' FROM line`;

/** Slots of a watch, one for each result, the last one a minute ago. The first takes the place of the one that runs. */
export const endedSlots = (watch: string, results: readonly string[], everyMs: number): string => {
  const rows = results.map((result, number) => {
    const at = Date.now() - 60_000 - (results.length - number - 1) * everyMs;
    return `('${watch}', ${number}, 1, ${at}, 0, '', NULL, ${at}, '', 'ask-${number}', '', '${result}', '', NULL, 120, ${at})`;
  });
  return `INSERT OR REPLACE INTO watch_slot (watch_id, number, count, begins_at, seq, head_root, seed_block, due, block_hash,
    challenge_id, cosigned, result, reason, transcript, radius_km, at) VALUES ${rows.join(', ')}`;
};
