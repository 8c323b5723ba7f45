import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { proofTypes } from '@trigpoint/proofs/rules';
import { type Db, type DbOptions, openDb } from '@trigpoint/server';
import { type Agent, Agents, EligibleTrees, Hub, type Session, Sessions } from '@trigpoint/server/parts';
import { connectedNumbers, keyOf, roleOf, type Scale, tokenHashOf } from './fill.ts';

/**
 * What the sockets of one node cost while nothing happens. The hub, its agents, their sessions and the database are real. The
 * sockets only take what they are told, because so many real ones need more processes than two cores have room for.
 */
const { place, scale } = settingsFromParent<{ place: DbOptions; scale: Scale }>();

class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly isPaused = false;
  readonly bufferedAmount = 0;
  send(): void {}
  pause(): void {}
  resume(): void {}
  close(): void {
    this.readyState = 3;
    this.emit('close');
  }
  terminate(): void {
    this.close();
  }
}

const atOnce = 500;

/** Counts the rows that come out of the database. */
const counting = (db: Db) => {
  const counter = { rows: 0 };
  const count = <T>(rows: T[]): T[] => {
    counter.rows += rows.length;
    return rows;
  };
  const counted = new Proxy(db, {
    get: (of, name) => {
      if (name === 'all') return async (sql: string, params: never) => count(await of.all(sql, params));
      const value = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  return { counter, counted };
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapBytes = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const measure = async (): Promise<string[]> => {
  const db = await openDb(place);
  const { counter, counted } = counting(db);
  let later = 0;
  const now = () => Date.now() + later;
  const random = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));

  /** Does not check signatures, which are not what is measured: whoever says hello is who the database says. */
  class Known extends Agents {
    override async arrive({ publicKey, role }: Session) {
      const agent = (await this.find('pol', role as Agent['role'], `IPv4/${publicKey}`)) as Agent;
      return { ...agent, describedUntil: Number.POSITIVE_INFINITY };
    }
  }
  const identities = { greet: () => ({}) } as never;
  const admissions = {} as never;
  const nodeId = 'bench';
  const agents = new Known({ db: counted, now, random, nodeId, development: false, identities, admissions });
  await agents.nodes.renew();
  const sessions = new Sessions({ db: counted, now, random, chainId: 1, preLoginMs: 1, sessionMs: 3_600_000_000 });
  const log = { warn: console.error, error: console.error } as never;
  const hub = new Hub({ agents, sessions, endpoints: { check: async () => {} } as never, log, now });
  hub.answerWith({
    openTasks: async () => [],
    consentsWanted: async () => [],
    isUnasked: () => false,
    receive: async () => undefined,
  });

  const numbers = connectedNumbers(scale);
  const before = heapBytes();
  const text = { text: '{}', signature: `0x${'0'.repeat(130)}` };
  const hello = { type: 'hello', version: '1', capacity: 1, description: text, udp: { port: 4000 } };
  const message = Buffer.from(JSON.stringify(hello));
  let connected = 0;
  for (const n of numbers) {
    const socket = new Socket();
    const session = { keyType: 'ethereum', publicKey: keyOf(n), role: roleOf(n), proofType: 'pol' };
    hub.accept(socket as never, { ...session, tokenHash: tokenHashOf(n) } as Session, '198.18.0.1');
    socket.emit('message', message, false);
    // Sockets are opened a few at a time. If all spoke at once, their statements would wait for PostgreSQL longer than the
    // service waits.
    if (++connected % atOnce === 0 || connected === numbers.length) while (hub.size < connected) await pause(5);
  }
  const perSocket = (heapBytes() - before) / connected;

  const lines = [`${hub.size} agents are connected; each takes ${(perSocket / 1024).toFixed(1)} KiB beside its socket`];
  const cost = async (title: string, work: () => unknown, times = 9) => {
    const all: { ms: number; rows: number }[] = [];
    for (let i = 0; i < times; i++) {
      later += 2_000;
      await agents.nodes.renew();
      counter.rows = 0;
      const from = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(from);
      all.push({ ms: (user + system) / 1000, rows: counter.rows });
    }
    const sorted = all.slice(1).sort((a, b) => a.ms - b.ms);
    const median = sorted[sorted.length >> 1] as (typeof all)[number];
    const first = all[0] as (typeof all)[number];
    lines.push(
      `${title}: ${median.ms.toFixed(1)} ms of CPU and ${median.rows} rows read (the first time ${first.ms.toFixed(0)} ms and ${first.rows} rows)`,
    );
  };
  const pol = proofTypes.find((it) => it.id === 'pol') as (typeof proofTypes)[number];
  const trees = new EligibleTrees();
  const systems = { systemOf: () => '', table: undefined } as never;
  const eligible = async () => trees.of(pol, 'IPv4', await agents.eligible('pol', now()), systems);
  await cost('what other nodes changed is looked at, every 20 s', () => hub.follow());
  await cost('everybody who is connected is compared with the database, every 10 minutes', () => hub.reconcile());
  await cost('sessions are looked at, every 15 s', () => sessions.keepAlive(numbers.map(tokenHashOf)));
  await cost('who can be drawn is read, every 5 s and at most every second', eligible);
  const challengers = numbers.filter((n) => roleOf(n) === 'challenger');
  let at = 0;
  const leaveSome = async () => {
    for (let i = 0; i < 50; i++) {
      const n = challengers[at++ % challengers.length] as number;
      const agent = (await agents.find('pol', 'challenger', `IPv4/${keyOf(n)}`)) as Agent;
      await agents.leave(agent);
    }
  };
  for (let i = 0; i < 2; i++) {
    await leaveSome();
    await cost(i === 0 ? 'the same after 50 of them left' : 'and after 50 more', eligible, 2);
  }
  const { rss } = process.memoryUsage();
  lines.push(`the process holds ${(rss / 2 ** 20).toFixed(0)} MiB with the sockets and the tree of who can be drawn`);
  await db.close();
  return lines;
};

answerParent({}, measure);
