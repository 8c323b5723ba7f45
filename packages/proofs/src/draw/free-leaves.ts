import type { Pool } from './pool.ts';
import { type Leaf, networksOf, systemsOf } from './tree.ts';

interface Member {
  readonly quadrant: number;
  /** The groups of this leaf that have more members than may be seated. */
  readonly crowded: Group[];
}
interface Group {
  readonly most: number;
  readonly members: Member[];
}

/**
 * For each quadrant, the number of agents that no other agent's seat can shut out. An agent's seat shuts out others of the same owner, the
 * same network, or a system that is full then. The adversary's chance grows with every honest agent that is shut out, so only
 * these free agents are counted: whatever was drawn before, all of them but those already seated can still get a seat.
 *
 * A group is crowded if it has more members than may be seated. It adds at most as many agents as may be seated, all in the first
 * quadrant that has members of it. If one of its members is in two crowded groups, none of the group counts. All numbers are zero
 * if the pool was too large to be read.
 */
export function freeLeaves(pool: Pool, perSystem: number, isTied: (leaf: Leaf) => boolean): number[] {
  const owners = new Groups(1);
  const networks = new Groups(1);
  const systems = new Groups(perSystem);
  const members: Member[] = [];
  for (const [quadrant, { leaves }] of pool.quadrants.entries())
    for (const leaf of leaves ?? []) {
      if (isTied(leaf)) continue;
      const member: Member = { quadrant, crowded: [] };
      members.push(member);
      owners.join(leaf.owner, member);
      for (const network of networksOf(leaf)) networks.join(network, member);
      for (const system of systemsOf(leaf)) systems.join(system, member);
    }
  const crowded = [owners, networks, systems].flatMap((it) => it.crowded());
  for (const group of crowded) for (const member of group.members) member.crowded.push(group);
  const free = pool.quadrants.map(() => 0);
  const add = (quadrant: number, count: number) => {
    free[quadrant] = (free[quadrant] as number) + count;
  };
  for (const { quadrant, crowded: mine } of members) if (mine.length === 0) add(quadrant, 1);
  for (const { most, members: all } of crowded) {
    if (all.some((it) => it.crowded.length > 1)) continue;
    const first = Math.min(...all.map(({ quadrant }) => quadrant));
    add(first, Math.min(most, all.filter(({ quadrant }) => quadrant === first).length));
  }
  return free;
}

/** Agents, grouped by what they have in common. At most `most` agents of one group may be seated. */
class Groups {
  readonly #most: number;
  readonly #byName = new Map<string, Member[]>();

  constructor(most: number) {
    this.#most = most;
  }

  join(name: string, member: Member): void {
    const members = this.#byName.get(name);
    if (members) members.push(member);
    else this.#byName.set(name, [member]);
  }

  crowded(): Group[] {
    const groups: Group[] = [];
    for (const members of this.#byName.values())
      if (members.length > this.#most) groups.push({ most: this.#most, members });
    return groups;
  }
}
