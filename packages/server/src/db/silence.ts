import pg from 'pg';

/** Looks this often whether anything was answered since the last look: a loop that stood still has stood still for both. */
const lookEveryMs = 250;
/** So many looks without an answer make it worth asking over a connection of its own. */
const looksBeforeAsking = 3;
/** A connection and the shortest of answers, on a starved machine too: a false alarm costs everybody their connections. */
const answerMs = 3_000;

/**
 * Notices a database that is asked and says nothing at all, as behind a network that swallows everything. Waiting for each
 * statement's own time-out would hold up whoever asks, again and again, while other nodes could answer.
 */
export class Silence {
  readonly #url: string;
  readonly #begun: () => void;
  readonly #looking: NodeJS.Timeout;
  #asked = 0;
  #wasAnswered = false;
  #quietLooks = 0;
  #isAsking = false;
  #holds = false;

  /** `begun` is called once for each silence. */
  constructor(url: string, begun: () => void) {
    this.#url = url;
    this.#begun = begun;
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Nothing was answered, neither to those who asked nor to a question of its own, and nothing has been since. */
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
      if (error instanceof pg.DatabaseError) this.#wasAnswered = true;
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

  /** Apart from the pool, all of whose connections may be waiting for a lock. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'trigpoint silence',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    client.on('error', () => {});
    let isSilent = false;
    try {
      await client.connect();
      await client.query('SELECT 1');
    } catch (error) {
      // A refusal is an answer: whoever asks meets it as well, and at once.
      isSilent = /timeout/i.test((error as Error).message);
    }
    client.end().catch(() => {});
    this.#isAsking = false;
    this.#quietLooks = 0;
    if (isSilent && !this.#holds) this.#begun();
    this.#holds = isSilent;
  }
}
