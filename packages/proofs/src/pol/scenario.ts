import type { DemoPlace, Scenario } from '../proof-type.ts';

/** Many challengers in one region and few elsewhere, as in a real network. */
export const challengerCities: readonly DemoPlace[] = [
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

/**
 * Cities around Singapore, where a watched prover goes. The result `outside` needs more answers that rule the zone out than
 * challengers may lie. Of 19 that are asked 6 may lie, so 7 answers are needed. These cities and Singapore have 8 challengers, so one
 * of them may be busy.
 */
const farCities: readonly DemoPlace[] = [
  { name: 'Johor Bahru', latitude: 1.49, longitude: 103.74 },
  { name: 'Batam', latitude: 1.13, longitude: 104.05 },
  { name: 'Malacca', latitude: 2.19, longitude: 102.25 },
  { name: 'Kuala Lumpur', latitude: 3.14, longitude: 101.69 },
  { name: 'Palembang', latitude: -2.99, longitude: 104.76 },
  { name: 'Kuching', latitude: 1.55, longitude: 110.34 },
  { name: 'Pontianak', latitude: -0.03, longitude: 109.33 },
];

const frankfurt: DemoPlace = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
const sydney: DemoPlace = { name: 'Sydney', latitude: -33.87, longitude: 151.21 };

const singapore: DemoPlace = { name: 'Singapore', latitude: 1.35, longitude: 103.82 };

const claiming = ({ name, latitude, longitude }: DemoPlace) => ({
  latitude: String(latitude),
  longitude: String(longitude),
  city: name,
});

const challengerAt = (place: DemoPlace) => ({ name: `challenger-${place.name}`, claims: claiming(place), place });

export const scenario: Scenario = {
  challengersLine: `${challengerCities.length}: ${challengerCities.map((it) => it.name).join(', ')} (simulated geography)`,
  challengers: challengerCities.map(challengerAt),
  provers: [
    { name: 'honest-frankfurt', claims: claiming(frankfurt), place: frankfurt },
    { name: 'liar-sydney', claims: claiming(sydney), place: frankfurt },
  ].map((it) => ({ ...it, truth: `claims ${it.claims.city}, stands in ${it.place.name}` })),
  watched: {
    challengersLine: `${farCities.length} more around Singapore`,
    challengers: farCities.map(challengerAt),
    provers: [
      { name: 'eu-server-1', claims: claiming(frankfurt), place: frankfurt, truth: 'stays in Frankfurt' },
      {
        ...{ name: 'eu-server-2', claims: claiming(frankfurt), place: frankfurt },
        leaves: { to: singapore, afterSeconds: 60 },
        truth: 'leaves Frankfurt for Singapore after a minute',
      },
    ],
    parameters: { zone: 'EU' },
    everySeconds: 30,
    forSeconds: 1_800,
  },
};
