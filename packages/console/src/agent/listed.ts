import { rowOutcome } from '../challenge/outcomes.ts';
import { type Agent, agentName, type Challenge } from '../network.ts';
import { germanCity } from '../words/de/cities.ts';
import { locale } from '../words/language.ts';
import type { agentWords } from './words.ts';

export type SortedBy = keyof typeof agentWords.sorts;

export interface Listed {
  readonly agent: Agent;
  /** The newest ten verdicts about the agent, oldest first. */
  readonly verdicts: readonly Challenge[];
}

const mostVerdicts = 10;

/** Agents with the verdicts about them that are among these challenges. */
export const listedOf = (agents: readonly Agent[], challenges: readonly Challenge[]): Listed[] => {
  const byProver = new Map<string, Challenge[]>();
  for (const it of challenges) {
    if (rowOutcome(it) === 'measuring') continue;
    const key = `${it.proofType} ${it.prover}`;
    byProver.set(key, [...(byProver.get(key) ?? []), it]);
  }
  return agents.map((agent) => {
    const own = agent.role === 'prover' ? (byProver.get(`${agent.proofType} ${agent.id}`) ?? []) : [];
    const newest = own.toSorted((a, b) => b.challenge_end_time.localeCompare(a.challenge_end_time));
    return { agent, verdicts: newest.slice(0, mostVerdicts).reverse() };
  });
};

export interface Wanted {
  readonly role: string;
  readonly onlineOnly: boolean;
  readonly find: string;
  readonly sort: SortedBy;
}

/** Whether the typed text is a part of the agent's id, of its project's name or of its claims. A city is found by its German name, too. */
export const isMeant = (
  { id, projectName, claims }: Pick<Agent, 'id' | 'projectName' | 'claims'>,
  find: string,
): boolean =>
  [
    id,
    projectName,
    ...Object.values(claims),
    germanCity(String(claims.city), claims.country as string | undefined) ?? '',
  ]
    .join(' ')
    .toLowerCase()
    .includes(find.trim().toLowerCase());

const latest = ({ verdicts }: Listed): string => verdicts.at(-1)?.challenge_end_time ?? '';
const seen = (a: Listed, b: Listed): number =>
  Number(b.agent.online) - Number(a.agent.online) || b.agent.last_alive.localeCompare(a.agent.last_alive);

const orders: Readonly<Record<SortedBy, (a: Listed, b: Listed) => number>> = {
  verdict: (a, b) => latest(b).localeCompare(latest(a)) || seen(a, b),
  name: (a, b) => agentName(a.agent).localeCompare(agentName(b.agent), locale, { numeric: true }),
  seen,
  challenges: (a, b) => b.agent.number_of_challenges - a.agent.number_of_challenges,
};

/** The agents that pass the filters, sorted as the reader chose. */
export const chosenFrom = (all: readonly Listed[], { role, onlineOnly, find, sort }: Wanted): Listed[] =>
  all
    .filter(({ agent }) => (role === 'any' || agent.role === role) && (!onlineOnly || agent.online))
    .filter(({ agent }) => isMeant(agent, find))
    .sort(orders[sort]);
