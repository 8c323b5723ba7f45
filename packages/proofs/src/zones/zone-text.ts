import { sha256Hex } from '#sha256';
import { groups } from './countries.ts';
import { ringsOf } from './geojson.ts';
import { groupNamed, type PolygonZone, readZone } from './zone-names.ts';

/** A zone as it is asked for: named land, or a polygon. */
export type NamedZone =
  | { readonly kind: 'land'; readonly name: string; readonly codes: readonly string[]; readonly asOf?: string }
  | { readonly kind: 'polygon'; readonly polygon: PolygonZone };

/** Reads `EU`, `DE`, `DE,AT,CH` or a GeoJSON geometry. Throws `ZoneError`. */
export function parseZone(text: string): NamedZone {
  const read = readZone(text);
  if (!Array.isArray(read)) {
    ringsOf(read);
    return { kind: 'polygon', polygon: read as PolygonZone };
  }
  const group = groups.find((it) => it.name === groupNamed(text));
  return group ? { kind: 'land', ...group } : { kind: 'land', name: read.join(', '), codes: read };
}

/** A short name of the zone. A polygon is named by its hash, because lists and attestations have no room for it. */
export const zoneName = (text: string): string => {
  const read = readZone(text);
  return Array.isArray(read) ? (groupNamed(text) ?? read.join(', ')) : `polygon ${sha256Hex(text).slice(0, 32)}`;
};
