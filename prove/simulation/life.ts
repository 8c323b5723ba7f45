import { brokenInvariants } from '@trigpoint/server';
import { findChallenge, nextDue, readEvidence, type SqliteConnection } from '@trigpoint/server/parts';
import { graceMs } from '../books/ended.ts';
import { seeded } from '../proof.ts';
import { manners } from './actors.ts';
import { types } from './asks.ts';
import { Payers } from './payers.ts';
import type { Plant } from './plants.ts';
import { SimulatedDb } from './simulated-db.ts';
import { few, type LifeSize } from './sizes.ts';
import { judgeEnd, judgePay } from './verdict.ts';
import { type Node, World } from './world.ts';

const lifeMs = 300_000;
const renewEveryMs = 20_000;
const pollMs = 500;

export interface Life {
  readonly violations: readonly string[];
  /** What happened, in a line each. The same seed gives the same lines. */
  readonly trace: readonly string[];
}

/**
 * Plays one network from its beginning until nothing is left to do. The seed decides about clock, database, chain and
 * connections.
 */
export const live = async (tables: SqliteConnection, seed: number, size: LifeSize, plant?: Plant): Promise<Life> => {
  const random = seeded(seed);
  const db = new SimulatedDb(tables, random.fork(1), plant?.database?.(random.fork(2)));
  const payers = new Payers(random.fork(3), 1_800_000_000_000, size);
  const world = new World(db, random, types, {
    stillOnChain: ({ blockNumber, blockHash }) => payers.requests.recheck(blockNumber, blockHash),
    seedBlocks: payers.requests,
    confirmations: payers.requests.confirmations,
    ...plant?.rules,
  });
  // Half of the worlds are rough. In half of the others, if few ask, everybody is honest, and everything must succeed.
  const isRough = random() < 0.5;
  const isHonest = !isRough && random() < 0.5 && size === few;
  for (let i = 0; i < 2; i++) await world.startNode();
  for (const { id } of types) {
    for (let i = 0; i < size.provers; i++) await world.join('prover', id, 'honest');
    const { fewestChallengers, mostChallengers } = size;
    const present = isHonest
      ? mostChallengers
      : fewestChallengers + random.int(mostChallengers - fewestChallengers + 1);
    for (let i = 0; i < present; i++) await world.join('challenger', id, isHonest ? 'honest' : random.pick(manners));
  }
  const ended = new Set<string>();
  const isPaid = new Set<string>();
  const trace: string[] = [];

  /** Checks the invariants after every step. Tables that no statement has touched are not read again. */
  const check = async () => {
    if (['ledger_transfer', 'ledger_account'].some((it) => db.changed.has(it)))
      world.violations.push(...(await brokenInvariants(db)));
    db.changed.clear();
    const rows = await db.all<{ id: string; due_at: number | null; deadline: number }>(
      'SELECT id, due_at, deadline FROM challenge ORDER BY id',
    );
    for (const { id, due_at, deadline } of rows)
      if (due_at !== null && deadline < world.now - graceMs)
        world.violations.push(`challenge ${id} is open ${world.now - deadline} ms after its deadline`);
    for (const id of payers.accepted)
      if (!rows.some((it) => it.id === id)) world.violations.push(`challenge ${id} was accepted and is gone`);
    const news = rows.filter(({ id, due_at }) => due_at === null && !ended.has(id));
    for (const { id } of news) {
      ended.add(id);
      await judgeEnd(world, id);
      await judgeOutcome(id);
    }
    if (news.length > 0) await judgePay(world, [...isPaid]);
  };

  const judgeOutcome = async (id: string) => {
    const challenge = await findChallenge(db, id);
    const evidence = challenge && (await readEvidence(db, challenge, async () => null));
    if (!evidence) return;
    const isVoid = evidence.transcript.void !== null;
    if (!isVoid) isPaid.add(id);
    if (!isVoid && payers.chain.blocks[challenge.blockNumber]?.hash !== challenge.blockHash)
      world.violations.push(`challenge ${id} was paid on a block that was replaced`);
    if (isHonest && !challenge.state.startsWith('ENDED_') && !isCrowded(challenge.proofType))
      world.violations.push(`challenge ${id} came to ${challenge.state}, though everybody was honest`);
    trace.push(`${world.now} ${id} ${challenge.state} ${challenge.attempt} ${challenge.transcriptHash}`);
  };
  // Where agents take one challenge at a time, several challenges may wait for each other too long.
  const isCrowded = (proofType: string) => proofType === 'sequential';

  const look = async () => {
    if (plant?.withoutRelay) world.lookAt = Number.POSITIVE_INFINITY;
    else await world.look();
  };

  let renewAt = world.now + renewEveryMs;
  let cutOff: { readonly node: Node; readonly until: number } | undefined;
  for (const end = world.now + lifeMs; ; ) {
    if (world.now >= renewAt) {
      for (const { agents } of world.nodes) await agents.nodes.renew().catch(() => {});
      renewAt = world.now + renewEveryMs;
    }
    payers.step(world, isRough);
    if (isRough) cutOff = await disturb(world, cutOff);
    await Promise.all([
      world.bringMail(),
      payers.bring(world),
      look(),
      ...world.nodes.map(({ rooms }) => rooms.coordinator.queue.tick().catch(() => {})),
    ]);
    await check();
    if (world.violations.length > 0) break;
    const due = await nextDue(db);
    // The end does not wait for requests that the chain has dropped, nor for readings of agents that never come back.
    const isQuiet = payers.isDone && world.mail.length === 0;
    if (due === undefined && (isQuiet || world.now > end)) break;
    const next = Math.min(
      due ?? Number.POSITIVE_INFINITY,
      renewAt,
      payers.nextAt,
      world.lookAt,
      ...world.mail.map((it) => it.at),
    );
    // A real node looks a little late. Where nothing calls it, it looks every so often.
    world.now = next > world.now ? next + random.int(50) : world.now + 1 + random.int(pollMs);
  }
  return { violations: world.violations, trace };
};

/** Nodes die or lose their database for a while, one at a time, so that the other can take over. Agents come and go. */
const disturb = async (
  world: World,
  cutOff: { readonly node: Node; readonly until: number } | undefined,
): Promise<typeof cutOff> => {
  const { random } = world;
  if (cutOff && world.now < cutOff.until) return cutOff;
  cutOff?.node.db.dieAfter(Number.POSITIVE_INFINITY);
  const node = random.pick(world.nodes);
  const fate = random();
  if (fate < 0.03) await world.crash(node, random.int(60));
  else if (fate < 0.06) {
    node.db.dieAfter(random.int(20));
    return { node, until: world.now + random.int(10_000) };
  }
  if (random() < 0.05) {
    const actor = random.pick(world.actors);
    if (actor.agent) await world.disconnect(actor);
    else await world.connect(actor, random.pick(world.nodes));
  }
  return undefined;
};
