import type { HubMessage } from '@trigpoint/protocol';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { Relay } from './relay.ts';
import { type Actor, Stage } from './testing-stage.ts';

const log = pino({ level: 'silent' });

eachDriver('tasks for agents of other nodes', (place) => {
  /** A prover and two challengers on node2, which coordinates, and a third challenger on node1. */
  const stand = async () => {
    const db = await place.open();
    const heard: { node: string; to: string; message: HubMessage }[] = [];
    const on = new Map<string, string>();
    const stage = new Stage(db, { send: (to, message) => node2.send(to, message) });
    const open = (nodeId: string) =>
      new Relay({
        db,
        log,
        nodeId,
        now: () => stage.now,
        hasPeers: () => stage.agents.hasPeers(),
        send: (to, message) => {
          if (on.get(`${to.role} ${to.id}`) !== nodeId) return false;
          heard.push({ node: nodeId, to: `${to.role} ${to.id}`, message });
          return true;
        },
      });
    const node1 = open('node1');
    const node2 = open('node2');
    const arrive = async (role: Actor['role'], nodeId: string) => {
      const actor = await stage.arrive(role);
      on.set(`${role} ${actor.id}`, nodeId);
      return actor;
    };
    await stage.open();
    const far = await arrive('challenger', 'node1');
    await stage.open();
    const prover = await arrive('prover', 'node2');
    for (let i = 0; i < 2; i++) await arrive('challenger', 'node2');
    const tasksOf = (node: string) => heard.filter((it) => it.node === node && it.message.type === 'task');
    return { db, stage, node1, node2, far, prover, tasksOf };
  };

  test('are found by their own node when it looks, once each', async () => {
    const { stage, node1, node2, far, prover, tasksOf } = await stand();
    await stage.submit(prover);
    await stage.tick();
    expect(tasksOf('node2').length).toBe(2 + 3);
    expect(tasksOf('node1')).toEqual([]);
    stage.now += 1_000;
    expect(await node1.look()).toBe(1);
    expect(tasksOf('node1').map((it) => it.to)).toEqual([`challenger ${far.id}`]);
    expect(await node1.look()).toBe(0);
    expect(await node2.look()).toBe(0);
    stage.now += 60_000;
    expect(await node1.look()).toBe(0);
  });

  test('are brought by a notice without waiting for the look', async () => {
    const { db, stage, node1, node2, far, prover, tasksOf } = await stand();
    if (!db.join) return;
    // Nobody looks in this test: the clock of the stage stands still, and younger tasks are left to notices.
    node1.start();
    node2.start();
    const listening = `SELECT pid FROM pg_stat_activity
      WHERE state = 'idle' AND query = 'LISTEN "trigpoint_' || current_schema() || '"'`;
    while ((await db.all(listening)).length < 2) await new Promise((done) => setTimeout(done, 20));
    await stage.submit(prover);
    await stage.tick();
    for (let i = 0; i < 100 && tasksOf('node1').length === 0; i++) await new Promise((done) => setTimeout(done, 20));
    expect(tasksOf('node1').map((it) => it.to)).toEqual([`challenger ${far.id}`]);
    await node1.stop();
    await node2.stop();
  });
});
