import type { DemoAgent, Scenario } from '../proof-type.ts';

type City = NonNullable<DemoAgent['place']>;

/** Dense around one region, thin elsewhere, like the real network. */
export const challengerCities: readonly City[] = [
  { name: 'Offenbach', latitude: 50.1, longitude: 8.76 },
  { name: 'Hanau', latitude: 50.13, longitude: 8.92 },
  { name: 'Bad Homburg', latitude: 50.23, longitude: 8.62 },
  { name: 'Mainz', latitude: 50, longitude: 8.27 },
  { name: 'Aschaffenburg', latitude: 49.97, longitude: 9.15 },
  { name: 'Darmstadt', latitude: 49.87, longitude: 8.65 },
  { name: 'Wiesbaden', latitude: 50.08, longitude: 8.24 },
  { name: 'Cologne', latitude: 50.94, longitude: 6.96 },
  { name: 'Strasbourg', latitude: 48.58, longitude: 7.75 },
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
