import { groups, isCountry } from './countries.ts';
import { type PolygonZone, ringsOf, ZoneError } from './geojson.ts';

/** A zone as it is asked for: named land, or a polygon. */
export type NamedZone =
  | { readonly kind: 'land'; readonly name: string; readonly codes: readonly string[]; readonly asOf?: string }
  | { readonly kind: 'polygon'; readonly polygon: PolygonZone };

/** A polygon of 1,000 points with seven digits each stays below this. */
const longestText = 32_768;

/** Reads `EU`, `DE`, `DE,AT,CH` or a GeoJSON geometry. Throws `ZoneError`. */
export function parseZone(text: string): NamedZone {
  if (text.length > longestText) throw new ZoneError(`zone: at most ${longestText} characters.`);
  if (text.trimStart().startsWith('{')) return { kind: 'polygon', polygon: parsePolygon(text) };
  const group = groups.find((it) => it.name.toLowerCase() === text.trim().toLowerCase());
  if (group) return { kind: 'land', ...group };
  const codes = text.split(',').map((it) => it.trim().toUpperCase());
  const unknown = codes.find((it) => !isCountry(it));
  if (unknown !== undefined)
    throw new ZoneError(
      `zone: "${unknown.slice(0, 20)}" is no country. Name countries by two letters (DE,AT), or one of ${groups.map((it) => it.name).join(', ')}, or give a GeoJSON polygon.`,
    );
  return { kind: 'land', name: [...new Set(codes)].join(', '), codes: [...new Set(codes)] };
}

function parsePolygon(text: string): PolygonZone {
  let zone: unknown;
  try {
    zone = JSON.parse(text);
  } catch {
    throw new ZoneError('zone: not valid JSON.');
  }
  ringsOf(zone);
  return zone as PolygonZone;
}

/** What is wrong with the text of a zone; undefined if nothing is. */
export const whyNoZone = (text: string): string | undefined => {
  try {
    parseZone(text);
    return undefined;
  } catch (error) {
    if (error instanceof ZoneError) return error.message;
    throw error;
  }
};

/** The zone in a few words. */
export const zoneName = (text: string): string => {
  const zone = parseZone(text);
  return zone.kind === 'land' ? zone.name : 'the polygon';
};
