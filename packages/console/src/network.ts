import type { ReplyOf, routes } from '@trigpoint/protocol';
import { type Claims, nameOf } from './challenge/agents.ts';
import type { HistoryRow } from './challenge/outcomes.ts';
import { call, type Loaded, type ProofTypeId, useLoad } from './service.ts';

export type AgentInfo = ReplyOf<(typeof routes)['provers']>['result']['provers'][number];
export type Statistics = ReplyOf<(typeof routes)['statistics']>['result'];
export type Role = 'prover' | 'challenger';
export type Agent = AgentInfo & { readonly role: Role; readonly proofType: ProofTypeId };
export type Challenge = HistoryRow & { readonly proofType: ProofTypeId };

const proofTypes: readonly ProofTypeId[] = ['pol', 'pob'];
/** More than this is a map of dots; lists page. */
const mostAgents = 2000;

const agentsOf = async (proofType: ProofTypeId, signal: AbortSignal): Promise<Agent[]> => {
  const [provers, challengers] = await Promise.all([
    call(proofType, 'provers', { limit: mostAgents }, signal),
    call(proofType, 'challengers', { limit: mostAgents }, signal),
  ]);
  return [
    ...provers.result.provers.map((it): Agent => ({ ...it, role: 'prover', proofType })),
    ...challengers.result.challengers.map((it): Agent => ({ ...it, role: 'challenger', proofType })),
  ];
};

const agentsEveryMs = 10_000;
const challengesEveryMs = 4_000;

export const useAgents = (): Loaded<readonly Agent[]> =>
  useLoad('agents', async (signal) => (await Promise.all(proofTypes.map((it) => agentsOf(it, signal)))).flat(), {
    everyMs: agentsEveryMs,
  });

export interface ChallengeFilter {
  readonly prover?: string;
  readonly payer?: string;
  readonly limit?: number;
}

/** Challenges of both types, newest first. */
export const useChallenges = (filter: ChallengeFilter = {}): Loaded<readonly Challenge[]> =>
  useLoad(
    `challenges ${JSON.stringify(filter)}`,
    async (signal) => {
      const pages = await Promise.all(
        proofTypes.map(async (proofType) =>
          (await call(proofType, 'challenge-history', { limit: 50, ...filter }, signal)).result.challenges.map(
            (it): Challenge => ({ ...it, proofType }),
          ),
        ),
      );
      return pages.flat().sort((a, b) => b.challenge_start_time.localeCompare(a.challenge_start_time));
    },
    { everyMs: challengesEveryMs },
  );

export const useStatistics = (): Loaded<Readonly<Record<ProofTypeId, Statistics>>> =>
  useLoad(
    'statistics',
    async (signal) => {
      const [pol, pob] = await Promise.all(proofTypes.map((it) => call(it, 'statistics', {}, signal)));
      return {
        pol: (pol as ReplyOf<(typeof routes)['statistics']>).result,
        pob: (pob as ReplyOf<(typeof routes)['statistics']>).result,
      };
    },
    { everyMs: challengesEveryMs },
  );

/** Names of provers by id, for lists of challenges. */
export const namesOf = (agents: readonly Agent[] | undefined): ReadonlyMap<string, string> =>
  new Map((agents ?? []).map((it) => [it.id, nameOf(it.id, it.claims as Claims)]));

/** The same machine in several roles and types counts once. */
export const distinctAgents = (agents: readonly Agent[]): readonly Agent[] => {
  const known = new Map<string, Agent>();
  for (const it of agents) {
    const before = known.get(it.id);
    if (!before || (it.online && !before.online)) known.set(it.id, it);
  }
  return [...known.values()];
};
