import type { Reader } from '../db/driver.ts';
import { exactly, findUnbalanced, sumBalances, sumIssued } from './store.ts';

/**
 * Checks the ledger's invariants and returns one sentence for each that does not hold: every balance is the sum of its transfers,
 * no balance is below zero, and all balances together are what the network issued. Call it while nothing is written, or inside a
 * transaction. Otherwise its three queries see three different states.
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
