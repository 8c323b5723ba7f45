import type { MultiLineString } from 'geojson';
import { useEffect, useState } from 'preact/hooks';
import { mesh } from 'topojson-client';
import type { GeometryObject } from 'topojson-specification';
import { type Detail, loadTopology } from './atlas.ts';

/** A zone as a map draws it. */
export interface DrawnZone {
  /** Its borders, its coasts among them. */
  readonly outline: MultiLineString;
  /** Whether a country is of the zone; undefined for a polygon, which has no countries. */
  readonly has: ((id: string | undefined, name: string) => boolean) | undefined;
}

/**
 * Edges of polygons are straight in longitude and latitude, but a map draws great circles between points. So long edges get
 * points between their ends.
 */
const stepDegrees = 2;

const straight = (ring: readonly (readonly [number, number])[]): [number, number][] =>
  ring.flatMap(([x, y], i): [number, number][] => {
    const next = ring[i + 1];
    if (!next) return [[x, y]];
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - x, next[1] - y) / stepDegrees));
    return Array.from({ length: steps }, (_, n) => [x + ((next[0] - x) * n) / steps, y + ((next[1] - y) * n) / steps]);
  });

export const loadZone = async (text: string, detail: Detail): Promise<DrawnZone> => {
  const [{ zoneShape }, topology] = await Promise.all([import('@trigpoint/proofs/zone-map'), loadTopology(detail)]);
  const shape = zoneShape(text);
  if ('rings' in shape)
    return { outline: { type: 'MultiLineString', coordinates: shape.rings.map(straight) }, has: undefined };
  const inside = ({ id, properties }: GeometryObject) =>
    shape.has(id === undefined ? undefined : String(id), (properties as { name?: string } | undefined)?.name ?? '');
  // A line with the same country on both sides is a coast.
  const outline = mesh(topology, topology.objects.countries, (a, b) => (a === b ? inside(a) : inside(a) !== inside(b)));
  return { outline, has: shape.has };
};

/** The zone at the detail of the map; undefined until it is loaded, null where there is none to draw. */
export const useZone = (text: string | undefined, detail: Detail): DrawnZone | null | undefined => {
  const [drawn, setDrawn] = useState<{ key: string; zone: DrawnZone | null }>();
  const key = `${detail} ${text}`;
  useEffect(() => {
    if (text === undefined) return;
    let current = true;
    // A map without its zone still shows the answers.
    loadZone(text, detail).then(
      (zone) => current && setDrawn({ key, zone }),
      () => current && setDrawn({ key, zone: null }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  if (text === undefined) return null;
  return drawn?.key === key ? drawn.zone : undefined;
};
