import { attacks, carryOut } from './attacks/carry-out.ts';
import { startUp } from './attacks/up.ts';
import type { Proof } from './proof.ts';

/**
 * Attacks that bought verdicts once, carried out against a running service over what anybody can reach. None obtains
 * anything, and the service says why.
 */
export const prove: Proof = async ({ small, log }) => {
  const stage = await startUp();
  try {
    return await carryOut(stage, small ? attacks.filter((it) => it.isQuick) : attacks, log);
  } finally {
    await stage.close();
  }
};
