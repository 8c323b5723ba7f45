import type { Reader, Tx } from '../db/driver.ts';

/** One pair of challengers, the prober second; the newest measurement in each direction. */
export interface MeshReading {
  readonly proofType: string;
  /** Who dialled and answered. */
  readonly prover: string;
  /** Who measured. */
  readonly challenger: string;
  readonly rttUs: number;
  readonly measuredAt: number;
  /** Exactly as signed: whoever is set aside because of it is shown it. */
  readonly message: string;
  readonly signature: string;
}

export const keepMeshReading = (tx: Tx, it: MeshReading) =>
  tx.run(
    `INSERT INTO mesh_reading (proof_type, prover, challenger, rtt_us, measured_at, message, signature)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (proof_type, prover, challenger) DO UPDATE SET rtt_us = excluded.rtt_us,
       measured_at = excluded.measured_at, message = excluded.message, signature = excluded.signature`,
    [it.proofType, it.prover, it.challenger, it.rttUs, it.measuredAt, it.message, it.signature],
  );

/** When each pair was measured last, and what it took; texts are left where they are. */
export const listMesh = async (db: Reader, proofType: string, since: number) =>
  (
    await db.all(
      `SELECT prover, challenger, rtt_us, measured_at FROM mesh_reading
       WHERE proof_type = ? AND measured_at >= ? ORDER BY prover, challenger`,
      [proofType, since],
    )
  ).map((row) => ({
    prover: row.prover as string,
    challenger: row.challenger as string,
    rttUs: row.rtt_us as number,
    measuredAt: row.measured_at as number,
  }));

/** What others measured of one challenger since a time; not what it measured itself. */
export const measuredOf = async (
  db: Reader,
  proofType: string,
  id: string,
  since: number,
): Promise<{ challenger: string; rttUs: number }[]> =>
  (
    await db.all(
      'SELECT challenger, rtt_us FROM mesh_reading WHERE proof_type = ? AND prover = ? AND measured_at >= ?',
      [proofType, id, since],
    )
  ).map((row) => ({ challenger: row.challenger as string, rttUs: row.rtt_us as number }));

/** What one challenger and the others measured of each other, the fastest first: that is what contradicts a stated place. */
export const meshReadingsOf = async (
  db: Reader,
  proofType: string,
  id: string,
  limit: number,
): Promise<Pick<MeshReading, 'measuredAt' | 'message' | 'signature'>[]> =>
  (
    await db.all(
      `SELECT measured_at, message, signature FROM mesh_reading
       WHERE proof_type = ? AND (prover = ? OR challenger = ?) ORDER BY rtt_us, prover, challenger LIMIT ?`,
      [proofType, id, id, limit],
    )
  ).map((row) => ({
    measuredAt: row.measured_at as number,
    message: row.message as string,
    signature: row.signature as string,
  }));

/** A version of what the network knows about delays. Its hash is its name; transcripts refer to it. */
export const keepCalibration = (tx: Tx, it: { proofType: string; hash: string; data: string; createdAt: number }) =>
  tx.run(
    `INSERT INTO calibration (hash, proof_type, data, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
    [it.hash, it.proofType, it.data, it.createdAt],
  );

export const newestCalibration = async (db: Reader, proofType: string) => {
  const row = await db.get(
    'SELECT hash, created_at FROM calibration WHERE proof_type = ? ORDER BY created_at DESC LIMIT 1',
    [proofType],
  );
  return row && { hash: row.hash as string, createdAt: row.created_at as number };
};

export const findCalibration = async (db: Reader, hash: string): Promise<unknown> => {
  const row = await db.get('SELECT data FROM calibration WHERE hash = ?', [hash]);
  return row ? JSON.parse(row.data as string) : null;
};
