import { isMeant } from '../agent/listed.ts';
import { type Agent, type Challenge, distinctAgents } from '../network.ts';

export interface Found {
  readonly agents: readonly Agent[];
  readonly challenges: readonly Challenge[];
}

/** Agents that are meant by a text, those whose name it is first, and the challenges that are or are about them. */
export const foundBy = (text: string, agents: readonly Agent[], challenges: readonly Challenge[]): Found => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { agents: [], challenges: [] };
  const isNamed = ({ claims, id }: Agent) =>
    [claims.name, claims.city, id, id.replace(/^IPv[46]\//, '')].some(
      (it) => String(it ?? '').toLowerCase() === wanted,
    );
  const meant = distinctAgents(agents.filter((it) => isMeant(it, wanted))).toSorted(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || Number(b.online) - Number(a.online),
  );
  const ids = new Set(meant.map((it) => it.id));
  const isOf = (it: Challenge) =>
    ids.has(it.prover) || it.id.toLowerCase() === wanted || it.payer.toLowerCase() === wanted;
  return { agents: meant, challenges: challenges.filter(isOf) };
};
