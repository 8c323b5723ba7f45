import type { EntryOf } from '@trigpoint/log';
import { canonical, hashText } from '@trigpoint/proofs';
import type { Db, Tx } from '../db/driver.ts';
import { dayMs, iso } from '../times.ts';
import { type FitInput, fitInThread } from './fit.ts';
import * as store from './store.ts';

export interface CalibrationsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly proofType: string;
  readonly landmarks: () => Promise<FitInput[0]>;
  readonly everyMs: number;
  /** Writes into the log which calibration verdicts will use. A second call with the same id changes nothing. */
  readonly append: (tx: Tx, entry: EntryOf<'calibration'>, id: string) => Promise<unknown>;
  /** Called after a new calibration was stored. */
  readonly fitted: (data: unknown) => Promise<void>;
}

export interface Calibration {
  /** Null while nothing was learned yet. Verdicts then use built-in figures. */
  readonly hash: string | null;
  readonly data: unknown;
}

const nothing: Calibration = { hash: null, data: null };
/** Measurements older than this say nothing about today's paths. */
const memoryMs = 7 * dayMs;
/** If the mesh has grown by this factor, it is fitted again before its time. */
const growth = 1.5;
/** A newer calibration of another node is looked for this often. */
const lookEveryMs = 10_000;

/** What the network has learned about delays. It is fitted from the mesh and named by its hash. Verdicts use the newest one. */
export class Calibrations {
  readonly #options: CalibrationsOptions;
  #current = nothing;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #fittedAt = Number.NEGATIVE_INFINITY;
  #fittedRows = 0;

  constructor(options: CalibrationsOptions) {
    this.#options = options;
  }

  async current(): Promise<Calibration> {
    const { db, now, proofType, append } = this.#options;
    if (now() - this.#lookedAt < lookEveryMs) return this.#current;
    this.#lookedAt = now();
    const newest = await store.newestCalibration(db, proofType);
    if (newest && newest.hash !== this.#current.hash) {
      const { hash: calibration, createdAt } = newest;
      const at = iso(createdAt);
      // It is logged before any verdict uses it. So nobody can secretly be judged by a calibration that was made for the
      // occasion.
      await db.write((tx) =>
        append(
          tx,
          { kind: 'calibration', version: 1, proof_type: proofType, calibration, at },
          `calibration:${calibration}`,
        ),
      );
      this.#current = { hash: calibration, data: await store.findCalibration(db, calibration) };
    }
    return this.#current;
  }

  /** Fits again if it is time, or if the mesh has grown a lot. */
  async refresh(): Promise<void> {
    const { db, now, proofType, landmarks, everyMs, fitted: kept } = this.#options;
    const at = now();
    const rows = await store.listMesh(db, proofType, at - memoryMs);
    if (at - this.#fittedAt < everyMs && rows.length < growth * this.#fittedRows) return;
    if (rows.length === 0) return;
    this.#fittedAt = at;
    this.#fittedRows = rows.length;
    const fitted = await fitInThread(proofType, await landmarks(), rows);
    if (fitted === undefined) return;
    const data = canonical(fitted);
    await db.write((tx) => store.keepCalibration(tx, { proofType, hash: hashText(data), data, createdAt: at }));
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    await kept(fitted);
  }
}
