import {
  type EligibleLeaf,
  type EligibleTree,
  leafOf,
  type ProofType,
  treeOf,
  type WireChallenger,
  wireChallengerOf,
  withLeaf,
  withoutLeaf,
} from '@trigpoint/proofs';
import { endpointNetworkOf } from '../network/addresses.ts';
import type { Agent } from '../network/agents.ts';
import type { AutonomousSystems } from '../network/autonomous-systems.ts';

interface Entry {
  /** The agent as it was when the entry was made, to notice changes. */
  readonly agent: Agent;
  readonly candidate: WireChallenger;
  readonly leaf: EligibleLeaf;
}

/** Everybody who can be drawn for one proof type and address family. */
export interface Eligible {
  /** The table of autonomous systems that the leaves were made with. */
  readonly systems: AutonomousSystems;
  readonly tree: EligibleTree;
  readonly entries: ReadonlyMap<string, Entry>;
}

interface Kept extends Eligible {
  readonly of: readonly Agent[];
}

/** When more than this share of the leaves is new, building the tree costs less than changing it leaf by leaf. */
const rebuiltAbove = 0.2;

/** The eligible trees. They are kept in memory between requests and changed as challengers come and go. */
export class EligibleTrees {
  readonly #kept = new Map<string, Kept>();

  /** If `admitted` and `systems` are the same objects as last time, the result is the same too. */
  of(proofType: ProofType, family: 'IPv4' | 'IPv6', admitted: readonly Agent[], systems: AutonomousSystems): Eligible {
    const key = `${proofType.id}/${family}`;
    const last = this.#kept.get(key);
    const kept = last?.systems === systems ? last : undefined;
    if (kept?.of === admitted) return kept;
    const entries = new Map<string, Entry>();
    const fresh: EligibleLeaf[] = [];
    for (const agent of admitted) {
      if (!agent.id.startsWith(`${family}/`)) continue;
      const before = kept?.entries.get(agent.id);
      const entry = before && isSame(before.agent, agent) ? { ...before, agent } : entryOf(proofType, agent, systems);
      entries.set(agent.id, entry);
      if (entry.leaf !== before?.leaf) fresh.push(entry.leaf);
    }
    const gone = [...(kept?.entries.values() ?? [])].filter(({ leaf }) => entries.get(leaf.id)?.leaf !== leaf);
    const isRebuilt = !kept || fresh.length + gone.length > rebuiltAbove * entries.size;
    let tree = isRebuilt ? treeOf([...entries.values()].map((it) => it.leaf)) : kept.tree;
    if (!isRebuilt) {
      for (const { leaf } of gone) tree = withoutLeaf(tree, leaf);
      for (const leaf of fresh) tree = withLeaf(tree, leaf);
    }
    const next = { of: admitted, systems, tree, entries };
    this.#kept.set(key, next);
    return next;
  }
}

const entryOf = (proofType: ProofType, agent: Agent, systems: AutonomousSystems): Entry => {
  const candidate = wireChallengerOf(proofType, {
    id: agent.id,
    key_type: agent.keyType,
    public_key: agent.publicKey,
    claims: agent.claims,
    owner: agent.owner,
    description: agent.description,
    network: agent.network,
    endpoint: endpointNetworkOf(agent),
  });
  return {
    agent,
    candidate,
    leaf: leafOf(proofType, candidate, {
      since: agent.admittedSince ?? agent.firstSeen,
      system: systemsOf(agent, systems),
    }),
  };
};

/** The systems of the socket's network and of the UDP endpoint. Networks are announced whole: one address is enough. */
const systemsOf = ({ network, udpAddress }: Agent, { systemOf }: AutonomousSystems): string =>
  [...new Set([network.split('/')[0] as string, udpAddress].map(systemOf))]
    .filter((it) => it !== '')
    .sort()
    .join(' ');

const isSame = (a: Agent, b: Agent): boolean =>
  a.description === b.description &&
  a.owner === b.owner &&
  a.network === b.network &&
  a.udpAddress === b.udpAddress &&
  a.admittedSince === b.admittedSince &&
  sameClaims(a.claims, b.claims);

const sameClaims = (a: Agent['claims'], b: Agent['claims']): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};
