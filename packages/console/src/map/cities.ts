import type { City } from '@trigpoint/proofs/pol';
import { useEffect, useState } from 'preact/hooks';
import { countryName } from '../words/language.ts';
import { sayPlace } from '../words/say.ts';
import type { Place } from './earth.ts';

type Cities = { readonly list: readonly City[]; readonly near: (place: Place, withinKm?: number) => City | undefined };

let loading: Promise<Cities> | undefined;

/** The cities a verdict knows by name (GeoNames), fetched when something is to be named. */
export const loadCities = (): Promise<Cities> => {
  loading ??= import('@trigpoint/proofs/pol').then(({ readCities, cityNear }) => {
    const list = readCities().map((it) => ({ ...it, name: sayPlace(it.name, it.country) }));
    return { list, near: (place, withinKm) => cityNear(list, place, withinKm) };
  });
  return loading;
};

/** Undefined until they are loaded, and for as long as nothing is to be named. */
export const useCities = (when = true): Cities | undefined => {
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    if (when) loadCities().then(setCities, () => undefined);
  }, [when]);
  return cities;
};

/** "Paderborn, Germany", and "Singapore" for a city that is its own country; undefined in the middle of nowhere. */
export const cityName = (cities: Cities | undefined, place: Place): string | undefined => {
  const city = cities?.near(place, 150);
  if (!city) return undefined;
  const country = countryName(city.country) ?? city.country;
  return country === city.name ? country : `${city.name}, ${country}`;
};
