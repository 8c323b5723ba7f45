import type { Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { solanaKey } from '../testing.ts';
import { type RefusalCode, refusalReasons } from './refusals.ts';
import { type Actor, openCast, place, type ReadOptions, type Stage } from './testing-stage.ts';

eachDriver('readings', (where) => {
  const set = async (proofType = 'parallel', who: Parameters<typeof openCast>[1] = 3) => {
    const { challengers, ...cast } = await openCast(await where.open(), who, proofType);
    return { ...cast, challengers: challengers as [Actor, Actor, Actor] };
  };

  test('each is refused for what is wrong with it, and the reason is kept for its owner', async () => {
    const { db, stage, prover, challengers } = await set();
    const [one, two] = challengers;
    const stranger = await stage.arrive('challenger', 'parallel');
    const id = await stage.submit(prover);
    await stage.agents.leave(stranger);
    await stage.tick();
    const task = stage.given(one);
    const wrong: [RefusalCode, Actor, ReadOptions][] = [
      ['unknown_challenge', one, { change: { challenge_id: '999' } }],
      ['not_assigned', stranger, {}],
      ['not_assigned', one, { change: { attempt: 2 } }],
      ['not_assigned', prover, {}],
      ['wrong_token', one, { change: { token: 'x'.repeat(32) } }],
      ['wrong_token', two, {}],
      ['malformed', one, { change: { message: '{}' } }],
      ['about_something_else', one, { says: { challenge_id: '2' } }],
      ['about_something_else', one, { says: { prover: one.id } }],
      ['about_something_else', one, { says: { challenger: two.id } }],
      ['bad_series', one, { series: { value: 'one' } }],
      ['bad_signature', one, { signedBy: two.key }],
      ['bad_signature', one, { change: { signature: 'x' } }],
    ];
    for (const [code, who, options] of wrong) {
      const answer = await stage.read(who, task, options);
      expect([answer.accepted, answer.code, answer.message]).toEqual([false, code, refusalReasons[code]]);
    }
    expect((await stage.states(id)).filter((it) => it === 'read')).toEqual([]);
    expect((await stage.read(one, task)).accepted).toBe(true);
    expect((await stage.read(one, task)).accepted).toBe(true);
    expect((await stage.read(one, task, { value: 0 })).code).toBe('already_recorded');
    stage.now += 12_001;
    expect((await stage.read(two, stage.task(two) ?? task)).code).toBe('late');
    const kept = (await db.all('SELECT code FROM refusal')).map((it) => it.code);
    expect(new Set(kept)).toEqual(new Set([...wrong.map(([code]) => code), 'already_recorded', 'late']));
  });

  test('one that is signed for another draw is refused', async () => {
    const { stage, prover, challengers } = await set();
    await stage.begin(prover);
    const [one] = challengers;
    const task = stage.given(one);
    const { context } = task.task;
    for (const other of [{ seed: '0c'.repeat(32) }, { eligible_root: null }, { prover_description: '0d'.repeat(32) }]) {
      const answer = await stage.read(one, task, { says: { context: { ...context, ...other } } });
      expect(answer.code).toBe('about_something_else');
    }
    expect((await stage.read(one, task)).accepted).toBe(true);
  });

  test('an agent cannot fill the disk with refusals', async () => {
    const { db, stage, prover, challengers } = await set();
    await stage.begin(prover);
    const task = stage.given(challengers[0]);
    for (let i = 0; i < 30; i++) await stage.read(challengers[0], task, { change: { signature: 'x' } });
    expect(await db.all('SELECT id FROM refusal')).toHaveLength(10);
    for (let i = 0; i < 130; i++) await stage.read(challengers[0], task, { change: { challenge_id: `9${i}` } });
    expect(await db.all('SELECT id FROM refusal')).toHaveLength(100);
  });

  test('a measurement that the prover did not sign for is refused; evidence changed in any single place is not confirmed', async () => {
    const around = Array.from({ length: 5 }, (_, i) => place(48 + i / 2, 16 - i / 2));
    const { stage, prover, challengers } = await set('pol', around);
    const at = { latitude: 48.2, longitude: 16.4, challengers: 5, tolerance: 1 };
    const id = await stage.begin(prover, 'pol', at);
    for (const it of challengers) {
      const task = stage.given(it);
      const made = await stage.polSeries({ ...prover, key: solanaKey() }, task, 2_000);
      expect((await stage.read(it, task, { series: made })).code).toBe('bad_counter_signature');
      const series = await stage.polSeries(prover, task, 2_000);
      expect((await stage.read(it, task, { series })).code).toBe('accepted');
    }
    await stage.tick();
    expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
    const evidence = await stage.evidence(id);
    expect(await stage.check(evidence)).toEqual([]);
    const leaves = leavesOf(evidence);
    expect(leaves.length).toBeGreaterThan(80);
    for (const path of leaves)
      expect([path, (await confirm(stage, changed(evidence, path))) === true]).toEqual([path, false]);
  });
});

type Path = readonly (string | number)[];

const leavesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [path];

/** One leaf altered: a digit more, another letter, the other truth, something for nothing. */
const changed = (evidence: Evidence, path: Path): Evidence => {
  const copy = structuredClone(evidence) as unknown as Record<string, unknown>;
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = path.at(-1) as string;
  const value = at[last];
  if (typeof value === 'number') at[last] = value + 1;
  else if (typeof value === 'string') at[last] = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  else if (typeof value === 'boolean') at[last] = !value;
  else at[last] = 'something';
  return copy as unknown as Evidence;
};

/** Evidence that cannot even be read is not confirmed either. */
const confirm = async (stage: Stage, evidence: Evidence): Promise<boolean> => {
  try {
    return (await stage.check(evidence)).length === 0;
  } catch {
    return false;
  }
};
