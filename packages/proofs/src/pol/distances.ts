import { grouped } from '../number-words.ts';

/** Writes a distance for people. It is rounded to 1 km up to 500 km, and to 10 km above. */
const written = (km: number, round: (value: number) => number): string =>
  grouped(km <= 500 ? round(km) : round(km / 10) * 10);

export const kmNumber = (km: number): string => written(km, Math.round);

/** A bound is rounded up, so that it stays true. */
export const atMostKmNumber = (km: number): string => written(km, Math.ceil);

/** No line break comes between a number and its unit. */
const unit = '\u00a0km';
export const inKm = (km: number): string => `${kmNumber(km)}${unit}`;
export const atMostKm = (km: number): string => `${atMostKmNumber(km)}${unit}`;
