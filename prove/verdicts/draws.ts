import {
  cellOf,
  type DrawOptions,
  destination,
  draw,
  type EligibleLeaf,
  type NearSeats,
  type Place,
  toleratedOf,
  treeOf,
  withstands,
} from '@trigpoint/proofs';
import { anywhere } from '../location/worlds.ts';
import type { Random } from '../proof.ts';

/** Where the agents of a coalition stand, and what they share with honest ones. */
const crowds = [
  'beside the claim',
  'all on one side of the claim',
  'where honest agents stand',
  'in the networks of honest agents',
  'in the systems of honest agents',
] as const;
type Crowd = (typeof crowds)[number];

const now = Date.UTC(2026, 0, 1);
const dayMs = 24 * 3_600_000;

export interface DrawOutcome {
  /** How many times the coalition tried, and how many of these it won. */
  readonly tried: number;
  readonly won: number;
  readonly problem?: string;
}

/** Computes how many agents a result withstands. A plant computes it wrongly. */
export type Stated = (it: NearSeats) => number;

/**
 * Makes a network, and a coalition of as many admitted agents as the result says that it withstands. Counts how often the
 * coalition wins more than a third of the near seats.
 */
export function tryDraws(random: Random, times: number, stated: Stated = withstands): DrawOutcome {
  const near = 4 + random.int(40);
  const tries = random.pick([1, 1, 5]);
  const options: Omit<DrawOptions, 'seed'> = {
    claim: anywhere(random),
    near,
    lookouts: 0,
    poolFactor: random.pick([1.5, 3, 6]),
    at: now,
    tied: { ids: [], owners: [], networks: [] },
    knowsSystems: random() < 0.7,
  };
  const crowd = random.pick(crowds);
  const honest = honestAgents(random, options.claim as Place, near);
  const coalition = Array.from({ length: 3 * near }, (_, i) =>
    member(i, crowd, options.claim as Place, honest, random),
  );
  const statedOf = (agents: number): number => {
    const { pool } = draw(treeOf([...honest, ...coalition.slice(0, agents)]), { ...options, seed: '00' });
    return pool ? stated({ near, ...pool, tries }) : 0;
  };
  // A larger coalition makes a larger pool, so the stated number depends on the size of the coalition.
  let agents = coalition.length;
  while (agents > statedOf(agents)) agents--;
  const tree = treeOf([...honest, ...coalition.slice(0, agents)]);
  const seedsFrom = random.int(2 ** 31);
  const isWon = (i: number) =>
    draw(tree, { ...options, seed: (seedsFrom + i).toString(16) }).near.filter(({ leaf }) => leaf.owner.startsWith('c'))
      .length > toleratedOf(near);
  let won = 0;
  for (let i = 0; i < times; i++)
    if (Array.from({ length: tries }, (_, j) => isWon(i * tries + j)).includes(true)) won++;
  const problem =
    `${agents} agents ${crowd} won ${won} of ${times} times, with ${tries} tries each: ` +
    `${near} near seats, ${honest.length} honest agents`;
  return { tried: times, won, ...(won > mostWins(times) ? { problem } : {}) };
}

/** The most wins of `times` that can be chance if each has a chance of 1 in 1,000. More are less likely than one in ten million. */
export function mostWins(times: number): number {
  const mean = times / 1_000;
  let [wins, chance, below] = [0, Math.exp(-mean), Math.exp(-mean)];
  while (1 - below > 1e-7) {
    wins++;
    chance *= mean / wins;
    below += chance;
  }
  return wins;
}

/** Honest agents, some of which share owners, networks and systems, as customers of the same hosts do. */
function honestAgents(random: Random, claim: Place, near: number): EligibleLeaf[] {
  const count = near + random.int(8 * near);
  const isCrowded = random() < 0.5;
  const oneOf = (share: number) => (isCrowded ? random.int(Math.ceil(count * share)) : undefined);
  return Array.from({ length: count }, (_, i) =>
    leaf(`h${i}`, around(claim, random), {
      owner: `h${oneOf(0.9) ?? i}`,
      network: `10.${oneOf(0.7) ?? i}.0/24`,
      system: `AS${oneOf(0.4) ?? i}`,
      since: now - random.int(60) * dayMs,
    }),
  );
}

const around = (claim: Place, random: Random): Place =>
  destination(claim, 2 * Math.PI * random(), 20 + 3_000 * Math.sqrt(random()));

/** A member of the coalition. Each has an owner of its own, because members that share one get one seat. */
function member(i: number, crowd: Crowd, claim: Place, honest: readonly EligibleLeaf[], random: Random): EligibleLeaf {
  const model = random.pick(honest);
  const place =
    crowd === 'beside the claim'
      ? destination(claim, 2 * Math.PI * random(), 10 * random())
      : crowd === 'all on one side of the claim'
        ? destination(claim, 0.2 + random(), 5 + 50 * random())
        : around(claim, random);
  return leaf(`c${i}`, place, {
    ...(crowd === 'in the networks of honest agents' ? { network: model.network } : {}),
    ...(crowd === 'in the systems of honest agents' ? { system: model.system } : {}),
  });
}

const leaf = (id: string, place: Place, more: Partial<EligibleLeaf>): EligibleLeaf => ({
  cell: cellOf(place),
  id: `IPv4/${id}`,
  description: id,
  owner: id,
  since: now - 100 * dayMs,
  network: `network of ${id}`,
  endpoint: '',
  system: `AS-${id}`,
  ...more,
});
