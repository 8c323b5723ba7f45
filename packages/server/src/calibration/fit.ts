import type { MeshRules } from '@trigpoint/proofs';
import { ThreadPool } from '../threads/thread-pool.ts';

export type FitInput = Parameters<NonNullable<MeshRules['calibrate']>>;
type Fit = ReturnType<NonNullable<MeshRules['calibrate']>>;

export interface FitQuestion {
  readonly proofType: string;
  readonly input: FitInput;
}

/** Fits a calibration in a thread that ends afterwards. It takes a second, once an hour. */
export const fitInThread = async (proofType: string, ...input: FitInput): Promise<Fit> => {
  const file = new URL('./fit-worker.js', import.meta.url);
  const pool = new ThreadPool<FitQuestion, Fit>({ file, threads: 1 });
  try {
    return await pool.ask({ proofType, input });
  } finally {
    await pool.close();
  }
};
