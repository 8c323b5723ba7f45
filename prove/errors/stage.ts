import { connect } from 'node:net';
import type { Random } from '../proof.ts';
import type { Answer, Caller } from '../service/caller.ts';
import { ethereumKey, type Key, logIn } from '../service/keys.ts';

export interface Person {
  readonly key: Key;
  readonly cookie: string;
}

const under = '/proof/v1/pol';

/** Names that would show if a sentence were put together carelessly. */
const awkward = ['{campaign}', '$& $1', '"quoted"', '<b>', '%s', '\u202e', '日本', '{problem}'];

/** A service, and people who ask it for what it must refuse. */
export class ErrorStage {
  readonly random: Random;
  readonly caller: Caller;
  readonly operator: Person;
  readonly #clock: { aheadMs: number };

  constructor(random: Random, caller: Caller, operator: Person, clock: { aheadMs: number }) {
    this.random = random;
    this.caller = caller;
    this.operator = operator;
    this.#clock = clock;
  }

  /** The same stage for another case, which has its own random numbers. */
  fork(index: number): ErrorStage {
    return new ErrorStage(this.random.fork(index), this.caller, this.operator, this.#clock);
  }

  async person(): Promise<Person> {
    const key = ethereumKey(this.random);
    return { key, cookie: (await logIn(this.caller, key)).cookie };
  }

  /** A text that nobody had before. */
  name(): string {
    return `${Buffer.from(this.random.bytes(8)).toString('hex')} ${this.random.pick(awkward)}`;
  }

  ask(operation: string, body: unknown, cookie = ''): Promise<Answer> {
    return this.caller.post(`${under}/${operation}`, body, cookie === '' ? {} : { cookie });
  }

  /** Runs something at a later time, and then sets the clock back. */
  async later<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#clock.aheadMs += ms;
    try {
      return await work();
    } finally {
      this.#clock.aheadMs -= ms;
    }
  }

  async campaign(creator: Person, terms: object = {}): Promise<string> {
    const campaign = this.name();
    const hour = 3_600_000;
    const body = {
      ...{ campaign, description: '', type: 'individual', currency: 'POINTS', total_rewards: 4, reward_per_task: 2 },
      ...{
        fuel_required: 1,
        max_submissions: 2,
        is_active: true,
        starts_at: this.time(-hour),
        ends_at: this.time(hour),
      },
      ...terms,
    };
    const { status, text } = await this.ask('create-campaign', body, creator.cookie);
    if (status !== 200) throw new Error(`create-campaign answered ${status} ${text}`);
    return campaign;
  }

  time(fromNowMs: number): string {
    return new Date(Date.now() + this.#clock.aheadMs + fromNowMs).toISOString();
  }

  async submit(sender: Person, campaign: string, photo: Uint8Array, more: object = {}): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ campaign, latitude: '10', longitude: '20', ...more }))
      form.set(name, String(value));
    form.set('photo', new Blob([Buffer.from(photo)]), 'photo.png');
    const reply = await fetch(`${this.caller.origin}${under}/submit-photo`, {
      method: 'POST',
      headers: { cookie: sender.cookie },
      body: form,
    });
    const headers = Object.fromEntries(reply.headers);
    return { status: reply.status, headers, text: await reply.text() };
  }

  /** Sends bytes as they are, on a connection of their own. */
  raw(text: string): Promise<Answer> {
    const { hostname, port } = new URL(this.caller.origin);
    return new Promise((resolve, reject) => {
      let said = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('data', (data: Buffer) => {
        said += data;
      });
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', ...body] = said.split('\r\n\r\n');
        const [first = '', ...lines] = head.split('\r\n');
        const headers = Object.fromEntries(
          lines.map((it) => it.split(': ')).map(([name, to]) => [name?.toLowerCase(), to]),
        );
        resolve({ status: Number(first.split(' ')[1]), headers, text: body.join('\r\n\r\n') });
      });
    });
  }
}
