import type { Db, Reader, Tx } from '../db/driver.ts';

export interface ChallengeEvent {
  /** Counts from 1 within a challenge; undefined for progress, which is shown once and not kept. */
  readonly seq: number | undefined;
  readonly at: number;
  readonly kind: string;
  readonly data: unknown;
}

type Listener = (event: ChallengeEvent | 'look') => void;

/** Inside the transaction that makes it true; the challenge's row must be locked by it. */
export const appendEvent = (tx: Tx, challengeId: string, at: number, kind: string, data: unknown) =>
  tx.run(
    `INSERT INTO challenge_event (challenge_id, seq, at, kind, data)
     SELECT ?, COALESCE(MAX(seq), 0) + 1, CAST(? AS BIGINT), ?, ? FROM challenge_event WHERE challenge_id = ?`,
    [challengeId, at, kind, JSON.stringify(data), challengeId],
  );

const listEvents = async (db: Reader, challengeId: string, after: number): Promise<ChallengeEvent[]> =>
  (
    await db.all('SELECT * FROM challenge_event WHERE challenge_id = ? AND seq > ? ORDER BY seq', [challengeId, after])
  ).map((row) => ({
    seq: row.seq as number,
    at: row.at as number,
    kind: row.kind as string,
    data: JSON.parse(row.data as string),
  }));

/** Who watches which challenge on this node. What is kept is in the database; this only says when to look. */
export class Events {
  readonly #db: Db;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(db: Db) {
    this.#db = db;
  }

  since(challengeId: string, after: number): Promise<ChallengeEvent[]> {
    return listEvents(this.#db, challengeId, after);
  }

  /** Something about the challenge was committed. */
  announce(challengeId: string): void {
    for (const listener of this.#listeners.get(challengeId) ?? []) listener('look');
  }

  isWatched(challengeId: string): boolean {
    return this.#listeners.has(challengeId);
  }

  progress(challengeId: string, at: number, data: unknown): void {
    for (const listener of this.#listeners.get(challengeId) ?? [])
      listener({ seq: undefined, at, kind: 'progress', data });
  }

  watch(challengeId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(challengeId) ?? new Set();
    this.#listeners.set(challengeId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(challengeId);
    };
  }
}
