import type { HubMessage } from '@trigpoint/protocol';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openTaskDeliveries } from '../coordination/task-deliveries.ts';
import { type Actor, Stage } from '../coordination/testing-stage.ts';
import { eachDriver } from '../db/testing.ts';
import { NoticeBoard } from './notice-board.ts';
import { Relay } from './relay.ts';
import { connectBoards, patience } from './testing-boards.ts';

const log = pino({ level: 'silent' });

eachDriver('tasks for agents of other nodes', (place) => {
  /** A prover and two challengers on node2, which coordinates, and a third challenger on node1. */
  const stand = async () => {
    const db = await place.open();
    const heard: { node: string; to: string; message: HubMessage }[] = [];
    const on = new Map<string, string>();
    const stage = new Stage(db, { send: (to, message) => node2.send(to, message) });
    const boards: NoticeBoard[] = [];
    const open = (nodeId: string) => {
      const board = new NoticeBoard(db, nodeId);
      boards.push(board);
      return new Relay({
        tasks: openTaskDeliveries(db, () => stage.now, nodeId),
        consents: (ids) => stage.rooms.consentsOnNode(ids),
        log,
        nodeId,
        board,
        now: () => stage.now,
        hasPeers: () => stage.agents.nodes.hasPeers(),
        send: (to, message) => {
          if (on.get(`${to.role} ${to.id}`) !== nodeId) return false;
          heard.push({ node: nodeId, to: `${to.role} ${to.id}`, message });
          return true;
        },
      });
    };
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
    const connect = () => connectBoards(boards);
    const part = () => Promise.all(boards.map((it) => it.stop()));
    return { db, stage, node1, node2, far, prover, heard, tasksOf, connect, part };
  };

  test('are found by their own node when it looks, once each', async () => {
    const { stage, node1, node2, far, prover, tasksOf } = await stand();
    await stage.begin(prover);
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
    const { db, stage, far, prover, tasksOf, connect, part } = await stand();
    if (!db.join) return;
    // Nobody looks in this test.
    await connect();
    await stage.begin(prover);
    await expect.poll(() => tasksOf('node1').map((it) => it.to), patience).toEqual([`challenger ${far.id}`]);
    await part();
  });

  test('a question of consent longer than a notice is brought to its prover, and to nobody who consented', async () => {
    const { db, stage, node1, prover, heard, connect, part } = await stand();
    if (!db.join) return;
    const [asked, answered] = [await stage.begin(prover, 'parallel', { consents: false }), await stage.begin(prover)];
    await connect();
    heard.length = 0;
    const to = { proofType: stage.proofType('parallel').id, role: 'prover' as const, id: prover.id, nodeId: 'node2' };
    for (const id of [answered, asked]) {
      const question = { type: 'consent_wanted' as const, challenge_id: id, ask: `0x${'ab'.repeat(9_000)}`, payer: '' };
      expect(node1.send(to, question)).toBe(false);
    }
    const questions = () =>
      heard.flatMap(({ node, message }) => (message.type === 'consent_wanted' ? [[node, message.challenge_id]] : []));
    await expect.poll(questions, patience).toEqual([['node2', asked]]);
    await part();
  });

  test('what is no task is said by the node that has the agent, and by no other', async () => {
    const { db, node2, far, heard, connect, part } = await stand();
    if (!db.join) return;
    await connect();
    const message: HubMessage = { type: 'cancel', challenge_id: '1', attempt: 1 };
    expect(node2.send({ proofType: 'pol', role: 'challenger', id: far.id }, message)).toBe(false);
    const told = [{ node: 'node1', to: `challenger ${far.id}`, message }];
    await expect.poll(() => heard, patience).toEqual(told);
    await part();
  });
});
