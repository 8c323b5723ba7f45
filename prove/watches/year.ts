import { type Entry, type EntryOf, type Finding, parseEntry } from '@trigpoint/log';
import { consentOf, fits, type HeldSlot, lateOf, WatchChain, type WatchEntry } from '@trigpoint/log/watches';
import type { Db } from '@trigpoint/server';
import {
  insertChallenge,
  type NewChallenge,
  type SlotChallenges,
  SlotQueue,
  Slots,
  SlotValues,
  type SqliteConnection,
  SteppedLog,
  Watches,
} from '@trigpoint/server/parts';
import { pino } from 'pino';
import { type Random, seeded } from '../proof.ts';
import { MortalDb } from '../simulation/mortal-db.ts';
import { SimulatedDb, type Spoilt } from '../simulation/simulated-db.ts';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);
/** A life with a plant ends after this many rounds. Most honest lives of the same size take fewer. */
const mostPlantedRounds = 1_500;
const silent = pino({ level: 'silent' });
const payer = 'ethereum:0x1111111111111111111111111111111111111111';
const prover = 'IPv4/0x2222222222222222222222222222222222222222';

/** A fault put in on purpose. */
export interface Plant {
  readonly breaks: RegExp;
  readonly database?: (random: Random) => Spoilt;
  /** How far the clocks of nodes may be ahead, in ms. */
  readonly aheadMs?: number;
}

export interface YearSize {
  readonly days: number;
  readonly watches: number;
  readonly everyMs?: number;
}

export interface Year {
  readonly slots: number;
  readonly asked: number;
  readonly missed: number;
  readonly kills: number;
  readonly extras: number;
  readonly violations: readonly string[];
}

interface Asked {
  readonly at: number;
  readonly lastsMs: number;
  readonly verified: 'true' | 'false' | 'inconclusive';
  readonly zone: string;
}

interface Node {
  readonly db: MortalDb;
  readonly queue: SlotQueue;
  readonly watches: Watches;
  aheadMs: number;
}

