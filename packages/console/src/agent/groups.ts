import type { AgentDetail } from '../network.ts';

type Result = AgentDetail['results'][number];

export interface Group {
  readonly challenge: string;
  /** When its newest reading came. */
  readonly at: number;
  readonly results: readonly Result[];
}

/** Readings by challenge. The newest challenge comes first. Within a challenge, readings keep their order. */
export const groupsOf = (results: readonly Result[]): Group[] => {
  const groups = new Map<string, Result[]>();
  for (const it of results) groups.set(it.challenge_id, [...(groups.get(it.challenge_id) ?? []), it]);
  return [...groups]
    .map(([challenge, own]) => ({
      challenge,
      at: Math.max(...own.map((it) => Date.parse(it.received_at))),
      results: own.toSorted((a, b) => a.received_at.localeCompare(b.received_at)),
    }))
    .sort((a, b) => b.at - a.at);
};

/** The service gives so many of the newest readings at most. */
const mostGiven = 20;

/** The groups that are whole: where there may be more readings, the oldest group may lack some. The only one is shown anyway. */
export const wholeOf = (groups: readonly Group[]): readonly Group[] =>
  groups.length > 1 && groups.reduce((n, it) => n + it.results.length, 0) >= mostGiven ? groups.slice(0, -1) : groups;
