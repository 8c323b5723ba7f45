import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fastSigner } from '@trigpoint/agent';
import type { ChallengeState } from '@trigpoint/protocol';
import { logIn } from '../photos/people.ts';
import { Caller, inParallel } from '../service/caller.ts';

type Operation = 'ask' | 'look' | 'list' | 'login';

/** Of ten operations three ask for a challenge, five look at one, one lists provers, and one is a new login. */
const mix: readonly Operation[] = ['ask', 'look', 'login', 'look', 'ask', 'look', 'list', 'ask', 'look', 'look'];

/** How often a login is tried. Nothing is measured yet at that time. */
export const patient = 8;

/** What became of operations that were due at a steady rate. */
export interface Offered {
  /** The times of the operations that were answered, in the order in which they were due. */
  readonly latenciesMs: readonly number[];
  readonly failures: readonly Failure[];
}

/** An operation that was not answered with 200. */
export interface Failure {
  readonly says: string;
  /** The service said that it cannot answer now. That is right on a starved machine, and an error wherever a rate is judged. */
  readonly isPutOff: boolean;
}

/** People who do what people do, each operation at its time, whether or not those before it were answered. */
export class Visitors {
  readonly #callers: readonly Caller[];
  readonly #tokens: readonly string[];
  readonly #accepted: string[] = [];
  #nextId = 1;
  #turn = 0;

  private constructor(callers: readonly Caller[], tokens: readonly string[]) {
    this.#callers = callers;
    this.#tokens = tokens;
  }

  static async enter(urls: readonly string[], people: number): Promise<Visitors> {
    const callers = urls.map((url) => new Caller(url));
    const tokens: string[] = [];
    await inParallel(people, 8, async (i) => tokens.push(await newToken(urls[i % urls.length] as string, patient)));
    return new Visitors(callers, tokens);
  }

  /** Every challenge that the service has said yes to. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  /** Sends operations at their times. If one is late or finds every connection busy, its wait counts. */
  async offer(perSecond: number, seconds: number): Promise<Offered> {
    const failures: Failure[] = [];
    const underWay: Promise<number | undefined>[] = [];
    const startedAt = performance.now();
    const count = Math.round(perSecond * seconds);
    for (let i = 0; i < count; i++) {
      const dueAt = startedAt + (1000 * i) / perSecond;
      const early = dueAt - performance.now();
      if (early > 0) await pause(early);
      const operation = mix[i % mix.length] as Operation;
      underWay.push(
        this.#do(operation).then(
          () => performance.now() - dueAt,
          (error: Error & { status?: number }) => {
            failures.push({ says: `${operation}: ${error.message}`, isPutOff: error.status === 503 });
            return undefined;
          },
        ),
      );
    }
    const latenciesMs = (await Promise.all(underWay)).filter((it) => it !== undefined);
    return { latenciesMs, failures };
  }

  /** Asks for one challenge until it is accepted, as a client does that cannot reach the service. */
  async insist(patienceMs: number): Promise<void> {
    const id = this.#nextId++;
    for (const until = performance.now() + patienceMs; ; await pause(200)) {
      try {
        return await this.#ask(id);
      } catch (error) {
        if (performance.now() > until) throw error;
      }
    }
  }

  /** The state of a challenge as anyone sees it. */
  async stateOf(id: string): Promise<ChallengeState> {
    const status = await this.#post('challenge-status-dcl', { challenge_id: id });
    return (JSON.parse(status) as { state: ChallengeState }).state;
  }

  leave(): void {
    for (const it of this.#callers) it.close();
  }

  async #do(operation: Operation): Promise<void> {
    const { length } = this.#accepted;
    if (operation === 'login') await newToken((this.#callers[this.#turn++ % this.#callers.length] as Caller).origin);
    else if (operation === 'list') await this.#post('provers', { limit: 20 });
    else if (operation === 'look' && length > 0)
      await this.stateOf(this.#accepted[Math.floor(Math.random() * length)] as string);
    else await this.#ask(this.#nextId++);
  }

  async #ask(id: number): Promise<void> {
    await this.#post('challenge-request-dcl', { challenge_id: String(id) });
    this.#accepted.push(String(id));
  }

  async #post(name: string, body: object): Promise<string> {
    // The calls of everybody go to all nodes in turn.
    const turn = this.#turn++;
    const caller = this.#callers[turn % this.#callers.length] as Caller;
    const token = this.#tokens[Math.floor(turn / this.#callers.length) % this.#tokens.length];
    const headers = { authorization: `Bearer ${token}` };
    const { status, text } = await caller.post(`/proof/v1/pol/${name}`, body, headers);
    if (status !== 200) throw Object.assign(new Error(`${name} answered ${status} ${text}`), { status });
    return text;
  }
}

/** The failures that count. At small size nothing is judged by how fast the machine is. */
export const wrongOf = (failures: readonly Failure[], small: boolean): string[] =>
  failures.filter((it) => !(small && it.isPutOff)).map((it) => it.says);

export const newToken = async (origin: string, retries = 0): Promise<string> => {
  const { client } = await logIn(origin, fastSigner('solana', randomBytes(32)), retries);
  return client.token as string;
};
