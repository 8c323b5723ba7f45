import { geoAzimuthalEquidistant, geoCentroid } from 'd3-geo';
import { at, distanceKm, earthRadiusKm, type Place, pointAt } from './earth.ts';
import { azimuthal, localView, type View } from './views.ts';

export interface ZoneFrame {
  /** Where the answers come from, or the claim where there are none. */
  readonly centre: Place;
  readonly claim: Place;
  /** How far from the centre the answers allow the prover to be. */
  readonly reachKm?: number | undefined;
  /** Points of the zone's edge. */
  readonly edge: readonly Place[];
}

/** How far the map reaches around a claim about which nothing was measured yet. */
const aroundKm = 420;
const leastKm = 60;
/** If the claim or the nearest edge is further away than this, the map shows the whole body of the zone. */
const nearKm = 1500;
/** Parts of a zone, such as islands, that are further than this from its middle are not its body. */
const bodyKm = 2500;
const reachShare = 0.28;
const seenShare = 0.42;

/**
 * The prover, its claim and the zone in one map. If the prover is near the edge of its zone, the map is around the prover and
 * reaches to the nearest edge. If it is far away, the map shows the body of the zone too.
 */
export const zoneView = ({ centre, claim, reachKm, edge }: ZoneFrame, width: number, height: number): View => {
  const toEdgeKm = edge.reduce((least, it) => Math.min(least, distanceKm(centre, it)), Number.POSITIVE_INFINITY);
  const seenKm = Math.max(distanceKm(centre, claim), Number.isFinite(toEdgeKm) ? toEdgeKm : 0);
  const reach = Math.max(leastKm, reachKm ?? aroundKm);
  if (seenKm > nearKm) {
    const around = Array.from({ length: 8 }, (_, i) => placeOf(pointAt(centre, (i * Math.PI) / 4, reach)));
    return fitView([...around, centre, claim], bodyOf(edge), width, height);
  }
  const seen = (seenKm * reachShare * height) / (seenShare * Math.min(width, height));
  return localView(centre, Math.max(reach, seen), width, height, reachShare, [60, 20_000]);
};

const placeOf = ([longitude, latitude]: readonly [number, number]): Place => ({ latitude, longitude });
const middleOf = (places: readonly Place[]): Place =>
  placeOf(geoCentroid({ type: 'MultiPoint', coordinates: places.map(at) }));

const bodyOf = (edge: readonly Place[]): readonly Place[] => {
  if (edge.length === 0) return [];
  const middle = middleOf(edge);
  const body = edge.filter((it) => distanceKm(middle, it) < bodyKm);
  return body.length > 0 ? body : edge.slice(0, 1);
};

const filled = 0.84;

/** Everything in one map, around the middle between the two groups. */
const fitView = (own: readonly Place[], body: readonly Place[], width: number, height: number): View => {
  const centre = middleOf([middleOf(own), ...(body.length > 0 ? [middleOf(body)] : [])]);
  const probe = geoAzimuthalEquidistant()
    .rotate([-centre.longitude, -centre.latitude])
    .translate([0, 0])
    .scale(earthRadiusKm);
  const points = [...own, ...body].flatMap((it) => [probe(at(it)) ?? []]);
  const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [west, east] = ends(points.map(([x = 0]) => x));
  const [north, south] = ends(points.map(([, y = 0]) => y));
  const pxPerKm = Math.min((width * filled) / (east - west), (height * filled) / (south - north));
  const middle = [width / 2 - ((west + east) / 2) * pxPerKm, height / 2 - ((north + south) / 2) * pxPerKm] as const;
  const seen = ((Math.hypot(width, height) / pxPerKm / earthRadiusKm) * 180) / Math.PI;
  return azimuthal(centre, width, height, pxPerKm, middle, Math.min(179.9, seen * 1.1 + 1));
};
