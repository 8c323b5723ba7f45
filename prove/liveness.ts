import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePolAsk } from '@trigpoint/proofs';
import { brokenInvariants, type Db, openDb } from '@trigpoint/server';
import { deadlineOf, insertChallenge, nextDue } from '@trigpoint/server/parts';
import { manners } from './liveness/actors.ts';
import { drawAsk, types } from './liveness/asks.ts';
import { graceMs, judgeEnd, judgePay } from './liveness/verdict.ts';
import { World } from './liveness/world.ts';
import { type Proof, type Random, seeded } from './proof.ts';

const traces = { small: 150, release: 10_000 };
/** Challenges that run beside each other among the same agents. */
const perWorld = 25;
const worldsPerDatabase = 20;

/** What is proved is what rows say, not that disks keep them (`prove durability` does that): memory will do. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Every challenge ends by its deadline + 5 s whatever agents do and whenever nodes die; each reading counts and pays once. */
export const prove: Proof = async ({ seed, small, log }) => {
  const count = small ? traces.small : traces.release;
  const violations: string[] = [];
  for (let from = 0; from < count; from += perWorld * worldsPerDatabase) {
    const dataDir = await mkdtemp(join(scratch, 'prove-liveness-'));
    const db = await openDb({ dataDir });
    const to = Math.min(count, from + perWorld * worldsPerDatabase);
    try {
      for (let i = from; i < to; i += perWorld)
        for (const it of await play(db, seeded(seed).fork(i), i)) violations.push(`world ${i}: ${it}`);
      violations.push(...(await brokenInvariants(db)));
    } finally {
      await db.close();
      await rm(dataDir, { recursive: true });
    }
    log(`${to} of ${count} traces`);
  }
  return { tried: count, violations };
};

interface Trace {
  readonly id: string;
  readonly submittedAt: number;
  readonly deadline: number;
}

const play = async (db: Db, random: Random, index: number): Promise<string[]> => {
  const world = new World(db, random, types);
  for (let i = 0; i < 2; i++) await world.startNode();
  for (const { id } of types) {
    for (let i = 0; i < 3; i++) await world.join('prover', id, 'honest');
    const present = random.int(10);
    for (let i = 0; i < present; i++) await world.join('challenger', id, random.pick(manners));
  }
  const waiting = Array.from({ length: perWorld }, (_, i) => draw(world, random, String(index + i + 1)));
  const traces = waiting.map(({ id, submittedAt, deadline }): Trace => ({ id, submittedAt, deadline }));
  await live(world, waiting);
  for (const { id } of traces) await judgeEnd(world, id);
  await judgePay(
    world,
    traces.map((it) => it.id),
  );
  for (const { agents } of world.nodes) await agents.nodes.release();
  return world.violations;
};

const draw = (world: World, random: Random, id: string) => {
  const { type, ask } = drawAsk(world, random, 5);
  const submittedAt = world.now + random.int(30_000);
  // Some expire while their prover is away.
  const expiresAt = submittedAt + 1_000 + random.int(60_000);
  // When it has ended at the latest, if the prover consents at the last moment.
  const deadline = deadlineOf(type, ask, expiresAt);
  const insert = () =>
    world.db.write((tx) =>
      insertChallenge(tx, {
        id,
        proofType: type.id,
        payer: `0x${'22'.repeat(20)}`,
        relayedBy: '',
        info: encodePolAsk(ask),
        proverAddress: ask.prover,
        blockNumber: 1,
        blockHash: `0x${'33'.repeat(32)}`,
        proverId: '',
        proverClaims: {},
        settings: {},
        submittedAt,
        expiresAt,
        dueAt: submittedAt,
        fee: 0,
      }),
    );
  return { id, submittedAt, deadline, insert };
};

/** Goes from one moment at which something happens to the next, until all has ended and the last mail is in. */
const live = async (world: World, waiting: ReturnType<typeof draw>[]): Promise<void> => {
  const { random } = world;
  const end = Math.max(...waiting.map((it) => it.deadline)) + 2 * graceMs;
  const isRough = random() < 0.5;
  let renewAt = world.now + 20_000;
  for (;;) {
    for (const it of waiting.filter(({ submittedAt }) => submittedAt <= world.now)) {
      await it.insert();
      waiting.splice(waiting.indexOf(it), 1);
    }
    if (world.now >= renewAt) {
      for (const { agents } of world.nodes) await agents.nodes.renew();
      renewAt = world.now + 20_000;
    }
    await world.bringMail();
    if (isRough) await disturb(world);
    await world.look();
    await Promise.all(world.nodes.map(({ rooms }) => rooms.coordinator.tick()));
    const due = await nextDue(world.db);
    if (due === undefined && waiting.length === 0 && world.mail.length === 0) return;
    const next = Math.min(
      due ?? end,
      renewAt,
      world.lookAt,
      ...world.mail.map((it) => it.at),
      ...waiting.map((it) => it.submittedAt),
    );
    // A real node looks a little late.
    world.now = Math.max(world.now + 1, next + random.int(50));
    if (world.now > end) return;
  }
};

const disturb = async (world: World): Promise<void> => {
  const { random } = world;
  const node = random.pick(world.nodes);
  if (random() < 0.05) await world.crash(node, random.int(60));
  if (random() < 0.05) {
    const actor = random.pick(world.actors);
    if (actor.agent) await world.disconnect(actor);
    else await world.connect(actor, random.pick(world.nodes));
  }
};
