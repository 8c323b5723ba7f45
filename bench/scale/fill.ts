import { DatabaseSync } from '@photostructure/sqlite';
import { encodePolAsk } from '@trigpoint/proofs';
import pg from 'pg';
import type { Place } from '../feed/fill.ts';

export interface Scale {
  readonly agents: number;
  readonly challenges: number;
  readonly campaigns: number;
  /** Agents that are connected to the node `bench`, half of them challengers. */
  readonly connected: number;
}

/** Numbers become keys that are scattered like real ones, so that indexes are read and written at random places. */
const scattered = (n: number): string => ((BigInt(n) * 2654435761n) % 4294967296n).toString(16).padStart(8, '0');
export const keyOf = (n: number): string => `0x${scattered(n)}${n.toString(16).padStart(32, '0')}`;
export const tokenHashOf = (n: number): string => `${scattered(n)}${n.toString(16).padStart(56, '0')}`;
/** Even numbers are provers, odd ones challengers. */
export const roleOf = (n: number): 'prover' | 'challenger' => (n % 2 === 0 ? 'prover' : 'challenger');
/** The numbers of the agents that are connected. */
export const connectedNumbers = ({ agents, connected }: Scale): number[] => {
  const step = stepOf({ agents, connected });
  return Array.from({ length: agents }, (_, i) => i + 1).filter((n) => Math.floor(n / 2) % step === 0);
};
const stepOf = ({ agents, connected }: Pick<Scale, 'agents' | 'connected'>) =>
  Math.max(1, Math.floor(agents / connected));
/** The payer of a tenth of all challenges, and the prover that they are about. */
export const busyPayer = keyOf(1);
export const busyProver = `IPv4/${keyOf(2)}`;

const hour = 3_600_000;

