import { readdir } from 'node:fs/promises';
import type { Proof, ProofOptions, ProofResult } from './proof.ts';

/** Files that run the proofs. Every other file of this folder is a proof. */
const machinery = new Set(['proof', 'catalogue', 'run', 'testing-small']);

/** Read from the sources, because dist may still hold a proof that was renamed. */
export const listProofs = async (): Promise<string[]> =>
  (await readdir(new URL('..', import.meta.url)))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((id) => !machinery.has(id))
    .sort();

export const runProof = async (id: string, options: ProofOptions): Promise<ProofResult> => {
  const { prove } = (await import(new URL(`${id}.js`, import.meta.url).href)) as { prove?: Proof };
  if (typeof prove !== 'function') throw new Error(`prove/${id}.ts does not export prove`);
  const result = await prove(options);
  return result.tried > 0 || result.skipped
    ? result
    : { tried: 0, violations: [...result.violations, `${id} tried nothing`] };
};
