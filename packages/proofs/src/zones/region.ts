import type { Place } from '../geo.ts';
import type { AllowedPlaces } from './allowed-places.ts';
import { type Box, type Cap, capAround } from './spherical-box.ts';

/** Longitude and latitude in degrees, as GeoJSON has them. */
export type Point = readonly [longitude: number, latitude: number];

/**
 * A line of a border. Between two points it is straight in longitude and latitude. Longitudes of neighbours differ by at most
 * half a turn, so a line may leave -180 … 180.
 */
export interface Line {
  /** Longitude, latitude, longitude, latitude, … */
  readonly points: Float64Array;
  readonly box: Box;
  readonly runs: readonly Run[];
}

/** Some edges of a line, from point `first` to point `last`. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly box: Box;
  readonly cap: Cap;
}

/** Edges in a run. They are few enough to look at each of them, and enough to skip most of a border at once. */
const edgesInRun = 32;

export function lineOf(points: readonly Point[]): Line {
  const flat = new Float64Array(2 * points.length);
  for (const [i, [longitude, latitude]] of points.entries()) {
    flat[2 * i] = longitude;
    flat[2 * i + 1] = latitude;
  }
  const runs: Run[] = [];
  for (let first = 0; first < points.length - 1; first += edgesInRun) {
    const last = Math.min(points.length - 1, first + edgesInRun);
    const box = boxAround(flat, first, last);
    runs.push({ first, last, box, cap: capAround(box) });
  }
  return { points: flat, runs, box: boxAround(flat, 0, points.length - 1) };
}

function boxAround(points: Float64Array, first: number, last: number): Box {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  for (let i = first; i <= last; i++) {
    const [longitude, latitude] = [points[2 * i] as number, points[2 * i + 1] as number];
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** A part of the Earth's surface, by the lines around it. */
export class Region {
  readonly lines: readonly Line[];
  readonly #holdsNorthPole: boolean;
  /** The runs over each degree of longitude. */
  #columns: (readonly [points: Float64Array, run: Run, turn: number])[][] | undefined;

  constructor(lines: readonly Line[], holdsNorthPole = false) {
    this.lines = lines;
    this.#holdsNorthPole = holdsNorthPole;
  }

  /** On the way from the north pole to a place, each crossing of the border leads in or out. */
  holds({ latitude, longitude: given }: Place): boolean {
    this.#columns ??= columnsOf(this.lines);
    // A line may go on beyond 180°. Its places are looked up within -180 … 180.
    const longitude = given > 180 || given < -180 ? given - 360 * Math.round(given / 360) : given;
    let isIn = this.#holdsNorthPole;
    for (const [points, { first, last, box }, turn] of this.#columns[columnOf(longitude)] ?? [])
      if (latitude <= box.north && crossesOddly(points, first, last, longitude + turn, latitude)) isIn = !isIn;
    return isIn;
  }

  /** Whether the border may pass through a box. If it is false, the box is wholly in the region or wholly out of it. */
  mayDivide({ west, south, east, north }: Box): boolean {
    if (east - west > 1) return true;
    this.#columns ??= columnsOf(this.lines);
    const [first, last] = [Math.floor(west), Math.floor(east)];
    for (let column = first; column <= last; column++)
      for (const [, { box }] of this.#columns[columnOf(column)] ?? [])
        if (box.south <= north && box.north >= south) return true;
    return false;
  }
}

const columnOf = (longitude: number): number => ((Math.floor(longitude) % 360) + 360) % 360;

function columnsOf(lines: readonly Line[]): (readonly [Float64Array, Run, number])[][] {
  const columns = Array.from({ length: 360 }, (): (readonly [Float64Array, Run, number])[] => []);
  for (const { points, runs } of lines) {
    for (const run of runs) {
      // Places are looked up within -180 … 180. A run that lies beyond is entered there too, moved by a turn.
      for (const turn of [-360, 0, 360]) {
        const [from, to] = [Math.max(-180, run.box.west - turn), Math.min(180, run.box.east - turn)];
        for (let column = Math.floor(from); column <= Math.floor(to); column++)
          columns[columnOf(column)]?.push([points, run, turn]);
      }
    }
  }
  return columns;
}

/** Whether an odd number of the edges lies north of the point. */
function crossesOddly(points: Float64Array, first: number, last: number, x: number, y: number): boolean {
  let isOdd = false;
  for (let i = first; i < last; i++) {
    const [ax, ay] = [points[2 * i] as number, points[2 * i + 1] as number];
    const [bx, by] = [points[2 * i + 2] as number, points[2 * i + 3] as number];
    if (ax > x !== bx > x && y < ay + ((x - ax) / (bx - ax)) * (by - ay)) isOdd = !isOdd;
  }
  return isOdd;
}

/** A side of a border: which places count, and whether all places of a box are on one side. */
export interface Side {
  holds(place: Place): boolean;
  mayDivide(box: Box): boolean;
}

const everywhere: Side = { holds: () => true, mayDivide: () => false };

/**
 * The first place found at which the lines may meet the allowed places, among the places on this side. If none is found, they do not
 * meet. A piece of a border that too few discs reach is left out. Other pieces are halved until they are very short, or surely meet.
 * When `allowed` has been compared with too many pieces, the next piece counts as a meeting.
 */
export function meetingOf(lines: readonly Line[], allowed: AllowedPlaces, side: Side = everywhere): Place | undefined {
  for (const { points, runs } of lines) {
    for (const { first, last, cap } of runs) {
      if (!allowed.mayMeet(cap)) continue;
      for (let i = 2 * first; i < 2 * last; i += 2) {
        const [ax, ay] = [points[i] as number, points[i + 1] as number];
        const [bx, by] = [points[i + 2] as number, points[i + 3] as number];
        if (isPole(ay, by)) continue;
        const place = meetingOfEdge(ax, ay, bx, by, allowed, side);
        if (place) return place;
      }
    }
  }
  return undefined;
}

/** A piece of an edge that reaches less than this from its middle (about 110 m) is not halved further. */
const pieceDegrees = 0.001;

function meetingOfEdge(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  allowed: AllowedPlaces,
  side: Side,
): Place | undefined {
  const box = { west: Math.min(ax, bx), east: Math.max(ax, bx), south: Math.min(ay, by), north: Math.max(ay, by) };
  const cap = capAround(box);
  if (!allowed.mayMeet(cap)) return undefined;
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const place = { latitude: y, longitude: x };
  if (--allowed.piecesLeft < 0) return place;
  const isShort = cap.radius < pieceDegrees;
  if ((isShort || allowed.holds(cap.centre)) && side.holds(place)) return place;
  if (isShort || (!side.holds(place) && !side.mayDivide(box))) return undefined;
  return meetingOfEdge(ax, ay, x, y, allowed, side) ?? meetingOfEdge(x, y, bx, by, allowed, side);
}

/** On a map the pole is a line; on Earth it is a point, and nobody's border. */
const isPole = (ay: number, by: number): boolean => ay === by && Math.abs(ay) === 90;
