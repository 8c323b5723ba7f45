import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { somewhere } from '../testing-numbers.ts';
import { at, distanceKm, type Place, pointAt } from './earth.ts';
import { zoneView } from './zone-view.ts';

const size = [736, 420] as const;
const around = (centre: Place, km: number, n = 24): Place[] =>
  Array.from({ length: n }, (_, i) => {
    const [longitude, latitude] = pointAt(centre, (i * 2 * Math.PI) / n, km);
    return { latitude, longitude };
  });
const frankfurt = { latitude: 50.11, longitude: 8.68 };
const singapore = { latitude: 1.35, longitude: 103.82 };
const middle = { latitude: 50, longitude: 12 };
const guiana = { latitude: 4, longitude: -53 };
/** Wide as the EU, with a part overseas. */
const edge = [...around(middle, 1600), guiana];

const isSeen = (view: ReturnType<typeof zoneView>, place: Place): boolean => {
  const [x, y] = view.projection(at(place)) ?? [-1, -1];
  return x >= 0 && x <= view.width && y >= 0 && y <= view.height;
};

describe('a zone and its prover in one map', () => {
  test('one in its zone is the middle of the map, which reaches to the nearest edge', () => {
    const view = zoneView({ centre: frankfurt, claim: frankfurt, reachKm: 30, edge }, ...size);
    expect(view.projection(at(frankfurt))).toEqual([expect.closeTo(368, 3), expect.closeTo(210, 3)]);
    const nearest = edge.reduce((a, b) => (distanceKm(frankfurt, b) < distanceKm(frankfurt, a) ? b : a));
    expect(isSeen(view, nearest)).toBe(true);
    const alone = zoneView({ centre: frankfurt, claim: frankfurt, reachKm: 30, edge: [] }, ...size);
    expect(alone.kmAcross).toBeLessThan(view.kmAcross / 4);
  });

  test('one that is far away is shown with the whole body of the zone, without what is overseas', () => {
    for (const claim of [frankfurt, singapore]) {
      const view = zoneView({ centre: singapore, claim, reachKm: 248, edge }, ...size);
      for (const it of [singapore, claim, ...around(singapore, 248), ...edge.slice(0, -1)])
        expect(isSeen(view, it)).toBe(true);
      expect(isSeen(view, guiana)).toBe(false);
    }
  });

  test('prover, claim and zone are seen wherever they are', () => {
    fc.assert(
      fc.property(somewhere(70), somewhere(70), somewhere(70), (centre, claim, heart) => {
        // From one point of the Earth to the opposite one there is no map that has a middle.
        const apart = [distanceKm(centre, claim), distanceKm(centre, heart), distanceKm(claim, heart)];
        fc.pre(Math.max(...apart) < 16_000);
        const zone = around(heart, 300);
        const view = zoneView({ centre, claim, reachKm: 100, edge: zone }, ...size);
        expect([centre, claim].every((it) => isSeen(view, it))).toBe(true);
        expect(zone.some((it) => isSeen(view, it))).toBe(true);
      }),
    );
  });
});
