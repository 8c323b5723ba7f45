/** The database is asked this often. */
const askEveryMs = 1_000;
/**
 * How many unanswered questions it takes until the database counts as lost. A restart of the database takes some seconds, and so
 * may an answer on a busy machine. Agents are not sent away for that, because hundreds that come back at once make it worse.
 */
const patience = 10;

interface DatabaseWatchOptions {
  readonly ping: () => Promise<void>;
  /** The database has not answered for a while. It is called once each time. */
  readonly lost: () => void;
}

/** Notices that this node has lost the database. Its agents are then better served by another node. */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #unanswered = 0;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), askEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    if (++this.#unanswered === patience + 1) this.#options.lost();
    this.#options.ping().then(
      () => {
        this.#unanswered = 0;
      },
      () => {},
    );
  }
}
