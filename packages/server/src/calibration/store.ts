import { columnsOf, number, type RecordOf, text } from '../db/columns.ts';
import type { Db, Reader, Tx } from '../db/driver.ts';
import { rowList } from '../db/lists.ts';
import { textPieces } from '../db/text-pieces.ts';

const pair = {
  /** The challenger that acted as prover: it dialled and answered. */
  prover: text,
  /** The challenger that measured. */
  challenger: text,
  rttUs: number,
  measuredAt: number,
};
/** The reading exactly as signed. A challenger that is set aside because of it is shown it. */
const signed = { message: text, signature: text };
const fields = { proofType: text, ...pair, ...signed };
/** The newest measurement of one challenger by another. */
type MeshReading = RecordOf<typeof fields>;

const readings = columnsOf(fields);
const pairs = columnsOf(pair);
const shown = columnsOf({ measuredAt: number, ...signed });
const names = columnsOf({ hash: text, createdAt: number });

export const keepMeshReading = (tx: Tx, it: MeshReading) =>
  tx.run(
    `INSERT INTO mesh_reading (${readings.names}) VALUES (${readings.marks})
     ON CONFLICT (proof_type, prover, challenger) DO UPDATE SET rtt_us = excluded.rtt_us, ${shown.replacements}`,
    readings.values(it),
  );

/** The newest measurement of each pair since a time, without the signed texts. */
export const listMesh = (db: Reader, proofType: string, since: number) =>
  pairs.list(
    db,
    `SELECT ${pairs.names} FROM mesh_reading WHERE proof_type = ? AND measured_at >= ? ORDER BY prover, challenger`,
    [proofType, since],
  );

/** What others measured of one challenger since a time. What it measured itself is not included. */
export const measuredOf = (db: Reader, proofType: string, id: string, since: number) =>
  pairs.list(db, `SELECT ${pairs.names} FROM mesh_reading WHERE proof_type = ? AND prover = ? AND measured_at >= ?`, [
    proofType,
    id,
    since,
  ]);

/** What one challenger and others measured of each other, the fastest first, because short delays contradict a stated place. */
export const meshReadingsOf = (db: Reader, proofType: string, id: string, limit: number) =>
  shown.list(
    db,
    `SELECT ${shown.names} FROM mesh_reading
     WHERE proof_type = ? AND (prover = ? OR challenger = ?) ORDER BY rtt_us, prover, challenger LIMIT ?`,
    [proofType, id, id, limit],
  );

/** Deletes what others measured of some challengers. */
export const forgetMeasured = async (tx: Tx, gone: readonly { proofType: string; id: string }[]): Promise<void> => {
  if (gone.length === 0) return;
  const { marks, values } = rowList(
    '(?, ?)',
    gone.map((it) => [it.proofType, it.id]),
  );
  await tx.run(`DELETE FROM mesh_reading WHERE (proof_type, prover) IN (VALUES ${marks})`, values);
};

/** Stores a calibration. Transcripts refer to it by its hash. One that was stored before becomes the newest again. */
export const keepCalibration = (tx: Tx, it: { proofType: string; hash: string; data: string; createdAt: number }) =>
  tx.run(
    `INSERT INTO calibration (hash, proof_type, data, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at WHERE calibration.created_at < excluded.created_at`,
    [it.hash, it.proofType, it.data, it.createdAt],
  );

export const newestCalibration = (db: Reader, proofType: string) =>
  names.find(db, `SELECT ${names.names} FROM calibration WHERE proof_type = ? ORDER BY created_at DESC LIMIT 1`, [
    proofType,
  ]);

export const findCalibration = async (db: Reader, hash: string): Promise<unknown> => {
  const row = await db.get('SELECT data FROM calibration WHERE hash = ?', [hash]);
  return row ? JSON.parse(row.data as string) : null;
};

/** A calibration as JSON, piece by piece. */
export const calibrationPieces = (db: Db, hash: string): AsyncIterable<string> =>
  textPieces(db, 'data', 'FROM calibration WHERE hash = ?', [hash]);
