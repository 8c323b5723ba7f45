import type { DemoAgent, Scenario } from '../proof-type.ts';

type City = NonNullable<DemoAgent['place']>;

/** Dense around one region, thin elsewhere, like the real network. */
export const challengerCities: readonly City[] = [
  { name: 'Cologne', latitude: 50.94, longitude: 6.96 },
  { name: 'Strasbourg', latitude: 48.58, longitude: 7.75 },
  { name: 'Zurich', latitude: 47.38, longitude: 8.54 },
  { name: 'Brussels', latitude: 50.85, longitude: 4.35 },
  { name: 'Paris', latitude: 48.86, longitude: 2.35 },
  { name: 'Prague', latitude: 50.08, longitude: 14.44 },
  { name: 'Vienna', latitude: 48.21, longitude: 16.37 },
  { name: 'Berlin', latitude: 52.52, longitude: 13.4 },
  { name: 'Munich', latitude: 48.14, longitude: 11.58 },
  { name: 'New York', latitude: 40.71, longitude: -74.01 },
  { name: 'Singapore', latitude: 1.35, longitude: 103.82 },
  { name: 'Sydney', latitude: -33.87, longitude: 151.21 },
];

const frankfurt: City = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
const sydney: City = { name: 'Sydney', latitude: -33.87, longitude: 151.21 };

const claiming = ({ name, latitude, longitude }: City) => ({
  latitude: String(latitude),
  longitude: String(longitude),
  city: name,
});

export const scenario: Scenario = {
  challengersLine: `${challengerCities.length}: ${challengerCities.map((it) => it.name).join(', ')} (simulated geography)`,
  challengers: challengerCities.map((place) => ({ name: `challenger-${place.name}`, claims: claiming(place), place })),
  provers: [
    { name: 'honest-frankfurt', claims: claiming(frankfurt), place: frankfurt },
    { name: 'liar-sydney', claims: claiming(sydney), place: frankfurt },
  ].map((it) => ({ ...it, truth: `claims ${it.claims.city}, stands in ${it.place.name}` })),
};
