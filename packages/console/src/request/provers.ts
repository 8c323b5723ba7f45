import { useEffect, useMemo, useState } from 'preact/hooks';
import { agentsById, fullGroups, idsFor, withOlder } from '../agent/older.ts';
import { count, shortAgent } from '../figures.ts';
import { type Agent, agentName, mostAgents } from '../network.ts';
import { type ProofTypeId, useLoad } from '../service.ts';
import { say } from '../words/say.ts';

export interface Provers {
  /** Those that were connected last, and older ones that were named. Connected ones come first. */
  readonly all: readonly Agent[];
  /** The one whose whole key was typed. */
  readonly named: Agent | undefined;
  /** Says which provers can be chosen, where there may be more than were loaded; else empty. */
  readonly limit: string;
  /** Whether a key was typed that no prover has. */
  readonly isUnknown: boolean;
}

/** The agent that a text names by its whole key. Letters of a key are large or small as in a checksum. */
export const namedBy = (agents: readonly Agent[], text: string): Agent | undefined => {
  const ids = new Set(idsFor(text).map((it) => it.toLowerCase()));
  return agents.find((it) => ids.has(it.id.toLowerCase()));
};

/** What provers are called in a list: by name, and by the key too where several have one name. A phone cuts longer texts off. */
export const proverLabels = (provers: readonly Agent[]): ReadonlyMap<string, string> => {
  const names = provers.map(agentName);
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const name of names) (once.has(name) ? twice : once).add(name);
  return new Map(
    provers.map(({ id }, i) => {
      const name = names[i] as string;
      return [id, twice.has(name) ? `${name} · ${shortAgent(id)}` : name];
    }),
  );
};

/** The provers that a form offers. One that is not among those loaded is asked for if its whole key was typed. */
export const useProvers = (agents: readonly Agent[] | undefined, proofType: ProofTypeId, typed: string): Provers => {
  const newest = useMemo(
    () => (agents ?? []).filter((it) => it.role === 'prover' && it.proofType === proofType),
    [agents, proofType],
  );
  const [older, keep] = useState<readonly Agent[]>([]);
  const groups = fullGroups(newest);
  const ids = idsFor(typed);
  const known = useMemo(
    () =>
      withOlder(
        newest,
        older.filter((it) => it.proofType === proofType),
      ).toSorted((a, b) => Number(b.online) - Number(a.online)),
    [newest, older, proofType],
  );
  const named = namedBy(known, typed);
  const found = useLoad(`prover ${proofType} ${ids}`, (signal) => agentsById(ids, groups, signal), {
    when: groups.length > 0 && ids.length > 0 && named === undefined,
  });
  useEffect(() => {
    if (found.data && found.data.length > 0) keep((before) => [...before, ...(found.data ?? [])]);
  }, [found.data]);
  return {
    all: known,
    named,
    limit:
      groups.length === 0
        ? ''
        : say('The list has the {n} provers that were connected last. Any other is found by its whole key.', {
            n: count(mostAgents),
          }),
    isUnknown: found.data?.length === 0,
  };
};