/** A year of watches under a clock of its own: nodes die and come back, clocks jump by up to a second, payers change their minds. */
export const live = async (tables: SqliteConnection, seed: number, size: YearSize, plant?: Plant): Promise<Year> => {
  const random = seeded(seed);
  const base = new SimulatedDb(tables, random.fork(1), plant?.database?.(random.fork(2)));
  let clock = start;
  const until = start + size.days * dayMs;
  const asked = new Map<string, Asked>();
  const dark: { from: number; to: number }[] = [];
  let kills = 0;
  let ids = 0;

  const challengesOn = (db: Db, log: SteppedLog): SlotChallenges => ({
    prepare: async ({ info, expiresInMs }) => {
      const id = `ask-${++ids}`;
      const lastsMs = random.int(20) === 0 ? expiresInMs : secondMs + random.int(5 * secondMs);
      const said = random.pick(['true', 'true', 'true', 'false', 'inconclusive'] as const);
      return {
        id,
        insert: async (tx) => {
          const row: NewChallenge = {
            ...{ id, proofType: 'pol', payer, relayedBy: payer, info, proverAddress: '0x22', blockNumber: 0 },
            ...{ blockHash: '', proverId: '', proverClaims: {}, settings: {}, submittedAt: clock, fee: 0 },
            ...{ expiresAt: clock + expiresInMs, dueAt: clock },
          };
          asked.set(id, { at: clock, lastsMs, verified: said, zone: zoneOf[said] });
          return insertChallenge(tx, row);
        },
        asked: () => {},
      };
    },
    compare: async (_, id) => findingOf(id),
    ended: async (id) => {
      const it = asked.get(id);
      if (!it || clock < it.at + it.lastsMs) return undefined;
      const transcript: Entry = {
        ...{ kind: 'transcript', version: 1, challenge: id, transcript: '0'.repeat(64) },
        ...{ outcome: it.verified, acceptance: null },
      };
      await db.write((tx) => log.append(tx, transcript, `transcript:${id}`));
      const result = { zone: it.zone, possible_liars: '2', uncertainty_km: '211.4', uncertainty_km_any_medium: '318' };
      return { ...it, measured: 8, declined: '', hasConsented: true, reason: '', result };
    },
  });

  const startNode = async (index: number): Promise<Node> => {
    const db = new MortalDb(base);
    const log = await SteppedLog.open(base, () => clock);
    const mortalLog = await SteppedLog.open(db, () => clock);
    const node: { aheadMs: number } = { aheadMs: 0 };
    const now = () => clock + node.aheadMs;
    const values = new SlotValues(mortalLog);
    const challenges = challengesOn(db, log);
    const slots = new Slots({ db, now, log: mortalLog, values, challenges, consentMs: consentOf });
    const queue = new SlotQueue({ db, now, log: silent, nodeId: `node${index}-${kills}`, slots });
    const limits = { most: 100, perNetwork: 100, inAll: 100, changesPerDay: 100_000, leastEveryMs: 60_000 };
    const watches = new Watches({
      ...{ db, now, log: mortalLog, values, limits, relationTo: async () => 'stranger' },
      random: (bytes) => Buffer.from(random.bytes(bytes)),
    });
    return Object.assign(node, { db, queue, watches });
  };

  const nodes: (Node | undefined)[] = [await startNode(0), await startNode(1)];
  const anyNode = () => nodes.find((it) => it && !it.db.isDead);
  const watchIds: string[] = [];
  for (let i = 0; i < size.watches; i++) {
    const usual = random.pick([...(random.int(8) === 0 ? [6 * hourMs] : []), 2 * dayMs, 5 * dayMs, 9 * dayMs]);
    const everyMs = size.everyMs ?? usual;
    const from = clock + random.int(2) * random.int(Math.min(3, size.days / 4) * dayMs);
    const terms = { info: '0x00' as const, everyMs, until: until - random.int(Math.min(20, size.days / 2) * dayMs) };
    const added = await anyNode()?.watches.add({
      proofType: 'pol',
      payer,
      prover,
      name: '',
      from,
      network: '',
      ...terms,
    });
    if (added) watchIds.push(added.watch.id);
  }

  /** Times at which nodes are started again. */
  const returns: { readonly at: number; readonly index: number }[] = [];
  const nextChange = () => clock + dayMs + random.int(120 * dayMs);
  let changeAt = nextChange();
  let disturbAt = clock + random.int(20 * dayMs);

  const kill = (index: number, forMs: number) => {
    kills++;
    nodes[index]?.db.dieAfter(0);
    nodes[index] = undefined;
    returns.push({ at: clock + forMs, index });
    if (!anyNode()) dark.push({ from: clock, to: Number.POSITIVE_INFINITY });
  };
  const bringBack = async () => {
    for (const due of returns.filter((it) => it.at <= clock)) {
      returns.splice(returns.indexOf(due), 1);
      nodes[due.index] = await startNode(due.index);
      const last = dark.at(-1);
      if (last && last.to === Number.POSITIVE_INFINITY) dark[dark.length - 1] = { from: last.from, to: clock };
    }
  };

  const work = async (): Promise<number> => {
    let done = 0;
    const ticks = nodes.map(async (node, index) => {
      if (!node) return;
      node.aheadMs = plant?.aheadMs ?? random.int(secondMs) - secondMs / 2;
      const dies = random.int(25) === 0;
      if (dies) node.db.dieAfter(random.int(14));
      done += await node.queue.tick().catch(() => 0);
      if (dies) kill(index, random.pick([secondMs, 20 * secondMs, 2 * 60 * secondMs]));
    });
    await Promise.all(ticks);
    return done;
  };

  let idle = 0;
  let rounds = 0;
  while (clock < until + 30 * dayMs) {
    const [due] = await base.all<{ at: number | null }>(
      'SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS at FROM watch WHERE due_at IS NOT NULL',
    );
    const isOver = due?.at === null || due?.at === undefined;
    // A plant may keep a watch from ever going on.
    if (isOver || (plant && ++rounds > mostPlantedRounds)) break;
    const dueAt = anyNode() ? (due.at as number) : Number.POSITIVE_INFINITY;
    // Now and then nodes look before anything is due. A node that goes by a wrong clock is early then.
    const lookAt = random.int(3) === 0 ? dueAt - random.int(120 * secondMs) : dueAt;
    const soonest = Math.min(lookAt, changeAt, disturbAt, ...returns.map((it) => it.at));
    // Clocks of nodes differ by up to half a second from the true one, and ticks come when they come.
    clock = Math.max(clock + 1 + random.int(secondMs), Math.min(soonest, until + 30 * dayMs));
    await bringBack();
    if (clock >= disturbAt) {
      disturbAt = clock + random.int(40 * dayMs);
      // All nodes are down: for moments, hours or days.
      const forMs = random.pick([30 * secondMs, hourMs, 7 * hourMs, 2 * dayMs, 6 * dayMs]);
      for (const index of nodes.keys()) if (nodes[index]) kill(index, forMs);
      continue;
    }
    if (clock >= changeAt) {
      changeAt = nextChange();
      const watches = anyNode()?.watches;
      const id = random.pick(watchIds);
      const change = random.pick(['paused', 'resumed', 'edited', 'edited', 'ended'] as const);
      const everyMs = random.pick([dayMs, 3 * dayMs, 8 * dayMs]);
      await watches?.change(id, payer, change, change === 'edited' ? { everyMs } : {}).catch(refusedOnly);
    }
    // If a plant keeps everybody from working, time goes on all the same.
    if ((await work()) > 0) idle = 0;
    else if (anyNode() && dueAt <= clock) clock += Math.min(hourMs, secondMs * 2 ** Math.min(12, idle++));
  }
  const violations = await check(base, { asked, dark, until, isPlanted: plant !== undefined });
  return { ...violations, asked: asked.size, kills };
};

