import type { Client, ServiceInfo } from '@trigpoint/client';
import { UsageError } from './output.ts';

/** A shorter beginning of a key may also fit somebody else. */
const fewestLetters = 6;
const whole = /^([Ii][Pp][Vv][46]\/.+|0[xX][0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})$/;

/**
 * Finds the prover that `--prover` means: by its id or key, by the beginning of one, or by its name. Anybody can claim any
 * name, so names count on development networks alone.
 */
export const findProver = async (client: Client, { development }: ServiceInfo, given: string): Promise<string> => {
  if (whole.test(given)) return given;
  const { result } = await client.call('provers', { limit: 10_000 });
  const key = given.toLowerCase();
  const found = result.provers.filter(
    (it) =>
      (development && it.claims.name === given) ||
      (given.length >= fewestLetters && it.publicKey.toLowerCase().startsWith(key)),
  );
  if (found.length > 1) throw new UsageError(`"${given}" may be ${found.map((it) => it.id).join(' or ')}.`);
  if (found[0]) return found[0].id;
  throw new UsageError(
    `No prover is called "${given}". This lists them: npx trigpoint provers --proof-type ${client.proofType}`,
  );
};
