import type { ReplyOf, routes } from '@trigpoint/protocol';
import { type Claims, nameOf, proverName } from './challenge/agents.ts';
import type { HistoryRow } from './challenge/outcomes.ts';
import { shortAgent } from './figures.ts';
import { useProofTypes } from './proof-types.ts';
import { call, type Load, type Loaded, type ProofTypeId, useLoadOf } from './service.ts';

export type AgentInfo = ReplyOf<(typeof routes)['provers']>['result']['provers'][number];
export type Statistics = ReplyOf<(typeof routes)['statistics']>['result'];
export type Role = 'prover' | 'challenger';
export type Agent = AgentInfo & { readonly role: Role; readonly proofType: ProofTypeId };
export type Challenge = HistoryRow & { readonly proofType: ProofTypeId };

/** At most this many provers and this many challengers of each proof type are loaded at a time. */
export const mostAgents = 2000;

/** The agents of one role that were alive last, or those that were before as many. */
export const agentsOf = async (
  proofType: ProofTypeId,
  role: Role,
  signal?: AbortSignal,
  skip = 0,
): Promise<Agent[]> => {
  const page = { limit: mostAgents, ...(skip === 0 ? {} : { skip }) };
  const { result } = await call(proofType, `${role}s`, page, signal);
  const found = 'provers' in result ? result.provers : result.challengers;
  return found.map((it): Agent => ({ ...it, role, proofType }));
};
const roles = ['prover', 'challenger'] as const;

const agentsEveryMs = 10_000;
const challengesEveryMs = 4_000;

export const agentsLoad = (ids: readonly ProofTypeId[]): Load<readonly Agent[]> => ({
  key: `agents ${ids}`,
  load: async (signal) =>
    (await Promise.all(ids.flatMap((it) => roles.map((role) => agentsOf(it, role, signal))))).flat(),
});

export const useAgents = (): Loaded<readonly Agent[]> => {
  return useLoadOf(agentsLoad(useIds()), { everyMs: agentsEveryMs });
};

const useIds = (): readonly ProofTypeId[] => useProofTypes().map((it) => it.id);

export interface ChallengeFilter {
  readonly prover?: string;
  readonly payer?: string;
  readonly limit?: number;
}

/** The most that one call gives. */
const mostRows = 1000;

const challengesOf = async (
  proofType: ProofTypeId,
  { limit = 50, ...filter }: ChallengeFilter,
  signal: AbortSignal,
): Promise<Challenge[]> => {
  const rows: Challenge[] = [];
  while (rows.length < limit) {
    const page = Math.min(mostRows, limit - rows.length);
    const body = { ...filter, skip: rows.length, limit: page };
    const { challenges } = (await call(proofType, 'challenge-history', body, signal)).result;
    rows.push(...challenges.map((it): Challenge => ({ ...it, proofType })));
    if (challenges.length < page) break;
  }
  return rows;
};

export const challengesLoad = (
  ids: readonly ProofTypeId[],
  filter: ChallengeFilter = {},
): Load<readonly Challenge[]> => ({
  key: `challenges ${ids} ${JSON.stringify(filter)}`,
  load: async (signal) =>
    (await Promise.all(ids.map((it) => challengesOf(it, filter, signal))))
      .flat()
      .sort((a, b) => b.challenge_start_time.localeCompare(a.challenge_start_time))
      .slice(0, filter.limit),
});

/** How many challenges the history and the trend of a prover go back. */
const historyLookedAt = 200;
export const historyOf = (prover: string): ChallengeFilter => ({ prover, limit: historyLookedAt });

export type AgentDetail = ReplyOf<(typeof routes)['prover']>['result'];

export const agentLoad = (proofType: ProofTypeId, role: Role, id: string): Load<AgentDetail> => ({
  key: `agent ${proofType} ${role} ${id}`,
  load: async (signal) => (await call(proofType, role, { id }, signal)).result,
});

/** The newest challenges of all types together. */
export const useChallenges = (filter: ChallengeFilter = {}, when = true): Loaded<readonly Challenge[]> => {
  return useLoadOf(challengesLoad(useIds(), filter), { everyMs: challengesEveryMs, when });
};

/** By the id of the proof type. */
export type StatisticsByType = ReadonlyMap<ProofTypeId, Statistics>;

export const statisticsLoad = (ids: readonly ProofTypeId[]): Load<StatisticsByType> => ({
  key: `statistics ${ids}`,
  load: async (signal) => {
    const replies = await Promise.all(ids.map((it) => call(it, 'statistics', {}, signal)));
    return new Map(ids.map((id, i) => [id, (replies[i] as (typeof replies)[number]).result]));
  },
});

export const useStatistics = (): Loaded<StatisticsByType> => {
  return useLoadOf(statisticsLoad(useIds()), { everyMs: challengesEveryMs });
};

/** Sums the figures of several types. */
export const sumOf = (statistics: Iterable<Statistics>, figure: (it: Statistics) => number): number =>
  [...statistics].reduce((sum, it) => sum + figure(it), 0);

/** The middle one of the sorted values; undefined where there is none. */
export const median = (values: readonly number[]): number | undefined => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** How challenges ended, hour by hour, of several types together. */
export const hoursOf = (statistics: Iterable<Statistics>): Statistics['hours'] => {
  const [first, ...others] = statistics;
  return (first?.hours ?? []).map((it) => {
    const same = [it, ...others.flatMap(({ hours }) => hours.find(({ hour }) => hour === it.hour) ?? [])];
    const sum = (of: 'true' | 'false' | 'inconclusive') => same.reduce((all, one) => all + one[of], 0);
    return { hour: it.hour, true: sum('true'), false: sum('false'), inconclusive: sum('inconclusive') };
  });
};

export const agentName = ({ id, claims, role }: Pick<Agent, 'id' | 'claims' | 'role'>): string =>
  (role === 'prover' ? proverName : nameOf)(id, claims as Claims);

/** A prover's name and its short key; the key alone where it has no name. */
export const proverWords = (proofType: ProofTypeId, id: string, agents: readonly Agent[] | undefined): string => {
  const known = agents?.find((it) => it.role === 'prover' && it.proofType === proofType && it.id === id);
  const [name, key] = [known && agentName(known), shortAgent(id)];
  return name === undefined || name === key ? key : `${name} · ${key}`;
};

/** Names of agents by id, for lists. */
export const namesOf = (agents: readonly Agent[] | undefined): ReadonlyMap<string, string> =>
  new Map((agents ?? []).map((it) => [it.id, agentName(it)]));

/** The same machine in several roles and types counts once. */
export const distinctAgents = (agents: readonly Agent[]): readonly Agent[] => {
  const known = new Map<string, Agent>();
  for (const it of agents) {
    const before = known.get(it.id);
    if (!before || (it.online && !before.online)) known.set(it.id, it);
  }
  return [...known.values()];
};
