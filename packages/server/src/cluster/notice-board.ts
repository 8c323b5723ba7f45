import type { Db, Notices } from '../db/driver.ts';

/**
 * The subjects of notices: for which challenges tasks or questions wait, a message to an agent, whose sessions ended, who follows a challenge, a new
 * event.
 */
type Topic = 'tasks' | 'say' | 'ended' | 'follow' | 'look';

/** PostgreSQL refuses a notice of 8,000 bytes or more. A longer notice is not sent, so what may be long is named and not said. */
const maxBytes = 7_900;

/**
 * Sends notices to all other nodes, by topic. A notice may be lost, so nothing depends on it alone: tasks are looked for
 * every second, ended sessions every 15 s and events every half second, and an agent that is not told to stop ends by itself.
 * SQLite has one node only, so there is nobody to tell.
 */
export class NoticeBoard {
  readonly #db: Pick<Db, 'join'>;
  readonly #nodeId: string;
  readonly #listeners = new Map<string, (text: string) => void>();
  #notices: Notices | undefined;

  constructor(db: Pick<Db, 'join'>, nodeId: string) {
    this.#db = db;
    this.#nodeId = nodeId;
  }

  start(): void {
    this.#notices = this.#db.join?.((text) => this.#hear(text));
  }

  async stop(): Promise<void> {
    await this.#notices?.close();
  }

  /** One listener for each topic. */
  on(topic: Topic, hear: (text: string) => void): void {
    this.#listeners.set(topic, hear);
  }

  tell(topic: Topic, text: string): void {
    const notice = `${this.#nodeId} ${topic} ${text}`;
    if (Buffer.byteLength(notice) <= maxBytes) this.#notices?.tell(notice);
  }

  #hear(notice: string): void {
    const [, node, topic = '', text = ''] = /^(\S+) (\S+) ([\s\S]*)$/.exec(notice) ?? [];
    if (node !== this.#nodeId) this.#listeners.get(topic)?.(text);
  }
}