/** Findings of slots. They are the same on all nodes. */
const someFindings: readonly (Finding | null)[] = [
  'same',
  'changed',
  'same',
  null,
  'changed',
  'probably_moved',
  'same',
];
const findingOf = (id: string): Finding | null => someFindings[Number(id.slice(4)) % someFindings.length] ?? null;

const zoneOf = { true: 'inside', false: 'outside', inconclusive: 'undecided' } as const;
const results = { true: 'inside', false: 'outside', inconclusive: 'undecided' } as const;

/** Lets refusals pass. A change that makes no sense now is refused with a sentence. */
const refusedOnly = (error: unknown) => {
  if ((error as { code?: string }).code === undefined && !/process is dead/.test(String(error))) throw error;
};

const check = async (
  db: Db,
  world: {
    readonly asked: ReadonlyMap<string, Asked>;
    readonly dark: readonly { from: number; to: number }[];
    readonly until: number;
    readonly isPlanted: boolean;
  },
) => {
  const log = await SteppedLog.open(db, () => 0);
  const violations: string[] = [];
  for (const { id } of await db.all<{ id: string }>('SELECT id FROM log_entry WHERE place IS NULL'))
    await log.sequenced(id);
  const rows = await db.all<{ place: number | null; entry: string }>(
    'SELECT place, entry FROM log_entry ORDER BY place',
  );
  const chains = new Map<string, WatchChain>();
  for (const { place, entry: text } of rows) {
    const entry = parseEntry(text);
    if (place === null) violations.push('an entry has no place');
    if (place === null || !('watch' in entry)) continue;
    const known = chains.get(entry.watch) ?? new WatchChain(log.origin, { isWhole: true, keeps: true });
    chains.set(entry.watch, known);
    violations.push(...known.see(place, entry as WatchEntry));
  }
  const told = new Map<string, number>();
  let slots = 0;
  let extras = 0;
  let missed = 0;
  for (const [id, chain] of chains) {
    if (!chain.isOver) violations.push(`watch ${id} stopped before window ${chain.next}`);
    for (const held of chain.held) {
      slots += held.outcome.count;
      if (held.extra) extras++;
      if (held.outcome.result === 'missed') missed += held.outcome.count;
      violations.push(...problemsOf(held, world));
      for (const id of [held.outcome.challenge, held.extra?.challenge]) if (id) told.set(id, (told.get(id) ?? 0) + 1);
    }
  }
  const inserted = await db.all<{ id: string }>('SELECT id FROM challenge');
  for (const { id } of inserted)
    if (told.get(id) !== 1) violations.push(`challenge ${id} was asked, and ${told.get(id) ?? 0} slots tell of it`);
  if (told.size !== inserted.length) violations.push('a slot tells of a challenge that was never asked');
  return { slots, extras, missed, violations };
};

const problemsOfExtra = (
  name: string,
  { challenge, result, finding }: EntryOf<'extra'>,
  until: number,
  asked: ReadonlyMap<string, Asked>,
): string[] => {
  if (challenge === null) return [];
  const it = asked.get(challenge);
  return [
    ...(it && it.at <= until ? [] : [`the extra slot after ${name} was asked late`]),
    ...(it && results[it.verified] === result ? [] : [`the extra slot after ${name} tells another result`]),
    ...(finding === null || finding === findingOf(challenge)
      ? []
      : [`the extra slot after ${name} tells another finding`]),
  ];
};

const problemsOf = (
  { outcome, edition, beginsAt, extra }: HeldSlot,
  { asked, dark }: { asked: ReadonlyMap<string, Asked>; dark: readonly { from: number; to: number }[] },
): string[] => {
  const name = `slot ${outcome.number} of watch ${outcome.watch}`;
  const problems: string[] = [];
  if (!fits(edition, outcome.number)) problems.push(`${name} is after the end`);
  if (outcome.challenge !== null && outcome.due !== null) {
    const it = asked.get(outcome.challenge);
    const due = Date.parse(outcome.due);
    if (!it || it.at < due - secondMs) problems.push(`${name} was asked early`);
    if (it && it.at > due + lateOf(edition.everyMs) + secondMs) problems.push(`${name} was asked late`);
    if (it && results[it.verified] !== outcome.result) problems.push(`${name} tells another result`);
  }
  if (extra) problems.push(...problemsOfExtra(name, extra, beginsAt + edition.everyMs, asked));
  if (outcome.finding && outcome.finding !== findingOf(outcome.challenge ?? ''))
    problems.push(`${name} tells another finding`);
  if (outcome.result !== 'missed') return problems;
  for (let i = 0; i < outcome.count; i++) {
    const from = beginsAt + i * edition.everyMs;
    const isDark = dark.some((it) => it.from <= from + edition.everyMs && it.to >= from - 60 * secondMs);
    if (!isDark) problems.push(`slot ${outcome.number + i} of watch ${outcome.watch} was lost while nodes were there`);
  }
  return problems;
};
