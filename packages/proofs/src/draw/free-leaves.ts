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
 * How many agents of each quadrant no other agent's seat can shut out. Before each seat of the quadrant, this many minus
 * those already seated there may still be drawn. Agents that another one's seat can shut out (same owner, network or full
 * system) do not count, because an adversary's chance grows with every honest one shut out. Of a
 * crowded group as many count as may be seated, in the first quadrant that has some; none of them counts if one of its
 * members is in two crowded groups. All zero if the pool is so large that it was not read.
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

/** Agents by what they have in common, of whom only so many may be seated. */
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
