import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-10m.json?url';
import medium from 'world-atlas/countries-50m.json?url';
import coarse from 'world-atlas/countries-110m.json?url';
import { countryName, language } from '../words/language.ts';

export interface Country {
  /** Three digits, as ISO 3166-1 has them. */
  readonly id: string | undefined;
  readonly name: string;
  readonly geometry: Polygon | MultiPolygon;
  /**
   * West, south, east and north of the country's largest part. With islands across the date line, a box of all parts would span
   * the world.
   */
  readonly box: readonly [number, number, number, number];
  /** The middle of its largest part, where its name stands. */
  readonly middle: readonly [number, number];
}

export type Detail = 'coarse' | 'medium' | 'fine';
const urls: Record<Detail, string> = { coarse, medium, fine };
type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;
const topologies = new Map<Detail, Promise<World>>();
const loaded = new Map<Detail, Promise<readonly Country[]>>();

/** How much detail a view needs: 110m for the world, 50m below 4,000 km, 10m below 1,000 km. */
export const detailFor = (kmAcross: number): Detail =>
  kmAcross < 1000 ? 'fine' : kmAcross < 4000 ? 'medium' : 'coarse';

type Ring = readonly (readonly number[])[];

const boxOf = (ring: Ring): [number, number, number, number] => {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const [x = 0, y = 0] of ring) {
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
};

const join = (boxes: readonly (readonly [number, number, number, number])[]): Country['box'] =>
  boxes.reduce<[number, number, number, number]>(
    (all, it) => [Math.min(all[0], it[0]), Math.min(all[1], it[1]), Math.max(all[2], it[2]), Math.max(all[3], it[3])],
    [180, 90, -180, -90],
  );

const areaOf = (box: readonly [number, number, number, number]) => (box[2] - box[0]) * (box[3] - box[1]);

const once = <T>(kept: Map<Detail, Promise<T>>, detail: Detail, load: () => Promise<T>): Promise<T> => {
  const known = kept.get(detail);
  if (known) return known;
  const loading = load().catch((error: unknown) => {
    kept.delete(detail);
    throw error;
  });
  kept.set(detail, loading);
  return loading;
};

/** The world as its file has it, with the lines that neighbours share. */
export const loadTopology = (detail: Detail): Promise<World> =>
  once(topologies, detail, async () => {
    const reply = await fetch(urls[detail]);
    if (!reply.ok) throw new Error(`The base map answered ${reply.status}.`);
    return (await reply.json()) as World;
  });

/** The map has English names; those of other languages come from its numbers, which are those of ISO 3166-1. */
const nameIn = (id: string | number | undefined, english: string): string => {
  if (language === 'en' || id === undefined) return english;
  const region = regionOf(id);
  return (region && countryName(region)) || english;
};

/** The two letters of a country by its number. */
export const regionOf = (id: string | number): string | undefined =>
  new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region;

const read = async (detail: Detail): Promise<readonly Country[]> => {
  const topology = await loadTopology(detail);
  return feature(topology, topology.objects.countries).features.map(({ id, geometry, properties }) => {
    const shape = geometry as Polygon | MultiPolygon;
    const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
    const boxes = parts.map((rings) => boxOf(rings[0] as Ring));
    const largest = boxes.reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a));
    return {
      id: id === undefined ? undefined : String(id),
      name: nameIn(id, properties.name),
      geometry: shape,
      box: join(boxes),
      middle: [(largest[0] + largest[2]) / 2, (largest[1] + largest[3]) / 2],
    };
  });
};

/** The world's countries at one level of detail, fetched once and from this origin alone. */
export const loadAtlas = (detail: Detail): Promise<readonly Country[]> => once(loaded, detail, () => read(detail));
