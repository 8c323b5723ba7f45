import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEvidence, encodePolAsk } from '@trigpoint/proofs';
import { isFinal, parseReading } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { audit, balance, type Db, openDb, userAccount } from '@trigpoint/server';
import { deadlineOf, findChallenge, insertChallenge, listAssignments, readEvidence } from '@trigpoint/server/parts';
import { toyType } from './liveness/toy.ts';
import { type Actor, type Manner, reward, World } from './liveness/world.ts';
import { type Proof, type Random, seeded } from './proof.ts';

const traces = { small: 60, release: 10_000 };
/** Traces that share a database file; each has agents and a challenge of its own. */
const perDatabase = 500;
const graceMs = 5_000;

const manners: readonly Manner[] = [
  'honest',
  'honest',
  'honest',
  'silent',
  'late',
  'double',
  'forged',
  'stolen',
  'own_fault',
  'declines',
  'garbage',
];
const types = [toyType('parallel'), toyType('sequential')];

/** Every challenge ends by its deadline + 5 s whatever agents do and whenever the coordinator dies; each reading counts and pays once. */
export const prove: Proof = async ({ seed, small, log }) => {
  const count = small ? traces.small : traces.release;
  const violations: string[] = [];
  for (let from = 0; from < count; from += perDatabase) {
    const dataDir = await mkdtemp(join(tmpdir(), 'prove-liveness-'));
    const db = await openDb({ dataDir });
    try {
      for (let i = from; i < Math.min(count, from + perDatabase); i++)
        for (const it of await trace(db, seeded(seed).fork(i), i)) violations.push(`trace ${i}: ${it}`);
      violations.push(...(await audit(db)));
    } finally {
      await db.close();
      await rm(dataDir, { recursive: true });
    }
    log(`${Math.min(count, from + perDatabase)} of ${count} traces`);
  }
  return { tried: count, violations };
};

const trace = async (db: Db, random: Random, index: number): Promise<string[]> => {
  const world = new World(db, random, types);
  const proofType = world.random.pick(types);
  const prover = await world.arrive('prover', proofType.id, 'honest');
  const challengers = 1 + random.int(5);
  const present = random.int(challengers + 4);
  for (let i = 0; i < present; i++) await world.arrive('challenger', proofType.id, random.pick(manners));
  const ask = {
    proverRegistry: `0x${'11'.repeat(20)}`,
    prover: prover.agent.chainAddress as `0x${string}`,
    isIPv6: false,
    challengers,
    tolerance: random.int(challengers),
    latitude: 0,
    longitude: 0,
  } as const;
  const id = String(index + 1);
  const submittedAt = world.now;
  const deadline = deadlineOf(proofType, ask, submittedAt);
  await db.write((tx) =>
    insertChallenge(tx, {
      id,
      proofType: proofType.id,
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
      deadline,
      fee: 0,
    }),
  );
  const endedAt = await live(world, id, deadline);
  const problems = await judge(world, id);
  if (endedAt > deadline + graceMs) problems.push(`ended ${endedAt - deadline} ms after its deadline`);
  // The next trace must not find these agents.
  for (const it of world.actors.values()) await world.agents.leave(it.agent);
  return problems;
};

/** Lets time pass in steps, mail arrive and coordinators die, until the challenge has ended and the last mail is in. */
const live = async (world: World, id: string, deadline: number): Promise<number> => {
  let endedAt = Number.POSITIVE_INFINITY;
  const crashes = world.random() < 0.3 ? 0.05 : 0;
  for (const end = deadline + 2 * graceMs; world.now < end; world.now += 100 + world.random.int(400)) {
    for (const it of world.actors.values()) if (world.random() < 0.002) await world.agents.leave(it.agent);
    const due = world.mail.filter((it) => it.at <= world.now);
    for (const it of due) world.mail.splice(world.mail.indexOf(it), 1);
    await Promise.all(due.map(({ from, message }) => world.works.desk.receive(from.agent, message)));
    if (world.random() < crashes) {
      // Dies in the middle of a step: what it had claimed stays under its lease.
      const dying = world.works.coordinator.tick();
      world.crash();
      await dying;
    }
    await world.works.coordinator.tick();
    const challenge = await findChallenge(world.db, id);
    if (challenge?.endedAt && endedAt === Number.POSITIVE_INFINITY) endedAt = world.now;
    if (challenge?.endedAt && world.mail.length === 0) break;
  }
  return endedAt;
};

const judge = async (world: World, id: string): Promise<string[]> => {
  const problems: string[] = [];
  const challenge = await findChallenge(world.db, id);
  if (!challenge || !isFinal(challenge.state)) return ['never ended'];
  const evidence = await readEvidence(world.db, challenge, async () => null);
  if (!evidence) return ['has no evidence'];
  const type = world.proofType(challenge.proofType);
  problems.push(
    ...(await checkEvidence(type, evidence, async (it, text, signature) =>
      verifySignature(it.key_type, it.public_key, text, signature),
    )),
  );
  const parts = await listAssignments(world.db, id);
  const earned = new Map<string, number>();
  for (const part of parts) {
    const actor = world.actors.get(`challenger/${part.challengerId}`) as Actor;
    const good = part.state === 'read' && parseReading(part.message).failure === undefined;
    earned.set(part.challengerId, (earned.get(part.challengerId) ?? 0) + (good ? reward : 0));
    const mayCount = ['honest', 'double', 'own_fault'].includes(actor.manner);
    if (part.state === 'read' && !mayCount) problems.push(`a reading of an agent that is ${actor.manner} was recorded`);
  }
  for (const { agent } of world.actors.values()) {
    if (agent.role !== 'challenger') continue;
    const paid = await balance(world.db, userAccount(agent.keyType, agent.publicKey));
    if (paid !== (earned.get(agent.id) ?? 0))
      problems.push(`${agent.id} was paid ${paid}, not ${earned.get(agent.id) ?? 0}`);
  }
  return problems;
};
