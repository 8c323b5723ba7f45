import { type ChallengeRow, challengeFromRow } from '../challenge/store.ts';
import type { Reader, Tx, Value } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

/** One more challenge on the record of each of these agents, in one statement: endings that share agents wait least. */
export const countChallenges = async (
  tx: Tx,
  proofType: string,
  role: 'prover' | 'challenger',
  ids: readonly string[],
  successes: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const all = inList(ids);
  const good = successes.length === 0 ? { marks: 'NULL', values: [] } : inList(successes);
  await tx.run(
    `UPDATE agent SET challenges = challenges + 1, successes = successes + CASE WHEN id IN (${good.marks}) THEN 1 ELSE 0 END
     WHERE proof_type = ? AND role = ? AND id IN (${all.marks})`,
    [...good.values, proofType, role, ...all.values],
  );
};

/** One more challenge on a prover's record that it passed; its result is kept where the agent's page and lists find it. */
export const countVerified = (tx: Tx, proofType: string, proverId: string, result: Readonly<Record<string, string>>) =>
  tx.run(
    `UPDATE agent SET challenges = challenges + 1, successes = successes + 1, verified_result = ?
     WHERE proof_type = ? AND role = 'prover' AND id = ?`,
    [JSON.stringify(result), proofType, proverId],
  );

/** Shards of the hourly counts, picked by challenge: endings at the same time seldom meet on one row. */
const tallyShards = 16;

export const countEnding = (tx: Tx, it: { id: string; proofType: string; verified: string; at: number }) =>
  tx.run(
    `INSERT INTO tally (proof_type, hour, verified, shard, n) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT (proof_type, hour, verified, shard) DO UPDATE SET n = tally.n + 1`,
    [
      it.proofType,
      it.at - (it.at % 3_600_000),
      it.verified,
      Number(it.id.slice(-4).replace(/\D/g, '') || 0) % tallyShards,
    ],
  );

export const readTally = async (db: Reader, proofType: string, since: number) =>
  (
    await db.all(
      'SELECT hour, verified, CAST(SUM(n) AS BIGINT) AS n FROM tally WHERE proof_type = ? AND hour >= ? GROUP BY hour, verified',
      [proofType, since],
    )
  ).map((row) => ({
    hour: row.hour as number,
    verified: row.verified as 'true' | 'false' | 'inconclusive',
    n: Number(row.n),
  }));

/** Challenges that have not ended, of one proof type or all. */
export const countOpen = async (db: Reader, proofType?: string): Promise<number> => {
  const row =
    proofType === undefined
      ? await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL')
      : // Not as a condition: SQLite would follow it to every challenge of the type there ever was.
        await db.get('SELECT COUNT(CASE WHEN proof_type = ? THEN 1 END) AS n FROM challenge WHERE due_at IS NOT NULL', [
          proofType,
        ]);
  return Number(row?.n);
};

/** Newest first, for lists: by payer, prover or all of one proof type. */
export const pageChallenges = async (
  db: Reader,
  filter: {
    proofType: string;
    id?: string | undefined;
    proverId?: string | undefined;
    payer?: string | undefined;
  },
  skip: number,
  limit: number,
): Promise<ChallengeRow[]> => {
  const where = ['proof_type = ?'];
  const values: Value[] = [filter.proofType];
  if (filter.id !== undefined) {
    where.push('id = ?');
    values.push(filter.id);
  }
  if (filter.proverId !== undefined) {
    where.push('prover_id = ?');
    values.push(filter.proverId);
  }
  if (filter.payer !== undefined) {
    where.push('payer = ?');
    values.push(filter.payer);
  }
  return (
    await db.all(
      `SELECT * FROM challenge WHERE ${where.join(' AND ')} ORDER BY submitted_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...values, limit, skip],
    )
  ).map(challengeFromRow);
};
