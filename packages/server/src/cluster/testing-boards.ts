import { expect } from 'vitest';
import type { Db } from '../db/driver.ts';
import { NoticeBoard } from './notice-board.ts';

export const patience = { timeout: 10_000 };

/** Starts the boards of several nodes and waits until each hears another. */
export const connectBoards = async (boards: readonly NoticeBoard[]): Promise<void> => {
  const hearing = new Set<NoticeBoard>();
  for (const it of boards) {
    it.on('ended', () => hearing.add(it));
    it.start();
  }
  const call = () => {
    for (const it of boards) it.tell('ended', 'nobody');
    return hearing.size;
  };
  await expect.poll(call, patience).toBe(boards.length);
};

export const openBoards = async (db: Db, ...nodeIds: string[]): Promise<NoticeBoard[]> => {
  const boards = nodeIds.map((id) => new NoticeBoard(db, id));
  await connectBoards(boards);
  return boards;
};
