/**
 * The class counts looks instead of time. A busy event loop delays looks as well as answers, so it is not taken for a silent
 * database.
 */
const lookEveryMs = 250;
/** After this many looks without any answer PostgreSQL is asked over a new connection. */
const looksBeforeAsking = 3;

interface SilenceOptions {
  /** Asks over a new connection. Throws if no answer came; a refusal is an answer. */
  readonly ask: () => Promise<void>;
  /** Whether an error came from PostgreSQL itself. */
  readonly isAnswer: (error: unknown) => boolean;
  /** Called when a silence begins. */
  readonly begun: () => void;
}

/**
 * Notices that the database answers nothing at all, for example because the network drops every packet. Without this class each
 * request would wait for the time-out of its own statement, while other nodes could answer.
 */
export class Silence {
  readonly #options: SilenceOptions;
  readonly #looking: NodeJS.Timeout;
  #asked = 0;
  #wasAnswered = false;
  #quietLooks = 0;
  #isAsking = false;
  #holds = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** True since a question over a new connection was not answered, until such a question is answered. */
  get holds(): boolean {
    return this.#holds;
  }

  async during<T>(question: () => Promise<T>): Promise<T> {
    this.#asked++;
    try {
      const answer = await question();
      this.#wasAnswered = true;
      return answer;
    } catch (error) {
      if (this.#options.isAnswer(error)) this.#wasAnswered = true;
      throw error;
    } finally {
      this.#asked--;
    }
  }

  end(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const isQuiet = this.#asked > 0 && !this.#wasAnswered;
    this.#quietLooks = isQuiet ? this.#quietLooks + 1 : 0;
    this.#wasAnswered = false;
    if ((this.#holds || this.#quietLooks >= looksBeforeAsking) && !this.#isAsking) void this.#ask();
  }

  /** Asks outside of the pool, because all connections of the pool may be waiting for a lock. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const isSilent = await this.#options.ask().then(
      () => false,
      () => true,
    );
    this.#isAsking = false;
    this.#quietLooks = 0;
    if (isSilent && !this.#holds) this.#options.begun();
    this.#holds = isSilent;
  }
}
