import { type Topology, zoneMapOf } from '@trigpoint/proofs/zone-map';

const width = 318;
const height = 232;
const kmPerDegree = 111.2;

/** The zone, and how far from the claim the prover can have been. */
export const zoneMap = (
  atlas: Topology,
  place: { readonly latitude: number; readonly longitude: number },
  zone: string | undefined,
  radiusKm: number | null,
): string => {
  const halfKm = Math.max(320, Math.min(2_500, 1.9 * (radiusKm ?? 300)));
  const perKm = height / 2 / halfKm;
  const squeeze = Math.max(0.2, Math.cos((place.latitude * Math.PI) / 180));
  const [x, y] = [
    (longitude: number) => width / 2 + (longitude - place.longitude) * kmPerDegree * squeeze * perKm,
    (latitude: number) => height / 2 - (latitude - place.latitude) * kmPerDegree * perKm,
  ];
  const reachX = ((halfKm / kmPerDegree / squeeze) * width) / height;
  const reachY = halfKm / kmPerDegree;
  const { longitude, latitude } = place;
  const box = [longitude - reachX, latitude - reachY, longitude + reachX, latitude + reachY] as const;
  const { countries, outline } = zoneMapOf(atlas, zone, box);
  const pathOf = (points: readonly (readonly [number, number])[], close: string) => {
    const near = thinned(points.map(([lon, lat]) => [x(lon), y(lat)] as const));
    return `M${near.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}${close}`;
  };
  const land = countries.map(({ rings, isInside }) => {
    const d = rings.map((ring) => pathOf(ring, 'Z')).join('');
    return `<path class="land" d="${d}"/>${isInside ? '' : `<path fill="url(#outside)" d="${d}"/>`}`;
  });
  const border = `<path class="zone" d="${outline.map((line) => pathOf(line, '')).join('')}"/>`;
  const reach = radiusKm === null ? 0 : radiusKm * perKm;
  const fits = reach > 0 && reach < width / 2;
  const circle = fits ? `<circle class="reach" cx="${width / 2}" cy="${height / 2}" r="${reach.toFixed(1)}"/>` : '';
  const label =
    fits && reach > 24
      ? `<path class="measure" d="M${width / 2} ${height / 2 + 8}V${(height / 2 + reach).toFixed(1)}"/><text class="km" x="${width / 2 + 6}" y="${(height / 2 + reach - 8).toFixed(1)}">${radiusKm} km</text>`
      : '';
  const scaleKm = [1_000, 500, 200, 100, 50].find((it) => it * perKm < width / 3) ?? 50;
  const scale = `<path class="scale" d="M14 16h${(scaleKm * perKm).toFixed(1)}M14 12v8M${(14 + scaleKm * perKm).toFixed(1)} 12v8"/><text x="${(20 + scaleKm * perKm).toFixed(1)}" y="20">${scaleKm} km</text>`;
  const mark = `<path class="mark" d="M${width / 2} ${height / 2 - 8}l8 14h-16z"/><text class="claim" x="${width / 2 + 12}" y="${height / 2 + 4}">Claim</text>`;
  return `<svg class="map" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The zone and the claim"><defs><pattern id="outside" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" class="hatch"/></pattern></defs>${land.join('')}${border}${circle}${label}${mark}${scale}</svg>`;
};

/** Points that are less than half a pixel from the one before are left out, and those far outside are brought near. */
const thinned = (points: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
  const kept: (readonly [number, number])[] = [];
  for (const [px, py] of points) {
    const it = [clamp(px, width), clamp(py, height)] as const;
    const last = kept.at(-1);
    if (!last || Math.abs(last[0] - it[0]) + Math.abs(last[1] - it[1]) > 0.7) kept.push(it);
  }
  return kept;
};
const clamp = (value: number, size: number) => Math.max(-2 * size, Math.min(3 * size, value));
