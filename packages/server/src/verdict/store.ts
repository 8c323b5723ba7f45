import type { Db, Reader, Tx } from '../db/driver.ts';
import { textPieces } from '../db/text-pieces.ts';

export const keepTranscript = (tx: Tx, challengeId: string, body: string) =>
  tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [challengeId, body]);

export const findTranscript = async (db: Reader, challengeId: string): Promise<string | undefined> =>
  (await db.get('SELECT body FROM transcript WHERE challenge_id = ?', [challengeId]))?.body as string | undefined;

const ofTranscript = 'FROM transcript WHERE challenge_id = ?';

export const transcriptPieces = (db: Reader, challengeId: string) =>
  textPieces(db, 'body', ofTranscript, [challengeId]);

const calibrationName = '"calibration_hash":';

/**
 * Which calibration a transcript names; null if it names none, undefined where there is no transcript. The names of a canonical
 * text are sorted, and what agents and payers wrote comes later in it, so the first one is the transcript's own.
 */
export const calibrationOf = async (db: Db, challengeId: string): Promise<string | null | undefined> => {
  const find = db.dialect === 'postgres' ? 'strpos' : 'instr';
  const at = `${find}(body, '${calibrationName}') + ${calibrationName.length}`;
  const row = await db.get(`SELECT substr(body, ${at}, 66) AS named ${ofTranscript}`, [challengeId]);
  if (!row) return undefined;
  return /^"([0-9a-f]{64})"$/.exec(row.named as string)?.[1] ?? null;
};

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
