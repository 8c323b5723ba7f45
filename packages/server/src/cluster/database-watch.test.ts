import { expect, test } from 'vitest';
import { DatabaseWatch } from './database-watch.ts';

test('agents are sent away once each time the database is lost, and not for a moment of silence', async () => {
  let isThere = true;
  let sentAway = 0;
  const watch = new DatabaseWatch({
    ping: () => (isThere ? Promise.resolve() : new Promise(() => {})),
    lost: () => {
      sentAway++;
    },
  });
  const look = async (times: number) => {
    for (let i = 0; i < times; i++) {
      watch.look();
      await Promise.resolve();
    }
  };
  await look(10);
  isThere = false;
  await look(10);
  expect(sentAway).toBe(0);
  await look(20);
  expect(sentAway).toBe(1);
  isThere = true;
  await look(2);
  isThere = false;
  await look(11);
  expect(sentAway).toBe(2);
});