/** A million agents, their admissions and sessions, and challenges about them, made by the database itself. */
export const fill = async (place: Place, scale: Scale): Promise<void> => {
  const db = await writerOf(place);
  const key = (n: string) => `'0x' || ${db.hex(`(${n}) * 2654435761 % 4294967296`, 8)} || ${db.hex(n, 32)}`;
  const now = Date.now();
  const step = stepOf(scale);
  const isConnected = `(n / 2) % ${step} = 0`;
  const role = `CASE WHEN n % 2 = 0 THEN 'prover' ELSE 'challenger' END`;
  const claims = `'{"latitude":"' || (n % 115 - 50) || '.25","longitude":"' || (n * 7 % 360 - 180) || '.5","city":"City ' || (n % 4999) || '"}'`;
  const prover = `CASE WHEN n % 10 = 0 THEN 2 ELSE n * 7919 % ${scale.agents >> 1} * 2 + 2 END`;
  const payer = `CASE WHEN n % 10 = 0 THEN 1 ELSE n % 997 * 2 + 3 END`;
  await db.rows(
    scale.agents,
    `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, description, project_name,
       project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id, first_seen,
       last_alive, challenges, successes)
     SELECT 'pol', ${role}, 'IPv4/' || ${key('n')}, 'ethereum', ${key('n')}, ${key('n')}, ${key('n / 4 * 4 + 1')}, ${db.hex('n', 64)},
       '', '', ${claims}, '0.1.0', '198.' || (n / 65536 % 256) || '.' || (n / 256 % 256) || '.0/24',
       CASE WHEN n % 2 = 0 THEN '' ELSE '198.18.0.1' END, n % 2 * 4000, 4, CASE WHEN ${isConnected} THEN 'bench' ELSE '' END,
       ${db.hex('n', 16)}, ${now - 100 * 24 * hour}, ${now} - n * 7919 % ${scale.agents} * 2000, 0, 0 FROM line`,
  );
  await db.rows(
    1,
    `INSERT INTO agent_count (proof_type, role, shard, n)
     SELECT 'pol', 'prover', 0, ${scale.agents >> 1} FROM line UNION ALL SELECT 'pol', 'challenger', 0, ${(scale.agents + 1) >> 1}`,
  );
  await db.rows(
    scale.agents,
    `INSERT INTO admission (proof_type, id, status, reason, since, since_block, decided_by, place, owner, endpoint, changes)
     SELECT 'pol', 'IPv4/' || ${key('n')}, 'admitted', 'bench', ${now - 50 * 24 * hour}, NULL, 'probation', '', '', '', 1
     FROM line WHERE n % 2 = 1`,
  );
  await db.rows(
    scale.agents,
    `INSERT INTO session (token_hash, state, key_type, public_key, role, proof_type, project_name, project_public_key,
       wallet_public_key, claims, message, attempts, public_id, user_agent, address, created_at, used_at, expires_at)
     SELECT ${db.hex('n * 2654435761 % 4294967296', 8)} || ${db.hex('n', 56)}, 'active', 'ethereum', ${key('n')}, ${role}, 'pol', '', '',
       '{}', ${claims}, '', 0, ${db.hex('n', 16)}, '', '198.18.0.1', ${now}, ${now}, ${now + 1000 * hour}
     FROM line WHERE ${isConnected}`,
  );
  const address = keyOf(2) as `0x${string}`;
  const ask = { proverRegistry: address, prover: address, isIPv6: false, challengers: 20, tolerance: 1 };
  const info = encodePolAsk({ ...ask, latitude: 52.5, longitude: 13.4 });
  const verdict = JSON.stringify({
    verified: 'true',
    reason: 'Nine of ten challengers around the claim agree with it.',
    result: { latitude: '52.5', longitude: '13.4', uncertainty_km: '120' },
    detail: { readings: 'r'.repeat(1_500) },
  });
  await db.rows(
    scale.challenges,
    `INSERT INTO challenge (id, proof_type, payer, relayed_by, info, prover_address, block_number, block_hash, state, attempt,
       prover_id, prover_claims, settings, calibration, submitted_at, deadline, ended_at, due_at, lease_owner, lease_until,
       verdict, transcript_hash, expires_at, consented_at)
     SELECT CAST(n AS TEXT), 'pol', ${key(payer)}, '', '${info}', ${key(prover)}, 1, '0x', 'ENDED_SUCCESSFULLY', 1,
       'IPv4/' || ${key(prover)}, '{}', '{}', '', ${now - 30 * 24 * hour} + n * 1000, 1, ${now}, NULL, '', 0, '${verdict}', '', 1, 1
     FROM line`,
  );
  await db.rows(
    scale.campaigns,
    `INSERT INTO campaign (id, name, description, type, tags, latitude, longitude, radius_km, south, north, west, east, currency,
       total_rewards, reward_per_task, fuel_required, starts_at, ends_at, max_submissions, is_active, review, creator_key_type,
       creator_public_key, funded_by, request_hash, revision, taken, promised, paid, created_at)
     SELECT ${db.hex('n', 24)}, 'Campaign ' || n, 'Photos of street ' || n || '${' along the river'.repeat(20)}', 'individual',
       '["t' || (n % 500) || '"]', n % 115 - 50, n * 7 % 360 - 180, 50, n % 115 - 50.5, n % 115 - 49.5, n * 7 % 360 - 180.7,
       n * 7 % 360 - 179.3, 'POINTS', 1, 1, 1, 1, ${now + 1000 * hour}, 10, 1, 0, 'ethereum', ${key('n')}, 'network', '', 0, 0, 0, 0,
       ${now - 30 * 24 * hour} + n FROM line`,
  );
  await db.rows(
    scale.campaigns,
    `INSERT INTO campaign_tag (tag, campaign_id) SELECT 't' || (n % 500), ${db.hex('n', 24)} FROM line`,
  );
  await db.close();
};

/** Runs statements that read a table with the lines 1 to `count`. */
interface Writer {
  hex(n: string, digits: number): string;
  rows(count: number, sql: string): Promise<unknown>;
  close(): Promise<void>;
}

const writerOf = async (place: Place): Promise<Writer> => {
  if ('file' in place) {
    const db = new DatabaseSync(place.file);
    // Indexes are dropped and made again at the end, when they are written in order. Filling them at random places takes ten
    // times as long.
    db.exec('PRAGMA busy_timeout = 60000; PRAGMA cache_size = -1000000; PRAGMA synchronous = OFF');
    const indexes = db
      .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
      .all() as { name: string; sql: string }[];
    for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
    return {
      hex: (n, digits) => `printf('%0${digits}x', ${n})`,
      rows: async (count, sql) =>
        db.exec(
          sql.replace(
            /^INSERT[^)]*\)/,
            (insert) =>
              `WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < ${count}) ${insert}`,
          ),
        ),
      close: async () => {
        for (const { sql } of indexes) db.exec(sql);
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        db.close();
      },
    };
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  return {
    hex: (n, digits) => `lpad(to_hex(${n}), ${digits}, '0')`,
    rows: (count, sql) =>
      client.query(sql.replace(/FROM line/, `FROM generate_series(1::bigint, ${count}::bigint) AS line (n)`)),
    close: async () => {
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
};
