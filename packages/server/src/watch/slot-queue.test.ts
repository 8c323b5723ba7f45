import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { onceFields } from '../db/once.ts';
import { eachDriver } from '../db/testing.ts';
import { SlotQueue } from './slot-queue.ts';
import * as store from './store.ts';

const log = pino({ level: 'silent' });

const addDue = (db: Db, ids: readonly string[], dueAt: number) =>
  db.write(async (tx) => {
    for (const id of ids)
      await store.insertWatch(tx, {
        ...{ id, proofType: 'pol', payer: 'payer', prover: 'prover', name: '', addedAt: 0, phase: 'waiting' },
        ...{ nextNumber: 0, lastEntry: '', dueAt, leaseOwner: '', leaseUntil: 0, isPublic: false, network: '' },
        ...{ ...onceFields(undefined), referenceEntry: '', referenceChallenge: '' },
      });
  });
const names = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}-${i}`);

eachDriver('the queue of slots', ({ open }) => {
  const started: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of started.splice(0)) await end();
  });

  /** Steps of watches that are named `hung-…` wait until they are let go; others are done at once. */
  const start = async () => {
    const db = await open();
    const world = { at: 1_000_000 };
    const begun: string[] = [];
    const running = new Set<string>();
    const twice: string[] = [];
    const hung = new Map<string, () => void>();
    let seen: () => void = () => {};
    const slots = {
      step: async ({ id }: store.WatchRow) => {
        if (running.has(id)) twice.push(id);
        running.add(id);
        begun.push(id);
        seen();
        if (id.startsWith('hung')) await new Promise<void>((resolve) => hung.set(id, resolve));
        running.delete(id);
        return world.at + 3_600_000;
      },
    };
    const queue = new SlotQueue({ db, now: () => world.at, log, nodeId: 'node', slots });
    /** Resolves once so many steps have begun. */
    const until = (count: number) =>
      new Promise<void>((resolve) => {
        seen = () => begun.length >= count && resolve();
        seen();
      });
    started.push(async () => {
      for (const go of hung.values()) go();
      await queue.stop();
    });
    return { db, world, begun, twice, hung, queue, until };
  };

  test('steps that hang, as where a chain does not answer, hold up no other watch', async () => {
    const { db, world, begun, queue, until } = await start();
    await addDue(db, names('hung', 64), world.at - 10);
    await addDue(db, names('other', 100), world.at - 5);
    queue.start();
    await until(64);
    world.at += 1_000;
    await until(164);
    expect(new Set(begun).size).toBe(164);
  });

  test('what hangs for longer than its lease is not begun a second time', async () => {
    const { db, world, begun, twice, hung, queue, until } = await start();
    await addDue(db, ['hung-0'], world.at);
    queue.start();
    await until(1);
    world.at += 60_000;
    await addDue(db, ['other-0'], world.at);
    await until(2);
    expect([begun, twice]).toEqual([['hung-0', 'other-0'], []]);
    hung.get('hung-0')?.();
    await queue.stop();
    // It was let go with the time that its step said.
    expect(await store.findWatch(db, 'hung-0')).toMatchObject({ leaseOwner: '', dueAt: world.at + 3_600_000 });
  });

  test('however many hang, so many are begun and no more', async () => {
    const { db, world, begun, queue, until } = await start();
    await addDue(db, names('hung', 600), world.at);
    queue.start();
    for (let count = 64; count <= 512; count += 64) {
      await until(count);
      expect(begun).toHaveLength(count);
      world.at += 1_000;
    }
    const left = await db.get(`SELECT COUNT(*) AS n FROM watch WHERE lease_owner = ''`);
    expect(Number(left?.n)).toBe(600 - 512);
  });
});
