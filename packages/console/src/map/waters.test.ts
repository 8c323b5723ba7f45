import { expect, test } from 'vitest';
import { regionOf, smooth } from './waters.ts';

test('a place has the waters of its continent, and the world’s where it is on none', () => {
  const of = (latitude: number, longitude: number) => regionOf({ latitude, longitude });
  expect(of(50.1, 8.7)).toBe('europe');
  expect(of(-1.3, 36.8)).toBe('africa');
  expect(of(40.7, -74)).toBe('northAmerica');
  expect(of(-34.6, -58.4)).toBe('southAmerica');
  expect(of(1.3, 103.8)).toBe('asia');
  expect(of(-33.9, 151.2)).toBe('world');
});

test('a line becomes a curve with the same ends; what has no length is left out', () => {
  expect(smooth('M0,0L10,0L10,10')).toBe('M0,0Q10,0 10.0,5.0L10,10');
  expect(smooth('M0,0L10,0M5,5')).toBe('M0,0L10,0');
  expect(smooth('')).toBe('');
});
