import { type DirectRow, findDirect } from '../challenge/leases.ts';
import type { Reader } from '../db/driver.ts';
import { type AcceptanceRow, findAcceptance } from './acceptance-store.ts';
import { type Assignment, listAssignments } from './assignment-store.ts';
import { type ConsentRow, findConsent } from './consent-store.ts';
import { type DrawBody, readDraw } from './draws.ts';
import { listRefusals, type RefusalRow } from './store.ts';

/** Everything that happened in a challenge, read back from its rows. */
export interface History {
  /** Undefined if nobody was drawn. */
  readonly draw: DrawBody | undefined;
  /** In the order of the seats. Empty if those who were drawn were never asked. */
  readonly assignments: readonly Assignment[];
  readonly refusals: readonly RefusalRow[];
  /** Undefined for a request on a chain. */
  readonly direct: DirectRow | undefined;
  /** Undefined if the prover never consented. */
  readonly consent: ConsentRow | undefined;
  /** Undefined if the challenge ended before it was accepted. */
  readonly acceptance: AcceptanceRow | undefined;
}

export const readHistory = async (db: Reader, challengeId: string): Promise<History> => {
  const [draw, assignments, refusals, direct, consent, acceptance] = await Promise.all([
    readDraw(db, challengeId),
    listAssignments(db, challengeId),
    listRefusals(db, challengeId),
    findDirect(db, challengeId),
    findConsent(db, challengeId),
    findAcceptance(db, challengeId),
  ]);
  return { draw, assignments, refusals, direct, consent, acceptance };
};
