/** Asked this often, and answered within it. */
const askEveryMs = 1_000;
/**
 * A restart of the database takes some seconds, and so may an answer on a starved machine: nobody is sent away for that,
 * because hundreds that come back at once make it worse.
 */
const patience = 10;

export interface LookoutOptions {
  readonly ping: () => Promise<void>;
  /** The database has not answered for a while; called once until it does again. */
  readonly lost: () => void;
}

/** A node that has lost the database cannot hand its agents anything; other nodes could. */
export class Lookout {
  readonly #options: LookoutOptions;
  #timer: NodeJS.Timeout | undefined;
  #unanswered = 0;

  constructor(options: LookoutOptions) {
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
