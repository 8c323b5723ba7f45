import { type EntryOf, parseEntry } from '@trigpoint/log';
import { isTreeEarly } from '@trigpoint/proofs';
import { beforeEach, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { findAcceptance } from './acceptance-store.ts';
import { type Actor, type Cast, openCast } from './testing-stage.ts';

eachDriver('the eligible tree of a request', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;
  let head: number | null;

  beforeEach(async () => {
    head = 0;
    const changes = { head: async () => head };
    ({ db, stage, prover, challengers } = await openCast(await where.open(), 5, 'parallel', changes));
    stage.now += 2_000;
  });

  const logTrees = () => stage.rooms.logTrees(['parallel']);
  /** Requests of the stage are in block 1. */
  const accepted = async () => {
    const id = await stage.begin(prover);
    const row = (await findAcceptance(db, id)) ?? expect.fail('not accepted');
    return { id, row, says: parseEntry(row.entry) as EntryOf<'acceptance'>, tree: parseEntry(row.treeEntry) };
  };
  const treesInLog = async () =>
    (await db.all<{ id: string }>("SELECT id FROM log_entry WHERE id LIKE 'tree:%'")).map((it) => it.id);

  test('is the one that the log had before it, whoever has come since', async () => {
    await logTrees();
    head = 1;
    const late = await stage.arrive('challenger');
    stage.now += 2_000;
    await logTrees();
    expect(await treesInLog()).toHaveLength(2);
    const { row, says, tree, id } = await accepted();
    expect(tree).toMatchObject({ kind: 'tree', size: 5, block: 0 });
    expect(says).toMatchObject({ tree_size: 5, tree_index: row.treeIndex, request_block: 1 });
    const asked = stage.asked([...challengers, late]);
    expect(asked).not.toContain(late);
    await stage.answer(asked);
    await stage.pass(60_000);
    const evidence = await stage.evidence(id);
    expect(await stage.check(evidence)).toEqual([]);
    expect(isTreeEarly(evidence.transcript)).toBe(true);
  });

  test('is the tree of now where the one before has too few, and evidence says so', async () => {
    for (const it of challengers.slice(1)) await stage.agents.leave(it);
    stage.now += 2_000;
    await logTrees();
    head = 1;
    for (const it of challengers.slice(1)) await stage.arrive('challenger', 'parallel', { key: it.key });
    stage.now += 2_000;
    const { tree, id } = await accepted();
    expect(tree).toMatchObject({ size: 5, block: 1 });
    await stage.pass(60_000);
    const evidence = await stage.evidence(id);
    expect(await stage.check(evidence)).toEqual([]);
    expect(isTreeEarly(evidence.transcript)).toBe(false);
  });

  test('is the tree of now where more than a fifth have left', async () => {
    await logTrees();
    head = 1;
    for (const it of challengers.slice(3)) await stage.agents.leave(it);
    stage.now += 2_000;
    expect((await accepted()).tree).toMatchObject({ size: 3, block: 1 });
  });

  test('is logged once while it stays the same, and again every hour', async () => {
    for (let i = 0; i < 4; i++) {
      await logTrees();
      stage.now += 1_500;
    }
    await accepted();
    expect(await treesInLog()).toHaveLength(1);
    stage.now += 3_600_000;
    await stage.open();
    for (const it of [prover, ...challengers])
      await stage.arrive(it === prover ? 'prover' : 'challenger', 'parallel', { key: it.key });
    await logTrees();
    expect((await treesInLog()).length).toBe(2);
  });

  test('is shown to whoever is in it, leaf by leaf', async () => {
    await logTrees();
    const { row } = await accepted();
    const [one] = challengers as [Actor];
    const size = (row.treeIndex ?? 0) + 1;
    expect(await stage.rooms.leafOf('parallel', one.id, size)).toMatchObject({ tree_index: row.treeIndex });
    expect(await stage.rooms.leafOf('parallel', one.id, size - 1)).toBeUndefined();
    expect(await stage.rooms.leafOf('parallel', 'IPv4/nobody', size)).toBeUndefined();
  });
});
