import type { Point } from './region.ts';

/**
 * The names of zones, without their borders. It is small, because browsers load it with their first page. The rules check polygons
 * more closely.
 */

/** GeoJSON, RFC 7946. Edges are straight in longitude and latitude. */
export type PolygonZone =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Point[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Point[])[])[] };

/** Says what is wrong with a zone, and where. */
export class ZoneError extends Error {
  override readonly name = 'ZoneError';
}

/** ISO 3166-1, two letters each, and XK for Kosovo. */
const countries =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCY' +
  'CZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISIT' +
  'JEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNI' +
  'NLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTK' +
  'TLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZWXK';

export const isCountry = (code: string): boolean =>
  code.length === 2 && countries.match(/../g)?.includes(code) === true;

export const groupNames = [
  ...['EU', 'EEA', 'Schengen', 'Africa', 'Antarctica', 'Asia', 'Europe', 'North America', 'Oceania', 'South America'],
] as const;

export const groupNamed = (text: string): string | undefined =>
  groupNames.find((it) => it.toLowerCase() === text.trim().toLowerCase());

/** An ask has at most `askMaxBytes`, and what it asks besides its zone takes 384 of them. Agents refuse a longer one. */
const longestText = 24_192;

/** The polygon, or the codes of the countries that a text names. For a group it is an empty list. Throws `ZoneError`. */
export function readZone(text: string): PolygonZone | readonly string[] {
  if (text.length > longestText) throw new ZoneError(`zone: at most ${longestText} characters.`);
  if (text.trimStart().startsWith('{')) return parsePolygon(text);
  if (groupNamed(text) !== undefined) return [];
  const typed = text.split(',').map((it) => it.trim());
  const unknown = typed.find((it) => !isCountry(it.toUpperCase()));
  if (unknown !== undefined)
    throw new ZoneError(
      `zone: "${unknown.slice(0, 20)}" is no country. Give countries (DE,AT), ${groupNames.join(', ')} or a GeoJSON polygon.`,
    );
  return [...new Set(typed.map((it) => it.toUpperCase()))];
}

function parsePolygon(text: string): PolygonZone {
  let zone: Partial<PolygonZone> | null;
  try {
    zone = JSON.parse(text);
  } catch {
    throw new ZoneError('zone: no valid JSON.');
  }
  if (zone?.type !== 'Polygon' && zone?.type !== 'MultiPolygon')
    throw new ZoneError('zone: a GeoJSON Polygon or MultiPolygon.');
  if (!zone.coordinates?.length) throw new ZoneError('zone: no coordinates.');
  return zone as PolygonZone;
}

/** What is wrong with the text of a zone; undefined if nothing is. */
export const whyNoZone = (text: string): string | undefined => {
  try {
    readZone(text);
    return undefined;
  } catch (error) {
    if (error instanceof ZoneError) return error.message;
    throw error;
  }
};

/** Groups that a sentence names with an article. */
export const groupWords: Readonly<Record<string, string>> = {
  EU: 'the EU',
  EEA: 'the EEA',
  Schengen: 'the Schengen area',
};

/** A polygon as lists name it. The part of its hash is long enough that nobody finds a second polygon with the same name. */
const polygonName = /^polygon [0-9a-f]{32}$/;

/** Countries that a sentence names with an article, by their codes. */
const articled = 'AEAXBQBSCCCDCFCGCKDOFKFOGBGMIMIOKMKYMHMPMVNLPHPNSBSCTCTFUMUSVGVI';

/** A country as it reads in a sentence, by its name: `the Netherlands`. */
export const withArticle = (code: string, name: string): string =>
  articled.match(/../g)?.includes(code) ? `the ${name}` : name;

const countryWords = (codes: readonly string[]): string => {
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region' });
  return codes.map((it) => withArticle(it, names.of(it) ?? it)).join(' or ');
};

/**
 * The zone as it reads in a sentence, by its text or by its name in lists: `the EU`, `Germany or Austria`, `the polygon 3f9a2c41`. A polygon given
 * as GeoJSON is `the polygon`. A text that is no zone is `its zone`.
 */
export const zoneWords = (zone: string): string => {
  if (polygonName.test(zone)) return `the ${zone.slice(0, 16)}`;
  try {
    const read = readZone(zone);
    if (!Array.isArray(read)) return 'the polygon';
    const name = groupNamed(zone);
    return name === undefined ? countryWords(read) : (groupWords[name] ?? name);
  } catch {
    return 'its zone';
  }
};
