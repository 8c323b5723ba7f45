import type { WaitingRow } from './waiting-store.ts';

/** A challenge that wants to begin with the challengers it drew. */
export type Claimant = Omit<WaitingRow, 'turn' | 'since'>;
export type Waiting = WaitingRow & { readonly isProverBusy: boolean };

/**
 * The turn of a free request. The first request about provers of a network gets the turn that is next. Each further one gets the
 * turn after the network's last one. So networks take turns, however many requests one of them has.
 */
export const turnFor = ({ paid, network }: Claimant, waiting: readonly Waiting[]): number => {
  if (paid) return 0;
  const free = waiting.filter((it) => !it.paid);
  const next = free.length === 0 ? 1 : Math.min(...free.map((it) => it.turn));
  const own = free.filter((it) => it.network === network).map((it) => it.turn);
  return own.length === 0 ? next : Math.max(...own) + 1;
};

/** Paid requests come first, then free ones by their turns. Among equals the one that has waited longer comes first. */
const order = (a: WaitingRow, b: WaitingRow): number =>
  Number(b.paid) - Number(a.paid) ||
  a.turn - b.turn ||
  a.since - b.since ||
  (a.challengeId < b.challengeId ? -1 : a.challengeId > b.challengeId ? 1 : 0);

/**
 * For each challenger: how many waiting challenges come before this one. A challenge that waits for its own prover does not
 * count. So a prover that is measured for one challenge at a time counts with its next challenge alone, and with none while it is
 * measured.
 */
export const aheadOf = (mine: WaitingRow, waiting: readonly Waiting[]): Map<string, number> => {
  const ahead = new Map<string, number>();
  const provers = new Set<string>();
  for (const it of waiting.toSorted(order)) {
    if (order(it, mine) >= 0) break;
    const prover = `${it.proofType} ${it.proverId}`;
    if (it.isSequential && (it.isProverBusy || provers.has(prover))) continue;
    provers.add(prover);
    for (const id of it.seats) ahead.set(id, (ahead.get(id) ?? 0) + 1);
  }
  return ahead;
};
