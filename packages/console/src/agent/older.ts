import { ServiceError } from '@trigpoint/protocol';
import { useMemo, useState } from 'preact/hooks';
import { type Agent, agentsOf, mostAgents, type Role } from '../network.ts';
import { call, type ProofTypeId, useLoad } from '../service.ts';

/** The agents of one type and role. */
export interface Group {
  readonly proofType: ProofTypeId;
  readonly role: Role;
}

const keyOf = ({ proofType, role }: Group): string => `${proofType} ${role}`;

/** The groups of which as many agents are loaded as are loaded at a time, so that there may be more. */
export const fullGroups = (agents: readonly Agent[]): Group[] => {
  const counts = new Map<string, Group & { readonly n: number }>();
  for (const { proofType, role } of agents) {
    const key = keyOf({ proofType, role });
    counts.set(key, { proofType, role, n: (counts.get(key)?.n ?? 0) + 1 });
  }
  return [...counts.values()].filter((it) => it.n >= mostAgents).map(({ proofType, role }) => ({ proofType, role }));
};

/** The agents with older ones behind them. One that has been alive meanwhile is listed once, as it is now. */
export const withOlder = (agents: readonly Agent[], older: readonly Agent[]): readonly Agent[] => {
  if (older.length === 0) return agents;
  const known = new Map<string, Agent>();
  for (const it of [...agents, ...older]) {
    const key = `${keyOf(it)} ${it.id}`;
    if (!known.has(key)) known.set(key, it);
  }
  return [...known.values()];
};

/** The ids of agents that a text may be, where it is a whole key, with its family or without. */
export const idsFor = (text: string): string[] => {
  const [, family, key] = /^(?:(IPv[46])\/)?(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text.trim()) ?? [];
  return key === undefined ? [] : (family ? [family] : ['IPv4', 'IPv6']).map((it) => `${it}/${key}`);
};

/** The agents of these groups that have such an id. */
export const agentsById = async (
  ids: readonly string[],
  groups: readonly Group[],
  signal: AbortSignal,
): Promise<Agent[]> => {
  const asked = groups.flatMap((group) => ids.map((id) => ({ ...group, id })));
  const found = await Promise.all(
    asked.map(({ proofType, role, id }) =>
      call(proofType, role, { id }, signal).then(
        ({ result }): Agent[] => [{ ...result, role, proofType }],
        (error: unknown) => {
          if (error instanceof ServiceError && error.code === 'agent_not_found') return [];
          throw error;
        },
      ),
    ),
  );
  return found.flat();
};

export interface OlderAgents {
  readonly agents: readonly Agent[] | undefined;
  /** How many agents are not among `agents`. */
  readonly left: number;
  readonly loading: boolean;
  readonly error: unknown;
  load(): void;
}

/** The agents that were loaded, and those before them as far as the reader has asked for them. */
export const useOlder = (newest: readonly Agent[] | undefined): OlderAgents => {
  const groups = useMemo(() => fullGroups(newest ?? []), [newest]);
  const [{ older, pages, loading, error }, set] = useState<{
    readonly older: readonly Agent[];
    readonly pages: number;
    readonly loading: boolean;
    readonly error?: unknown;
  }>({ older: [], pages: 0, loading: false });
  const totals = useLoad(
    `totals ${groups.map(keyOf)}`,
    async (signal) => {
      const replies = await Promise.all(
        groups.map(({ proofType, role }) => call(proofType, `${role}s`, { limit: 1 }, signal)),
      );
      return replies.reduce((sum, { result }) => sum + result.total, 0);
    },
    { when: groups.length > 0 },
  );
  const agents = useMemo(() => newest && withOlder(newest, older), [newest, older]);
  const isFull = new Set(groups.map(keyOf));
  const listed = (agents ?? []).filter((it) => isFull.has(keyOf(it))).length;
  const load = async () => {
    set({ older, pages, loading: true });
    try {
      const more = await Promise.all(
        groups.map(({ proofType, role }) => agentsOf(proofType, role, undefined, (pages + 1) * mostAgents)),
      );
      set({ older: [...older, ...more.flat()], pages: pages + 1, loading: false });
    } catch (problem) {
      set({ older, pages, loading: false, error: problem });
    }
  };
  return {
    ...{ agents, loading, error, load: () => void load() },
    left: totals.data === undefined ? 0 : Math.max(0, totals.data - listed),
  };
};
