import type { Reader, Tx } from '../db/driver.ts';
import { hourMs } from '../times.ts';

export const keepTranscript = (tx: Tx, challengeId: string, packed: Uint8Array) =>
  tx.run(`INSERT INTO transcript (challenge_id, body, packed) VALUES (?, '', ?)`, [challengeId, packed]);

/** A transcript as it is stored. Earlier versions stored it without packing. */
export const findTranscript = async (
  db: Reader,
  challengeId: string,
): Promise<{ readonly packed: Uint8Array } | { readonly body: string } | undefined> => {
  const row = await db.get('SELECT body, packed FROM transcript WHERE challenge_id = ?', [challengeId]);
  return row && (row.packed ? { packed: row.packed as Uint8Array } : { body: row.body as string });
};

export const hasTranscript = async (db: Reader, challengeId: string): Promise<boolean> =>
  (await db.get('SELECT 1 AS one FROM transcript WHERE challenge_id = ?', [challengeId])) !== undefined;

/** The hourly counts are spread over this many rows, so that endings at the same time seldom wait for one row. */
const tallyShards = 16;

export const countEnding = (tx: Tx, it: { id: string; proofType: string; verified: string; at: number }) =>
  tx.run(
    `INSERT INTO tally (proof_type, hour, verified, shard, n) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT (proof_type, hour, verified, shard) DO UPDATE SET n = tally.n + 1`,
    [
      it.proofType,
      it.at - (it.at % hourMs),
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
