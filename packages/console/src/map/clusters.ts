import { say } from '../words/say.ts';
import type { Point } from './boxes.ts';
import type { Place } from './earth.ts';

export interface Cluster {
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly count: number;
  readonly name: string;
}

/** The size of the window, in degrees. */
const wide = 44;
const high = 32;
/** An inset is drawn if it holds at least this share of all agents. */
const share = 0.4;
const least = 6;

const regions: readonly (readonly [name: string, west: number, south: number, east: number, north: number])[] = [
  [say('Europe'), -12, 35, 36, 71],
  [say('North America'), -130, 15, -60, 62],
  [say('South America'), -82, -56, -34, 13],
  [say('East Asia'), 95, 18, 150, 52],
  [say('South Asia'), 62, 5, 95, 36],
  [say('South-East Asia'), 92, -11, 142, 20],
  [say('Africa'), -18, -36, 52, 35],
  [say('Oceania'), 110, -48, 180, -8],
];

/** The densest window of the map; undefined where there are too few agents, or too small a share of them is in it. */
export const clusterOf = (places: readonly Place[]): Cluster | undefined => {
  if (places.length < least) return undefined;
  let best: { count: number; at: Place } | undefined;
  for (const at of places) {
    const count = places.filter(
      (it) => Math.abs(it.longitude - at.longitude) <= wide / 2 && Math.abs(it.latitude - at.latitude) <= high / 2,
    ).length;
    if (!best || count > best.count) best = { count, at };
  }
  if (!best || best.count < places.length * share) return undefined;
  const { latitude, longitude } = best.at;
  const region = regions.find(([, w, s, e, n]) => longitude >= w && longitude <= e && latitude >= s && latitude <= n);
  const south = Math.max(-60, Math.min(latitude - high / 2, 75 - high));
  return {
    box: [longitude - wide / 2, south, longitude + wide / 2, south + high],
    count: best.count,
    name: region?.[0] ?? say('this region'),
  };
};

/** As wide as a dot of an agent is drawn, in px. */
const dotPx = 7;

/** The dots that the one at this point touches. It may cover them, so a click on it may mean any of them. */
export const touchedBy = <T extends Point>(dots: readonly T[], { x, y }: Point): T[] =>
  dots.filter((it) => Math.hypot(it.x - x, it.y - y) < dotPx);
