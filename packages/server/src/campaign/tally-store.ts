import type { Reader, Tx } from '../db/driver.ts';
import { hourMs } from '../times.ts';

export const countOutcome = (tx: Tx, campaignId: string, outcome: string, at: number) =>
  tx.run(
    `INSERT INTO photo_tally (campaign_id, hour, outcome, n) VALUES (?, ?, ?, 1)
     ON CONFLICT (campaign_id, hour, outcome) DO UPDATE SET n = photo_tally.n + 1`,
    [campaignId, at - (at % hourMs), outcome],
  );

/** How many photos had each outcome since a time, in whole hours. */
export const outcomesSince = async (db: Reader, campaignId: string, since: number): Promise<Map<string, number>> => {
  const rows = await db.all(
    `SELECT outcome, CAST(SUM(n) AS BIGINT) AS n FROM photo_tally WHERE campaign_id = ? AND hour > ?
     GROUP BY outcome ORDER BY n DESC, outcome`,
    [campaignId, since - hourMs],
  );
  return new Map(rows.map((row) => [row.outcome as string, Number(row.n)]));
};

/** Counts with the index photo_once, which has no rejected photos. */
export const countContributors = async (db: Reader, campaignId: string): Promise<number> => {
  const row = await db.get(
    `SELECT COUNT(*) AS n FROM (SELECT DISTINCT key_type, public_key FROM photo
       WHERE campaign_id = ? AND state <> 'rejected') AS people`,
    [campaignId],
  );
  return Number(row?.n);
};
