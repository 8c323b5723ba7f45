import { brokenInvariants, type Db } from '@trigpoint/server';

/** What became of a range of challenges, from the rows themselves. */
export interface Stock {
  /** By state and verdict. */
  readonly ended: Readonly<Record<string, number>>;
  readonly open: number;
  readonly readings: number;
  readonly payments: number;
  /** From the first acceptance to the last end. */
  readonly spanMs: number;
  /** From acceptance to the end, sorted. */
  readonly wholeMs: readonly number[];
  readonly problems: readonly string[];
}

export const takeStock = async (db: Db, first: number, count: number): Promise<Stock> => {
  const among = 'CAST(challenge_id AS BIGINT) BETWEEN ? AND ?';
  const range = [first, first + count - 1];
  const rows = await db.all(
    'SELECT state, verdict, submitted_at, ended_at FROM challenge WHERE CAST(id AS BIGINT) BETWEEN ? AND ?',
    range,
  );
  const countOf = async (sql: string) => Number((await db.get(`SELECT COUNT(*) AS n FROM ${sql}`, range))?.n);
  const done = rows.filter((it) => it.ended_at !== null);
  const ended: Record<string, number> = {};
  for (const it of done) {
    const name = `${it.state} ${JSON.parse(it.verdict as string).verified}`;
    ended[name] = (ended[name] ?? 0) + 1;
  }
  const times = (name: string) => done.map((it) => it[name] as number);
  return {
    ended,
    open: rows.length - done.length,
    readings: await countOf(`assignment WHERE state = 'read' AND ${among}`),
    payments: await countOf(
      `ledger_transfer t JOIN assignment a ON t.reason = 'reading:' || a.challenge_id || ':' || a.attempt || ':' || a.challenger_id
       WHERE t.amount > 0 AND CAST(a.challenge_id AS BIGINT) BETWEEN ? AND ?`,
    ),
    spanMs: Math.max(...times('ended_at')) - Math.min(...times('submitted_at')),
    wholeMs: done.map((it) => (it.ended_at as number) - (it.submitted_at as number)).sort((a, b) => a - b),
    problems: await brokenInvariants(db),
  };
};
