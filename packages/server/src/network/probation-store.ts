import type { Tx } from '../db/driver.ts';

export interface Grown {
  readonly proofType: string;
  readonly id: string;
  /** `latitude,longitude`. */
  readonly place: string;
  readonly owner: string;
  readonly networks: readonly string[];
  readonly admittedAt: number;
}

/** Takes the next step of a proof type, if it is due. Returns true on one node only. */
export const takeStep = async (tx: Tx, proofType: string, now: number, nextAt: number): Promise<boolean> => {
  await tx.run('INSERT INTO probation_step (proof_type, next_at) VALUES (?, 0) ON CONFLICT (proof_type) DO NOTHING', [
    proofType,
  ]);
  const taken = await tx.run('UPDATE probation_step SET next_at = ? WHERE proof_type = ? AND next_at <= ?', [
    nextAt,
    proofType,
    now,
  ]);
  return taken === 1;
};

/**
 * Those that probation admitted since a time. Locks the row of the proof type, so that the second of two admissions sees the
 * first.
 */
export const grownSince = async (tx: Tx, proofType: string, since: number): Promise<Grown[]> => {
  await tx.get(`SELECT next_at FROM probation_step WHERE proof_type = ? ${tx.forUpdate}`, [proofType]);
  const rows = await tx.all('SELECT * FROM probation_admission WHERE proof_type = ? AND admitted_at > ?', [
    proofType,
    since,
  ]);
  return rows.map((row) => ({
    proofType: row.proof_type as string,
    id: row.id as string,
    place: row.place as string,
    owner: row.owner as string,
    networks: (row.networks as string).split(' '),
    admittedAt: row.admitted_at as number,
  }));
};

export const keepGrown = (tx: Tx, it: Grown) =>
  tx.run(
    'INSERT INTO probation_admission (proof_type, id, place, owner, networks, admitted_at) VALUES (?, ?, ?, ?, ?, ?)',
    [it.proofType, it.id, it.place, it.owner, it.networks.join(' '), it.admittedAt],
  );
