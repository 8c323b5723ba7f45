import { distanceKm, type Place } from '../geo.ts';
import { cityNames, cityPlaces } from './cities-data.ts';

export interface City extends Place {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Exact to 5 %. */
  readonly population: number;
}

const bytesPerCity = 5;
/** GeoNames has English names for most cities, but local ones for these. Here all have English names. */
const inEnglish = new Map([
  ['Köln', 'Cologne'],
  ['Zürich', 'Zurich'],
  ['Frankfurt am Main', 'Frankfurt'],
]);

/** 2 to the power of 0/8 … 7/8. They are written out, because engines compute powers differently. */
const eighths = [
  1,
  1.0905077326652577,
  1.189207115002721,
  1.2968395546510096,
  Math.SQRT2,
  1.5422108254079407,
  1.681792830507429,
  1.8340080864093424,
];
/** The data has the population as a number of steps above 100,000. Eight steps double it. */
const populationOf = (steps: number): number =>
  Math.round(100_000 * (eighths[steps & 7] as number) * (1 << (steps >> 3)));

/** Every city with at least 100,000 inhabitants. A prover may be in any of them if nothing else is known. */
export function readCities(): City[] {
  const bytes = atob(cityPlaces);
  const word = (at: number) => bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
  const cities: City[] = [];
  for (const line of cityNames.split('\n')) {
    for (const name of line.slice(3).split(';')) {
      const at = cities.length * bytesPerCity;
      cities.push({
        name: inEnglish.get(name) ?? name,
        country: line.slice(0, 2),
        latitude: word(at) / 100 - 90,
        longitude: word(at + 2) / 100 - 180,
        population: populationOf(bytes.charCodeAt(at + 4)),
      });
    }
  }
  return cities;
}

/** The city that a person would name for this place: a large one even if a small one is nearer. */
export function cityNear(cities: readonly City[], place: Place, withinKm = 100): City | undefined {
  let best: City | undefined;
  let bestWeight = 0;
  for (const city of cities) {
    if (Math.abs(city.latitude - place.latitude) > withinKm / 110) continue;
    const km = distanceKm(city, place);
    const weight = Math.sqrt(city.population) / (km + 10);
    if (km <= withinKm && weight > bestWeight) [best, bestWeight] = [city, weight];
  }
  return best;
}
