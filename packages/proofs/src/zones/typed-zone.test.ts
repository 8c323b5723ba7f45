import { expect, test } from 'vitest';
import { typedZone } from '../typed.ts';

const inGerman = (text: string): string => typedZone(text, ['en-GB', 'de']);

test('countries and continents are understood by their names, with and without case, accents and articles', () => {
  for (const [typed, zone] of [
    ['DE', 'DE'],
    [' de, at ', 'de, at'],
    ['Germany', 'DE'],
    ['GERMANY , austria', 'DE,AT'],
    ['DE, Switzerland', 'DE,CH'],
    ['the Netherlands', 'NL'],
    ['UK', 'GB'],
    ['USA', 'US'],
    ["Cote d'Ivoire", 'CI'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Bosnia & Herzegovina', 'BA'],
    ['St Lucia', 'LC'],
    ['Holland', 'NL'],
    ['Russian Federation', 'RU'],
    ['Saint Lucia', 'LC'],
    ['Burma', 'MM'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Guinea', 'GN'],
    ['eu', 'eu'],
    ['European Union', 'EU'],
    ['schengen', 'schengen'],
    ['Europe', 'Europe'],
    ['north america', 'north america'],
  ] as const)
    expect([typed, typedZone(typed)]).toEqual([typed, zone]);
  expect(
    ['Deutschland', 'Österreich, Germany', 'osterreich', 'Nordamerika', 'Europäische Union'].map(inGerman),
  ).toEqual([...['DE', 'AT,DE', 'AT', 'North America', 'EU']]);
  expect(
    ['Weißrussland', 'Grossbritannien', 'die Schweiz', 'Bosnien & Herzegowina', 'Bosnien und Herzegowina'].map(
      inGerman,
    ),
  ).toEqual(['BY', 'GB', 'CH', 'BA', 'BA']);
});

test('what is ambiguous or unknown is quoted as it was typed, with the nearest names', () => {
  const wrong = (typed: string, read = typedZone) => {
    try {
      return read(typed);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(wrong('GERMNY')).toBe('zone: "GERMNY" is no country. Nearest: Germany (DE).');
  expect(wrong('DE, Korea')).toBe('zone: "Korea" is no country. Nearest: North Korea (KP), South Korea (KR).');
  expect(wrong('Virgin Islands')).toMatch(/Nearest: British Virgin Islands \(VG\), .*\(VI\)/);
  expect(wrong('Trinidad')).toMatch(/Nearest: Trinidad & Tobago \(TT\)\.$/);
  expect(wrong('Deutschlnd', inGerman)).toBe('zone: "Deutschlnd" is no country. Nearest: Deutschland (DE).');
  expect(wrong('Mars the red planet')).toMatch(
    /^zone: "Mars the red planet?" is no country\. Give countries \(DE,AT\), EU/,
  );
  expect(wrong('DE, EU')).toBe('zone: "EU" is a group of countries, and stands alone.');
  for (const text of ['', ',', 'DE,'])
    expect([text, wrong(text)]).toEqual([text, expect.stringMatching(/is no country/)]);
});

test('a polygon that the service would refuse is told before it is sent', () => {
  const polygon = (...ring: readonly (readonly [number, number])[]) =>
    JSON.stringify({ type: 'Polygon', coordinates: [ring] });
  const square = polygon([0, 0], [1, 0], [1, 1], [0, 1], [0, 0]);
  expect(typedZone(` ${square}\n`)).toBe(square);
  expect(() => typedZone(polygon([0, 0], [1, 1], [1, 0], [0, 1], [0, 0]))).toThrow(/^zone\.coordinates: edges meet at/);
  expect(() => typedZone(polygon([0, 0], [1, 1], [0, 0]))).toThrow(/a ring has four points or more/);
});
