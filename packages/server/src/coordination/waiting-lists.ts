import type { WaitingRow } from './waiting-store.ts';

/** A challenge that wants its challengers. */
export type Claimant = Omit<WaitingRow, 'turn' | 'since'>;
export type Waiting = WaitingRow & { readonly isProverBusy: boolean };

/**
 * The turn of a free request: one after the last of its prover's network. A network without any comes in with those who are
 * next. So networks take turns, however many requests one of them has.
 */
export const turnFor = ({ paid, network }: Claimant, waiting: readonly Waiting[]): number => {
  if (paid) return 0;
  const free = waiting.filter((it) => !it.paid);
  const next = free.length === 0 ? 1 : Math.min(...free.map((it) => it.turn));
  const own = free.filter((it) => it.network === network).map((it) => it.turn);
  return own.length === 0 ? next : Math.max(...own) + 1;
};

/** Paid requests first, free ones by their turns, and who waited longer before who waited less. */
const order = (a: WaitingRow, b: WaitingRow): number =>
  Number(b.paid) - Number(a.paid) ||
  a.turn - b.turn ||
  a.since - b.since ||
  (a.challengeId < b.challengeId ? -1 : a.challengeId > b.challengeId ? 1 : 0);

/**
 * How many go before this one, for each agent. Whoever waits for its own prover holds up nobody else: of a prover that is
 * measured for one challenge at a time, only the next one counts, and none while it is being measured.
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
