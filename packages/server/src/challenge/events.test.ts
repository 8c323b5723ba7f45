import { expect, test } from 'vitest';
import { openBoards, patience } from '../cluster/testing-boards.ts';
import { eachDriver } from '../db/testing.ts';
import { Events } from './events.ts';

eachDriver('watching a challenge', (place) => {
  test('what happens on one node is seen at once by those who watch on another, and told to nobody else', async () => {
    const db = await place.open();
    if (!db.join) return;
    const boards = await openBoards(db, 'node1', 'node2');
    const [there, here] = boards.map((it) => new Events(db, it)) as [Events, Events];
    let heard = 0;
    const unwatch = there.watch('7', () => heard++);
    await expect.poll(() => here.isWatched('7'), patience).toBe(true);
    expect(here.isWatched('8')).toBe(false);
    for (const id of ['8', '7']) here.announce(id);
    await expect.poll(() => heard, patience).toBe(1);
    unwatch();
    for (const it of boards) await it.stop();
  });
});
