import { expect, test } from 'vitest';
import { distanceKm, isPlace } from '../geo.ts';
import { cityNear, readCities } from './cities.ts';

const cities = readCities();

test('every city has a name, a country and a place on Earth', () => {
  expect(cities.length).toBeGreaterThan(4_000);
  const odd = cities.filter(
    (city) => city.name === '' || !/^[A-Z]{2}$/.test(city.country) || !isPlace(city) || city.population < 100_000,
  );
  expect(odd).toEqual([]);
});

test('names and places belong together', () => {
  const tokyo = cities.find(({ name, country }) => name === 'Tokyo' && country === 'JP');
  expect(tokyo && distanceKm(tokyo, { latitude: 35.69, longitude: 139.69 })).toBeLessThan(10);
  expect(tokyo?.population).toBeGreaterThan(7_000_000);
});

test('a place is named after the city one would name', () => {
  expect(cityNear(cities, { latitude: 50.03, longitude: 8.57 })?.name).toBe('Frankfurt');
  expect(cityNear(cities, { latitude: -33.9, longitude: 151.2 })?.name).toBe('Sydney');
  expect(cityNear(cities, { latitude: 0, longitude: -30 })).toBeUndefined();
});
