import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { Queue } from './queue.ts';
import { Stage } from './testing-stage.ts';

afterEach(() => vi.useRealTimers());

eachDriver('the queue of challenges', (place) => {
  test('keeps a step that takes two minutes, so that none is begun twice, and gives up one that is stuck', async () => {
    const db = await place.open();
    const stage = await new Stage(db).open();
    const id = await stage.submit(await stage.arrive('prover'));
    // Leases are renewed by the test's clock. Databases need their own timers.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let begun = 0;
    let first = () => {};
    let end = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      first = resolve;
    });
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const open = (nodeId: string) =>
      new Queue({
        ...{ db, nodeId, now: () => stage.now, log: pino({ level: 'silent' }), look: async () => {} },
        drive: () => {
          begun++;
          first();
          return ended;
        },
      });
    const queue = open('one');
    queue.start();
    await hasBegun;
    const leaseUntil = async () =>
      (await db.all('SELECT lease_until FROM challenge WHERE id = ?', [id]))[0]?.lease_until;
    for (let second = 1; second < 120; second++) {
      stage.now += 1_000;
      vi.advanceTimersByTime(1_000);
      await vi.waitFor(async () => expect(await leaseUntil()).toBe(stage.now + 3_000), {
        timeout: 20_000,
        interval: 2,
      });
    }
    expect(begun).toBe(1);

    stage.now += 1_000;
    vi.advanceTimersByTime(1_000);
    stage.now += 2_000;
    const other = open('other').tick();
    await vi.waitFor(() => expect(begun).toBe(2), 20_000);
    end();
    await Promise.all([other, queue.stop()]);
  });
});
