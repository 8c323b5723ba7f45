import { startChild } from '@trigpoint/dev/processes';
import type { ProofResult } from '../proof.ts';

/** A proof at small size, in a process of its own. */
const runBeside = async (id: string, seed: number): Promise<ProofResult> => {
  const child = await startChild(new URL('./process.js', import.meta.url), { id, seed });
  try {
    return await child.ask<ProofResult>({});
  } finally {
    await child.end();
  }
};

/** Starts the proofs of each lane one after another, and the lanes beside each other. Gives the result of each by its id. */
export const startLanes = (lanes: readonly (readonly string[])[], seed: number): Map<string, Promise<ProofResult>> => {
  const results = new Map<string, Promise<ProofResult>>();
  for (const lane of lanes) {
    let before: Promise<unknown> = Promise.resolve();
    for (const id of lane) {
      const result = before.then(() => runBeside(id, seed));
      // A failure is reported to the proof's own test. The next proof of the lane begins all the same.
      before = result.catch(() => {});
      results.set(id, result);
    }
  }
  return results;
};
