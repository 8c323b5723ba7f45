import type { Node } from './paths.ts';

/** Where the development network's challengers stand: dense around one region, thin elsewhere, like the real one. */
export const challengerCities: readonly Node[] = [
  { name: 'Cologne', latitude: 50.94, longitude: 6.96 },
  { name: 'Strasbourg', latitude: 48.58, longitude: 7.75 },
  { name: 'Zurich', latitude: 47.38, longitude: 8.54 },
  { name: 'Amsterdam', latitude: 52.37, longitude: 4.9 },
  { name: 'Paris', latitude: 48.86, longitude: 2.35 },
  { name: 'Prague', latitude: 50.08, longitude: 14.44 },
  { name: 'Vienna', latitude: 48.21, longitude: 16.37 },
  { name: 'London', latitude: 51.51, longitude: -0.13 },
  { name: 'Milan', latitude: 45.46, longitude: 9.19 },
  { name: 'New York', latitude: 40.71, longitude: -74.01 },
  { name: 'Singapore', latitude: 1.35, longitude: 103.82 },
  { name: 'Sydney', latitude: -33.87, longitude: 151.21 },
];

export interface DemoProver {
  readonly name: string;
  /** Where it really stands: its delays come from here. */
  readonly at: Node;
  readonly claims: { readonly latitude: string; readonly longitude: string; readonly city: string };
}

const frankfurt: Node = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };

export const demoProvers: readonly DemoProver[] = [
  {
    name: 'honest-frankfurt',
    at: frankfurt,
    claims: { latitude: '50.11', longitude: '8.68', city: 'Frankfurt' },
  },
  {
    name: 'liar-sydney',
    at: frankfurt,
    claims: { latitude: '-33.87', longitude: '151.21', city: 'Sydney' },
  },
];
