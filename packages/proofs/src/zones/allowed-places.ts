import { cosDegrees, squaredChord, type Vector, vectorOf } from '../fixed-math.ts';
import { earthRadiusKm, type Place } from '../geo.ts';
import { type Cap, capOf } from './spherical-box.ts';

/** The prover is in this disc if the challenger is honest. */
export interface Disc {
  readonly centre: Place;
  readonly radiusKm: number;
}

const degreesPerKm = 180 / (Math.PI * earthRadiusKm);
/** Distances on the sphere differ from those on the ellipsoid by at most this share. */
const ellipsoidShare = 0.0057;
/**
 * Caps are counted this much wider (about 220 m) than the caps from which witnesses are computed. Witnesses are exact to 30 m, and
 * pieces of borders reach at most 110 m from their middle. So rounding can add places to the set, but never take one away.
 */
const guardDegrees = 0.002;
/**
 * Centres are moved to a grid. So two of them are either the same, or far enough apart that the points where their circles meet are
 * exact.
 */
const gridDegrees = 0.01;
/** A disc that leaves out less than a degree around its antipode counts as the whole sphere. */
const almostAllDegrees = 179;
/** The least radius of a disc. Nobody states a place more precisely. */
const leastKm = 1;

/**
 * The most pieces of borders that are looked at. The borders of the world need a few thousand. A polygon that is drawn to keep a judge
 * busy needs more; it would hold up the verdicts of everybody else.
 */
const mostPieces = 25_000;

/**
 * The places that are in at least `needed` of the discs. The set is computed a little too large, never too small. Only sums, products
 * and square roots decide, so every machine gets the same result bit for bit.
 */
export class AllowedPlaces {
  readonly #needed: number;
  readonly #exact: readonly Cap[];
  readonly #guarded: readonly Cap[];
  /** How many more pieces of borders may be compared with the set. Below zero the verdict stays open. */
  piecesLeft = mostPieces;

  /** `marginKm` is added to every disc. The borders that the set is compared with may be off by as much. */
  constructor(discs: readonly Disc[], needed: number, marginKm: number) {
    const caps = discs.map(({ centre, radiusKm }) => {
      const { place, movedDegrees } = toGrid(centre);
      const reachDegrees = (Math.max(leastKm, radiusKm) * (1 + ellipsoidShare) + marginKm) * degreesPerKm;
      return capOf(vectorOf(place), reachDegrees + movedDegrees);
    });
    this.#exact = caps.filter((it) => it.radius < almostAllDegrees);
    this.#needed = needed - (caps.length - this.#exact.length);
    this.#guarded = this.#exact.map(({ centre, radius }) => capOf(centre, radius + guardDegrees));
  }

  /** True if nothing is ruled out. */
  get isEverywhere(): boolean {
    return this.#needed <= 0;
  }

  /** Whether a place is allowed. */
  holds(place: Vector): boolean {
    return this.#depth(place, 1, 0) >= this.#needed;
  }

  /** Whether some place of the cap may be allowed. If it is false, none is. */
  mayMeet({ centre, radius, cos, sin }: Cap): boolean {
    return radius >= 90 || this.#depth(centre, cos, sin) >= this.#needed;
  }

  /**
   * How many discs come within an angle of the place. The angle is given by its cosine and sine. Counting stops when the outcome is
   * clear.
   */
  #depth({ x, y, z }: Vector, cos: number, sin: number): number {
    const discs = this.#guarded;
    let depth = 0;
    for (let i = 0; i < discs.length; i++) {
      const disc = discs[i] as Cap;
      const { centre } = disc;
      // The sine of both radii together is negative beyond a half turn: such a disc and cap always meet.
      const isAll = disc.cos < 0 && cos * disc.sin + sin * disc.cos < 0;
      if (isAll || x * centre.x + y * centre.y + z * centre.z >= disc.cos * cos - disc.sin * sin) {
        if (++depth >= this.#needed) return depth;
      } else if (depth + discs.length - i - 1 < this.#needed) return depth;
    }
    return depth;
  }

  /**
   * Places of the set, at least one in each of its parts. The edge of a part is a whole circle, or it runs along one circle until that
   * meets another. So the meeting points and one point of each circle are enough.
   */
  witnesses(): Vector[] {
    const circles = this.#exact;
    const points: Vector[] = [];
    for (let i = 0; i < circles.length; i++) {
      const one = circles[i] as Cap;
      points.push(pointOf(one));
      for (let j = i + 1; j < circles.length; j++) points.push(...meetings(one, circles[j] as Cap));
    }
    return points.filter((it) => this.holds(it));
  }
}

/** The nearest point of a grid with about 0.01° between its points, and how far away it is at most. */
function toGrid({ latitude, longitude }: Place): { place: Place; movedDegrees: number } {
  const row = Math.round(latitude / gridDegrees) * gridDegrees;
  const perTurn = 2 * Math.max(1, Math.floor((180 / gridDegrees) * cosDegrees(row)));
  const step = 360 / perTurn;
  const place = { latitude: row, longitude: Math.round(longitude / step) * step };
  const [a, b] = [vectorOf({ latitude, longitude }), vectorOf(place)];
  const chord = Math.sqrt(squaredChord(a, b));
  // The chord of so small an angle is the angle, to one part in a thousand.
  return { place, movedDegrees: chord * (180 / Math.PI) * 1.001 };
}

/** Some point of a cap's circle. */
function pointOf({ centre, cos, sin }: Cap): Vector {
  const across = unit(cross(centre, Math.abs(centre.z) < 0.9 ? { x: 0, y: 0, z: 1 } : { x: 1, y: 0, z: 0 }));
  return sum(scaled(centre, cos), scaled(across, sin));
}

/**
 * Circles whose centres are this close together, or this close to opposite, are parallel. The grid keeps other centres further
 * apart.
 */
const parallelSin = 1e-6;
/** Circles that miss each other by this little, measured as a cosine on the first one, count as touching. */
const touching = 1e-6;

/** Where two circles meet: on the first one, left and right of the direction to the second centre. */
function meetings(one: Cap, other: Cap): Vector[] {
  const sideways = cross(one.centre, other.centre);
  const apartSin = Math.sqrt(dot(sideways, sideways));
  if (apartSin < parallelSin || one.sin === 0) return [];
  const left = scaled(sideways, 1 / apartSin);
  const towards = cross(left, one.centre);
  const apartCos = dot(one.centre, other.centre);
  const cos = (other.cos - apartCos * one.cos) / (apartSin * one.sin);
  if (Math.abs(cos) > 1 + touching) return [];
  const along = Math.max(-1, Math.min(1, cos));
  const aside = Math.sqrt(1 - along * along);
  const ahead = sum(scaled(one.centre, one.cos), scaled(towards, one.sin * along));
  const off = scaled(left, one.sin * aside);
  return [sum(ahead, off), sum(ahead, scaled(off, -1))];
}

const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y + a.z * b.z;
const scaled = (a: Vector, by: number): Vector => ({ x: a.x * by, y: a.y * by, z: a.z * by });
const sum = (a: Vector, b: Vector): Vector => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
const cross = (a: Vector, b: Vector): Vector => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});
const unit = (a: Vector): Vector => scaled(a, 1 / Math.sqrt(dot(a, a)));
