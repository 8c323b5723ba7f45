import { expect, test } from 'vitest';
import { cityName, loadCities } from './cities.ts';

test('a place is called by a city nearby and its country; the open sea has no name', async () => {
  const cities = await loadCities();
  expect(cityName(cities, { latitude: 51.72, longitude: 8.75 })).toBe('Paderborn, Germany');
  expect(cityName(cities, { latitude: -33.9, longitude: 151.2 })).toBe('Sydney, Australia');
  expect(cityName(cities, { latitude: 0, longitude: -140 })).toBeUndefined();
  expect(cityName(undefined, { latitude: 51.72, longitude: 8.75 })).toBeUndefined();
  expect(cityName(cities, { latitude: 1.3, longitude: 103.85 })).toBe('Singapore');
});
