import type { NoticeBoard } from '../cluster/notice-board.ts';
import type { Db } from '../db/driver.ts';
import { type ChallengeEvent, listEvents, newestEvents } from './event-store.ts';

export { appendEvent, appendEvents, type ChallengeEvent, newestEvents } from './event-store.ts';

type Listener = () => void;

/** Other nodes are told this often that somebody on this node watches a challenge. They believe it for a little longer. */
const watchEveryMs = 20_000;
const watchedMs = 30_000;
/** If several nodes may share the database, events that other nodes wrote are looked for this often. */
const pollMs = 500;

/** Knows who watches which challenge, and tells them on any node when to read its events, which are in the database. */
export class Events {
  readonly #db: Db;
  readonly #board: NoticeBoard | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Challenges that are watched on other nodes, and until when that holds. */
  readonly #elsewhere = new Map<string, number>();

  /** The newest event of each watched challenge at the last poll. */
  readonly #polled = new Map<string, number>();
  #polling: NodeJS.Timeout | undefined;

  constructor(db: Db, board?: NoticeBoard) {
    this.#db = db;
    this.#board = board;
    board?.on('follow', (id) => this.#learn(id));
    board?.on('look', (id) => this.#hear(id));
  }

  /** A notice may be lost. So one statement looks now and then for new events of all challenges watched here. */
  async #poll(): Promise<void> {
    const ids = [...this.#listeners.keys()];
    const newest = await newestEvents(this.#db, ids);
    for (const id of ids) {
      const seq = newest.get(id) ?? 0;
      if (seq > (this.#polled.get(id) ?? 0)) this.#hear(id);
      if (this.#listeners.has(id)) this.#polled.set(id, seq);
    }
  }

  #pollNext(): void {
    if (this.#polling || this.#db.dialect !== 'postgres' || this.#listeners.size === 0) return;
    this.#polling = setTimeout(() => {
      const goOn = () => {
        this.#polling = undefined;
        this.#pollNext();
      };
      // After a failure the database is asked again.
      this.#poll().then(goOn, goOn);
    }, pollMs);
    this.#polling.unref();
  }

  since(challengeId: string, after: number): Promise<ChallengeEvent[]> {
    return listEvents(this.#db, challengeId, after);
  }

  /** To be called after an event of the challenge was committed. */
  announce(challengeId: string): void {
    this.#hear(challengeId);
    if (this.#isWatchedElsewhere(challengeId)) this.#board?.tell('look', challengeId);
  }

  /** Calls the listener whenever there is a new event, until the returned function is called. */
  follow(challengeId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(challengeId) ?? new Set();
    this.#listeners.set(challengeId, listeners.add(listener));
    this.#pollNext();
    const tell = () => this.#board?.tell('follow', challengeId);
    tell();
    const telling = this.#board && setInterval(tell, watchEveryMs);
    return () => {
      clearInterval(telling);
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(challengeId);
      this.#polled.delete(challengeId);
    };
  }

  #hear(challengeId: string): void {
    for (const listener of this.#listeners.get(challengeId) ?? []) listener();
  }

  #isWatchedElsewhere(challengeId: string): boolean {
    return (this.#elsewhere.get(challengeId) ?? 0) > performance.now();
  }

  #learn(challengeId: string): void {
    const now = performance.now();
    for (const [id, until] of this.#elsewhere) if (until < now) this.#elsewhere.delete(id);
    this.#elsewhere.set(challengeId, now + watchedMs);
  }
}
