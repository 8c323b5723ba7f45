import { type GeoProjection, geoAzimuthalEquidistant, geoEqualEarth } from 'd3-geo';
import { antipodeKm, at, distanceKm, earthRadiusKm, type Place } from './earth.ts';

/** A map of a size in px, and what it shows. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly projection: GeoProjection;
  readonly kmPerPx: number;
  /** From the left edge to the right one. */
  readonly kmAcross: number;
  readonly centre: Place;
}

/** A map that shows less than this has names of cities. */
export const citiesKm = 420;

const leastKmAcross = 60;
const mostKmAcross = 6000;
/** The map is drawn this far beyond its frame, so that no end of a clipped line shows. */
const bleedPx = 12;

/** A map on which distances from the centre are true. The centre is drawn at `middle`. */
export const azimuthal = (
  centre: Place,
  width: number,
  height: number,
  pxPerKm: number,
  middle: readonly [number, number],
  clipDegrees: number,
): View => ({
  width,
  height,
  centre,
  kmPerPx: 1 / pxPerKm,
  kmAcross: width / pxPerKm,
  projection: geoAzimuthalEquidistant()
    .rotate([-centre.longitude, -centre.latitude])
    .translate([middle[0], middle[1]])
    .scale(pxPerKm * earthRadiusKm)
    .precision(0.4)
    .clipAngle(clipDegrees)
    .clipExtent([
      [-bleedPx, -bleedPx],
      [width + bleedPx, height + bleedPx],
    ]),
});

/**
 * A map around a place, such as the claim: circles around it are true circles. The radius `fitKm` takes `share` of the height,
 * so that what surrounds the circle is seen too.
 */
export const localView = (
  centre: Place,
  fitKm: number,
  width: number,
  height: number,
  share = 0.17,
  [least, most]: readonly [number, number] = [leastKmAcross, mostKmAcross],
): View => {
  const wanted = (height * share) / Math.max(fitKm, 0.1);
  const pxPerKm = Math.min(width / least, Math.max(width / most, wanted));
  const diagonalKm = Math.hypot(width, height) / 2 / pxPerKm;
  const clip = Math.min(179, (diagonalKm / earthRadiusKm) * (180 / Math.PI) * 1.1 + 1);
  return azimuthal(centre, width, height, pxPerKm, [width / 2, height / 2], clip);
};

/** Share of the way from estimate to claim that lies in the middle of the map: the discs are around the estimate. */
const balance = 0.3;

/** Around the estimate, with the claim inside: the line between them is straight and to scale. */
export const refutedView = (estimate: Place, claim: Place, width: number, height: number): View => {
  const apartKm = Math.max(1, distanceKm(estimate, claim));
  const probe = geoAzimuthalEquidistant()
    .rotate([-estimate.longitude, -estimate.latitude])
    .translate([0, 0])
    .scale(earthRadiusKm);
  const [dx, dy] = probe(at(claim)) ?? [apartKm, 0];
  const reach = 1 - balance;
  const pxPerKm = Math.min(
    (width * 0.4) / Math.max(1, Math.abs(dx) * reach),
    (height * 0.38) / Math.max(1, Math.abs(dy) * reach),
    width / leastKmAcross,
  );
  const degreesOf = (km: number) => (km / earthRadiusKm) * (180 / Math.PI);
  // Near views must not project the far side of the Earth: at their scale it is millions of pixels away.
  const seen = degreesOf(Math.hypot(width, height) / pxPerKm) * 1.1 + 1;
  const clip = Math.min(179.9, seen, Math.max(156, degreesOf(apartKm) + 8));
  const middle = [width / 2 - dx * balance * pxPerKm, height / 2 - dy * balance * pxPerKm] as const;
  return azimuthal(estimate, width, height, pxPerKm, middle, clip);
};

const north = 78;
const south = -57;

/** The whole world without the poles, equal areas. */
export const worldView = (width: number): View => {
  const unit = geoEqualEarth().scale(1).translate([0, 0]);
  const top = -(unit([0, north])?.[1] ?? -1);
  const bottom = unit([0, south])?.[1] ?? 1;
  const half = unit([180, 0])?.[0] ?? 2.7;
  const scale = width / (2 * half * 0.965);
  const height = Math.round((top + bottom) * scale);
  return {
    width,
    height,
    centre: { latitude: 0, longitude: 0 },
    kmPerPx: (2 * antipodeKm) / width,
    kmAcross: 2 * antipodeKm,
    projection: geoEqualEarth()
      .scale(scale)
      .translate([width / 2, top * scale])
      .precision(0.4)
      .clipExtent([
        [-bleedPx, -bleedPx],
        [width + bleedPx, height + bleedPx],
      ]),
  };
};

/** Part of the world in equal areas: what an inset of the world map shows. */
export const regionView = (
  west: number,
  south_: number,
  east: number,
  north_: number,
  width: number,
  height: number,
): View => {
  const projection = geoEqualEarth()
    .rotate([-(west + east) / 2, 0])
    .fitExtent(
      [
        [0, 0],
        [width, height],
      ],
      {
        type: 'MultiPoint',
        coordinates: [
          [west, south_],
          [west, north_],
          [east, south_],
          [east, north_],
        ],
      },
    )
    .clipExtent([
      [-bleedPx, -bleedPx],
      [width + bleedPx, height + bleedPx],
    ]);
  const centre = { latitude: (south_ + north_) / 2, longitude: (west + east) / 2 };
  const kmAcross = distanceKm({ ...centre, longitude: west }, { ...centre, longitude: east });
  return { width, height, projection, centre, kmAcross, kmPerPx: kmAcross / width };
};

/** A round number of km whose bar is at most so long, and at least 0.4 of that. */
export const scaleBarKm = (kmPerPx: number, mostPx = 130): number => {
  const most = kmPerPx * mostPx;
  const ten = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((it) => it * ten).find((it) => it <= most) ?? ten;
};

/** Degrees between lines of the graticule. At most seven such steps fit across the map, unless it shows the world. */
export const graticuleStep = (kmAcross: number): number => {
  const degrees = kmAcross / 111;
  return [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30].find((it) => degrees / it <= 7) ?? 30;
};
