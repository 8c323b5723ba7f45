import type { Reader } from '../db/driver.ts';
import {
  type Assignment,
  type AssignmentStatus,
  readingsAbout,
  readingsOf,
  readingsOfChallenge,
} from './assignment-store.ts';

export {
  type Assignment,
  type AssignmentStatus,
  closeOpen,
  listAssignments,
  listStatuses,
} from './assignment-store.ts';

/** Whether a reading may still come for an assignment. */
export const isOpen = (it: Pick<AssignmentStatus, 'state'>): boolean => it.state === 'asked' || it.state === 'waiting';

/** The newest readings by a challenger, or about a prover, as signed. */
export const newestReadings = async (
  db: Reader,
  agent: { readonly role: 'prover' | 'challenger'; readonly id: string },
  limit: number,
): Promise<(Assignment & { readonly receivedAt: number })[]> => {
  const found = await (agent.role === 'challenger' ? readingsOf : readingsAbout)(db, agent.id, limit);
  return found.map(received);
};

/** The readings of a challenge that has ended, as signed. */
export const readingsIn = async (db: Reader, challengeId: string, limit: number) =>
  (await readingsOfChallenge(db, challengeId, limit)).map(received);

const received = (it: Assignment) => ({ ...it, receivedAt: it.receivedAt as number });
