import { headOf } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { noAutonomousSystems } from '../network/autonomous-systems.ts';
import { EligibleTrees } from './eligible-trees.ts';
import { KeptTrees } from './kept-trees.ts';
import { type Actor, Stage } from './testing-stage.ts';

const hourMs = 3_600_000;

eachDriver('trees that acceptances name', (where) => {
  /** Keeps the tree of everybody who is there now. */
  const keep = async (db: Db, stage: Stage, trees: KeptTrees, eligible: EligibleTrees): Promise<string> => {
    stage.now += 1_001;
    const now = await stage.agents.eligible('parallel', stage.now);
    const found = eligible.of(stage.proofType('parallel'), 'IPv4', now, noAutonomousSystems);
    const plan = trees.plan('parallel', found, stage.now);
    await db.write((tx) => trees.keep(tx, plan));
    plan.done();
    return headOf(found.tree).root;
  };

  test('are kept as changes, read by any node, whole every hour, and forgotten in the end', async () => {
    const db = await where.open();
    const stage = await new Stage(db).open();
    const [trees, eligible] = [new KeptTrees(db), new EligibleTrees()];
    const actors: Actor[] = [];
    for (let i = 0; i < 20; i++) actors.push(await stage.arrive('challenger'));
    const roots = [await keep(db, stage, trees, eligible)];
    for (let i = 0; i < 4; i++) {
      await stage.agents.leave(actors[i] as Actor);
      if (i > 1) await stage.arrive('challenger', 'parallel', { key: (actors[0] as Actor).key });
      roots.push(await keep(db, stage, trees, eligible));
    }
    expect(new Set(roots).size).toBe(5);
    const bases = async () =>
      (await db.all('SELECT base FROM eligible_tree ORDER BY kept_at')).map((it) => it.base as string);
    expect(await bases()).toEqual(['', ...roots.slice(0, -1)]);
    for (const root of roots) {
      const read = await new KeptTrees(db).read(stage.proofType('parallel'), root);
      expect([headOf(read.tree).root, read.entries.size]).toEqual([root, headOf(read.tree).size]);
    }
    // The same tree again is no news, and a whole one after an hour.
    await keep(db, stage, trees, eligible);
    expect(await bases()).toHaveLength(5);
    stage.now += hourMs;
    await stage.agents.nodes.renew();
    await keep(db, stage, trees, eligible);
    expect(await bases()).toEqual(['', ...roots.slice(0, -2), '']);
    await db.write((tx) => trees.forgetOld(tx, stage.now + 5.5 * hourMs));
    expect(await bases()).toEqual(['']);
    await expect(new KeptTrees(db).read(stage.proofType('parallel'), roots[0] as string)).rejects.toThrow('not kept');
  });

  test('that come back again and again stay readable, with all that newer ones rest on', async () => {
    const db = await where.open();
    const stage = await new Stage(db).open();
    const [trees, eligible] = [new KeptTrees(db), new EligibleTrees()];
    const actors: Actor[] = [];
    for (let i = 0; i < 20; i++) actors.push(await stage.arrive('challenger'));
    let flapping = actors[0] as Actor;
    const roots = [await keep(db, stage, trees, eligible)];
    for (let i = 0; i < 16; i++) {
      // Whole trees are due when the challenger is there. Without it the tree is always a change.
      stage.now += hourMs / 2;
      await stage.agents.nodes.renew();
      if (i % 2 === 0) await stage.agents.leave(flapping);
      else flapping = await stage.arrive('challenger', 'parallel', { key: flapping.key });
      roots.push(await keep(db, stage, trees, eligible));
      await db.write((tx) => trees.forgetOld(tx, stage.now));
      const root = roots.at(-1) as string;
      const read = await new KeptTrees(db).read(stage.proofType('parallel'), root);
      expect(headOf(read.tree).root).toBe(root);
    }
    expect(new Set(roots.filter((_, i) => i % 2 === 1)).size).toBe(1);
  });
});
