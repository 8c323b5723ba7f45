import type { Reader, Tx } from '../db/driver.ts';

export const keepTranscript = (tx: Tx, challengeId: string, body: string) =>
  tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [challengeId, body]);

export const findTranscript = async (db: Reader, challengeId: string): Promise<string | undefined> =>
  (await db.get('SELECT body FROM transcript WHERE challenge_id = ?', [challengeId]))?.body as string | undefined;

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
