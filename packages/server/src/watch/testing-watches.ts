import type { Db } from '../db/driver.ts';
import { hourMs, iso } from '../times.ts';
import { insertSlot, type SlotRow } from './store.ts';

/** What `watch-add` is told: a watch of Frankfurt that begins in an hour. */
export const watchTerms = (prover: string, { everyHours = 6, hours = 1_000, parameters = {}, name = '' } = {}) => {
  const from = Date.now() + hourMs;
  return {
    ...{ prover, parameters: { latitude: 50.1, longitude: 8.7, ...parameters }, every_seconds: everyHours * 3_600 },
    ...{ from: iso(from), until: iso(from + hours * hourMs), name },
  };
};

/** Stores slots of a watch, numbered from 0, one for each of these. */
export const keepSlots = (db: Db, watchId: string, slots: readonly Partial<SlotRow>[]): Promise<void> =>
  db.write(async (tx) => {
    for (const [number, it] of slots.entries())
      await insertSlot(tx, {
        ...{ watchId, number, count: 1, beginsAt: Date.now() + number * hourMs, seq: 0, headRoot: '', seedBlock: null },
        ...{ due: null, blockHash: '', challengeId: '', cosigned: '', result: 'missed', reason: '', transcript: null },
        ...{ radiusKm: null, at: 0, referenceEntry: '', referenceChallenge: '', finding: '' },
        ...{ extra: '', extraChallenge: '', extraFinding: '', extraReason: '', ...it },
      });
  });
