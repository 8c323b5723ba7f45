import type { Reach } from './allowed.ts';
import { distanceKm, earthRadiusKm, type Place, pointAt } from './earth.ts';

/** Places are told to a hundredth of a degree, which is about a kilometre. */
const roundingKm = 1;

export const isInEvery = (discs: readonly Reach[], place: Place): boolean =>
  discs.every((it) => distanceKm(it.place, place) <= it.reachKm + roundingKm);

/**
 * Whether any place lies in every disc. The edges of the discs bound what all of them share. So the shared area contains a
 * whole edge, of which any point will do, or a point where two edges cross.
 */
export const haveCommonPlace = (discs: readonly Reach[]): boolean =>
  discs.length === 0 ||
  discs.some(({ place, reachKm }, i) => {
    const [longitude, latitude] = pointAt(place, 0, reachKm);
    const points = [{ latitude, longitude }, ...discs.slice(0, i).flatMap((it) => crossingsOf(discs[i] as Reach, it))];
    return points.some((it) => isInEvery(discs, it));
  });

type Vector = readonly [x: number, y: number, z: number];

const rad = Math.PI / 180;
const vectorOf = ({ latitude, longitude }: Place): Vector => [
  Math.cos(latitude * rad) * Math.cos(longitude * rad),
  Math.cos(latitude * rad) * Math.sin(longitude * rad),
  Math.sin(latitude * rad),
];
const placeOf = ([x, y, z]: Vector): Place => ({
  latitude: Math.atan2(z, Math.hypot(x, y)) / rad,
  longitude: Math.atan2(y, x) / rad,
});
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Where two edges cross: αa + βb ± γ(a × b) is on the sphere, and at the right distance from both centres. */
const crossingsOf = (one: Reach, other: Reach): Place[] => {
  const [a, b] = [vectorOf(one.place), vectorOf(other.place)];
  const [cosA, cosB] = [Math.cos(one.reachKm / earthRadiusKm), Math.cos(other.reachKm / earthRadiusKm)];
  const [d, normal] = [dot(a, b), cross(a, b)];
  const sine = dot(normal, normal);
  const [alpha, beta] = [(cosA - cosB * d) / sine, (cosB - cosA * d) / sine];
  const gamma = Math.sqrt((1 - alpha * alpha - beta * beta - 2 * alpha * beta * d) / sine);
  // Not a number if the edges do not cross, or if both discs have the same centre.
  if (!Number.isFinite(gamma)) return [];
  const at = (side: number): Place =>
    placeOf(
      [0, 1, 2].map(
        (i) => alpha * (a[i] as number) + beta * (b[i] as number) + side * (normal[i] as number),
      ) as unknown as Vector,
    );
  return [at(gamma), at(-gamma)];
};
