import type { Place } from '../geo.ts';
import { numbersOf } from '../testing-numbers.ts';
import { cellOf } from './cells.ts';
import type { DrawOptions } from './draw.ts';
import type { Leaf } from './tree.ts';

export const now = Date.UTC(2026, 0, 1);
const day = 24 * 3_600_000;

/** An agent that shares neither owner, network nor system with the agent of any other number. It was admitted a hundred days ago. */
export const agent = (number: number, place: Place, more: Partial<Leaf> = {}): Leaf => ({
  cell: cellOf(place),
  id: `IPv4/agent-${number}`,
  description: number.toString(16).padStart(64, '0'),
  owner: `owner-${number}`,
  since: now - 100 * day,
  network: `10.${number >> 8}.${number & 255}.0/24`,
  endpoint: '',
  system: `AS${number}`,
  ...more,
});

/** A network of agents around the world, some in the same town, with owners, networks and systems in common. */
export function crowdOf(count: number, seed: number): Leaf[] {
  const random = numbersOf(seed);
  const below = (most: number) => Math.floor(random() * most);
  const anywhere = () => ({ latitude: 180 * random() - 90, longitude: 360 * random() - 180 });
  const towns = Array.from({ length: Math.ceil(count / 20) }, anywhere);
  return Array.from({ length: count }, (_, i) =>
    agent(i, random() < 0.5 ? (towns[below(towns.length)] as Place) : anywhere(), {
      owner: `owner-${below(count)}`,
      network: `10.0.${below(count)}.0/24`,
      system: random() < 0.2 ? '' : `AS${below(Math.ceil(count / 4))}${random() < 0.2 ? ' AS9999' : ''}`,
      since: now - below(60) * day,
    }),
  );
}

export const options: DrawOptions = {
  claim: { latitude: 50, longitude: 8 },
  near: 8,
  lookouts: 4,
  poolFactor: 1.5,
  seed: 'aa'.repeat(32),
  at: now,
  tied: { ids: [], owners: [], networks: [] },
  knowsSystems: true,
};
