import type { Reader, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

/** How many callers one statement names. */
const batch = 500;

/** Stores how many requests callers have made on one node in one minute. */
export const keepUsed = async (
  tx: Tx,
  window: number,
  nodeId: string,
  used: readonly (readonly [caller: string, used: number])[],
): Promise<void> => {
  for (let i = 0; i < used.length; i += batch) {
    const some = used.slice(i, i + batch);
    await tx.run(
      `INSERT INTO rate_used (minute, caller, node_id, used) VALUES ${some.map(() => '(?, ?, ?, ?)').join(', ')}
       ON CONFLICT (minute, caller, node_id) DO UPDATE SET used = excluded.used`,
      some.flatMap(([caller, count]) => [window, caller, nodeId, count]),
    );
  }
};

export const usedElsewhere = async (
  db: Reader,
  window: number,
  nodeId: string,
  callers: readonly string[],
): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  for (let i = 0; i < callers.length; i += batch) {
    const { marks, values } = inList(callers.slice(i, i + batch));
    const rows = await db.all<{ caller: string; used: number }>(
      `SELECT caller, SUM(used) AS used FROM rate_used
       WHERE minute = ? AND node_id <> ? AND caller IN (${marks}) GROUP BY caller`,
      [window, nodeId, ...values],
    );
    for (const { caller, used } of rows) found.set(caller, Number(used));
  }
  return found;
};

export const forgetUsed = (tx: Tx, before: number) => tx.run('DELETE FROM rate_used WHERE minute < ?', [before]);
