import type { Reader } from '../db/driver.ts';
import { exactly, findUnbalanced, sumBalances, sumIssued } from './store.ts';

/**
 * The ledger's invariants, one sentence for each that does not hold: every balance is what its transfers add up to,
 * nothing is below zero, and what all hold together is what the network issued. Asks on a quiet ledger, or inside one
 * transaction, see one moment; between others' commits the three questions see three moments.
 */
export async function brokenInvariants(reader: Reader): Promise<string[]> {
  const unbalanced = (await findUnbalanced(reader)).map(
    (it) => `${it.account} holds ${it.balance} millionths of ${it.unit}, ${it.off} more than its transfers say`,
  );
  const held = new Map((await sumBalances(reader)).map((it) => [it.unit, exactly(it)]));
  const issued = new Map((await sumIssued(reader)).map((it) => [it.unit, exactly(it)]));
  const sums = [...new Set([...held.keys(), ...issued.keys()])]
    .filter((unit) => (held.get(unit) ?? 0n) !== (issued.get(unit) ?? 0n))
    .map((unit) => `All hold ${held.get(unit) ?? 0n} of ${unit}, the network issued ${issued.get(unit) ?? 0n}`);
  return [...unbalanced, ...sums];
}
