import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MeshRules } from '@trigpoint/proofs';

export type FitInput = Parameters<NonNullable<MeshRules['calibrate']>>;
export type Fit = ReturnType<NonNullable<MeshRules['calibrate']>>;

/** Learns from a mesh in a thread that lives as long as that takes: a second, once an hour. */
export const fitInThread = async (proofType: string, ...input: FitInput): Promise<Fit> => {
  const worker = new Worker(new URL('./fit-worker.js', import.meta.url), { workerData: { proofType, input } });
  worker.unref();
  try {
    const [fitted] = await once(worker, 'message');
    return fitted as Fit;
  } finally {
    await worker.terminate();
  }
};
