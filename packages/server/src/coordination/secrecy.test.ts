import { expect, test } from 'vitest';
import { listEvents } from '../challenge/event-store.ts';
import { eachDriver } from '../db/testing.ts';
import { newestReadings } from './assignments.ts';
import { type Actor, openCast } from './testing-stage.ts';

eachDriver('what is public before a challenge ends', (place) => {
  test.each(['parallel', 'sequential'])('%s: counts, and nothing that a challenger saw or who it is', async (type) => {
    const { db, stage, prover, challengers } = await openCast(await place.open(), 3, type);
    const id = await stage.begin(prover, type);
    const told = async () => (await listEvents(db, id, 0)).map(({ kind, data }) => [kind, data]);
    const newest = (it: Actor) => newestReadings(db, it, 20);
    const answered = new Set<Actor>();
    const answerNext = async (options = {}) => {
      const next = challengers.find((it) => stage.task(it) && !answered.has(it)) ?? expect.fail('nobody is asked');
      answered.add(next);
      const { task, token } = stage.task(next) ?? expect.fail();
      // What an agent says while it measures is shown to nobody, whatever it says.
      const spoken = { type: 'progress', challenge_id: id, attempt: 1, challenger: next.id, values: { fastest_us: 7 } };
      await stage.rooms.inbox.receive(next, spoken as never);
      expect((await stage.read(next, { task, token }, options)).accepted).toBe(true);
      return next;
    };

    const first = await answerNext();
    expect(await newest(first)).toEqual([]);
    expect(await newest(prover)).toEqual([]);
    await stage.pass(1);
    await answerNext({ failure: { failure: 'timeout', detail: 'nothing came' } });
    await stage.pass(1);

    const round = (number: number) => (type === 'sequential' ? [['round', { number }]] : []);
    const before = await told();
    expect(before).toEqual([
      ['accepted', { attempt: 1, prover: prover.id, asked: 3, until: expect.any(String) }],
      ...round(1),
      ['reading', { answered: 1 }],
      ...round(2),
      ['reading', { answered: 2 }],
      ...round(3),
    ]);
    for (const it of challengers) expect(JSON.stringify(before)).not.toContain(it.id);

    await answerNext();
    await stage.pass(1);
    expect((await told()).at(-1)?.[0]).toBe('ended');
    expect(await newest(first)).toHaveLength(1);
  });
});
