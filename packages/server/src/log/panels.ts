import { createHash } from 'node:crypto';

/** A challenger that may be a witness. */
export interface Challenger {
  readonly proofType: string;
  readonly id: string;
  readonly owner: string;
  readonly network: string;
}

const panelSize = 15;
/** Two thirds of a panel, and never fewer than three, because two witnesses could be one person. */
export const quorumOf = (members: number): number => Math.max(3, Math.ceil((2 * members) / 3));

const rankOf = (day: string, root: string, id: string): string =>
  createHash('sha256').update(`trigpoint panel v1\n${day}\n${root}\n${id}`).digest('hex');

/**
 * The witnesses of a day. They are chosen by the hash of the day, a root of the log and their ids, at most one of each owner
 * and of each network. Anybody with the list of nominees gets the same panel.
 */
export const drawPanel = (day: string, root: string, admitted: readonly Challenger[]): Challenger[] => {
  const ranked = admitted
    .map((it) => ({ it, rank: rankOf(day, root, it.id) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const panel: Challenger[] = [];
  const taken = new Set<string>();
  for (const { it } of ranked) {
    const marks = [`id ${it.id}`, `owner ${it.owner}`, `network ${it.network}`];
    if (marks.some((mark) => taken.has(mark))) continue;
    for (const mark of marks) taken.add(mark);
    panel.push(it);
    if (panel.length === panelSize) break;
  }
  return panel;
};
