import { type AllowedPlaces, type Disc, type Zone, zoneVerdict } from '@trigpoint/proofs/zones';
import { describe, expect, test } from 'vitest';
import { seeded } from './proof.ts';
import { type Decide, tryZone } from './zones/cases.ts';

/** Places that no border comes near. */
const meetsNothing = { mayMeet: () => false, holds: () => false, piecesLeft: 1 } as unknown as AllowedPlaces;

const plants: Readonly<Record<string, Decide>> = {
  'one answer more must hold the truth': (discs, needed, zone) => zoneVerdict(discs, needed + 1, zone, 0),
  'discs are a twentieth smaller': (discs, needed, zone) =>
    zoneVerdict(
      discs.map((it): Disc => ({ ...it, radiusKm: 0.95 * it.radiusKm })),
      needed,
      zone,
      0,
    ),
  'others have no land': (discs, needed, zone) =>
    zoneVerdict(discs, needed, { ...zone, othersMeet: () => false } satisfies Zone, 0),
  'only the parts of the set are looked at, not the border': (discs, needed, zone) =>
    zoneVerdict(discs, needed, { ...zone, meets: (_, witnesses) => zone.meets(meetsNothing, witnesses) }, 0),
};

describe('the proof of zones sees it when', () => {
  test.for(Object.entries(plants))('%s', ([, decide]) => {
    const random = seeded(1);
    let problem: string | undefined;
    for (let i = 0; i < 4_000 && !problem; i++) problem = tryZone(random.fork(i), decide).problem;
    expect(problem).toMatch(/is allowed/);
  });
});
