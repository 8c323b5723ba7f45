import { expect, test } from 'vitest';
import type { NoticeBoard } from '../cluster/notice-board.ts';
import { openBoards, patience } from '../cluster/testing-boards.ts';
import { eachDriver } from '../db/testing.ts';
import { appendEvent, Events } from './events.ts';

eachDriver('watching a challenge', (place) => {
  test('what happens on one node is seen at once by those who watch on another, and told to nobody else', async () => {
    const db = await place.open();
    if (!db.join) return;
    const boards = await openBoards(db, 'node1', 'node2');
    const [there, here] = boards.map((it) => new Events(db, it)) as [Events, Events];
    const board = boards[1] as NoticeBoard;
    const tell = board.tell.bind(board);
    const told: string[] = [];
    board.tell = (topic, id) => {
      if (topic === 'look') told.push(id);
      tell(topic, id);
    };
    let heard = 0;
    const unwatch = there.follow('7', () => heard++);
    // The other node learns a moment later that somebody watches.
    const announce = () => {
      for (const id of ['8', '7']) here.announce(id);
      return told;
    };
    await expect.poll(announce, patience).toContain('7');
    expect(new Set(told)).toEqual(new Set(['7']));
    await expect.poll(() => heard, patience).toBe(told.length);
    unwatch();
    for (const it of boards) await it.stop();
  });

  test('where nodes share a database, one statement at a time asks for all that is watched', async () => {
    const db = await place.open();
    if (!db.join) return;
    let [asked, heard] = [0, 0];
    const all: typeof db.all = (sql, values) => {
      asked++;
      return db.all(sql, values);
    };
    const events = new Events({ ...db, dialect: db.dialect, all } as typeof db);
    const ids = Array.from({ length: 50 }, (_, n) => `many-${n}`);
    const unwatch = ids.flatMap((id) => [1, 2, 3].map(() => events.follow(id, () => heard++)));
    await expect.poll(() => asked, patience).toBe(1);
    // What another node commits, without a notice.
    await db.write((tx) => appendEvent(tx, 'many-7', 1, 'reading', {}));
    await expect.poll(() => heard, patience).toBe(3);
    const before = asked;
    await expect.poll(() => asked, patience).toBe(before + 1);
    expect(heard).toBe(3);
    for (const stop of unwatch) stop();
  });
});
