import { geoContains, geoGraticule, geoPath } from 'd3-geo';
import type { GeometryCollection } from 'geojson';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Country } from './atlas.ts';
import { earthRadiusKm } from './earth.ts';
import { MapText } from './marks.tsx';
import { graticuleStep, type View } from './views.ts';

/** Countries that can be seen: the rest is never projected (at 10m that is most of the work). */
export const inView = (countries: readonly Country[], view: View): readonly Country[] => {
  if (view.kmAcross > 9000) return countries;
  const reach = ((Math.hypot(view.width, view.height) * view.kmPerPx) / earthRadiusKm) * (180 / Math.PI);
  const { latitude, longitude } = view.centre;
  const wide = reach / Math.max(0.15, Math.cos((Math.min(85, Math.abs(latitude) + reach) * Math.PI) / 180));
  return countries.filter(({ box: [west, south, east, north] }) => {
    if (north < latitude - reach || south > latitude + reach) return false;
    if (east - west > 300 || wide > 150) return true;
    return [-360, 0, 360].some((turn) => east + turn > longitude - wide && west + turn < longitude + wide);
  });
};

interface BaseMapProps {
  readonly view: View;
  readonly countries: readonly Country[];
  readonly ticks?: boolean;
  readonly names?: boolean;
  /** Marks that names of countries keep away from. */
  readonly avoid?: readonly { readonly x: number; readonly y: number }[];
}

const nowhere: readonly never[] = [];

/** Sea, land, graticule, borders, names and the ticks at the frame. */
export const BaseMap = ({
  view,
  countries,
  ticks = false,
  names = false,
  avoid = nowhere,
}: BaseMapProps): JSX.Element => {
  const drawn = useMemo(() => {
    const path = geoPath(view.projection).digits(1);
    const seen = inView(countries, view);
    const shapes: GeometryCollection = { type: 'GeometryCollection', geometries: seen.map((it) => it.geometry) };
    const step = graticuleStep(view.kmAcross);
    return {
      land: path(shapes) ?? '',
      lines: path(geoGraticule().step([step, step]).precision(1)()) ?? '',
      ticks: ticks ? ticksOf(view, step) : [],
      names: names ? namesOf(seen, view, avoid) : [],
    };
  }, [view, countries, ticks, names, avoid]);
  return (
    <g>
      <rect width={view.width} height={view.height} fill="var(--sea)" />
      <path d={drawn.land} fill="var(--land)" stroke="var(--border)" stroke-width="0.8" stroke-linejoin="round" />
      <path d={drawn.lines} fill="none" stroke="var(--graticule)" stroke-width="1" />
      {drawn.names.map(({ x, y, text }) => (
        <MapText key={text} x={x} y={y} anchor="middle" class="country">
          {text}
        </MapText>
      ))}
      {drawn.ticks.map(({ x, y, text, anchor, mark }) => (
        <g key={`${text} ${x} ${y}`}>
          <path d={mark} stroke="var(--ink3)" />
          <MapText x={x} y={y} anchor={anchor} class="tick">
            {text}
          </MapText>
        </g>
      ))}
    </g>
  );
};

interface Name {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const mostNames = 6;

export const namesOf = (
  countries: readonly Country[],
  view: View,
  avoid: readonly { x: number; y: number }[],
): Name[] => {
  const margin = 46;
  return countries
    .flatMap(({ name, geometry, middle, box }): (Name & { area: number })[] => {
      const point = view.projection([middle[0], middle[1]]);
      if (!point || name.length > 16) return [];
      const [x, y] = point;
      if (avoid.some((it) => Math.abs(it.x - x) < 72 && Math.abs(it.y - y) < 22)) return [];
      if (x < margin || y < 30 || x > view.width - margin || y > view.height - 30) return [];
      // The middle of a country's box may lie in its neighbour.
      if (!geoContains(geometry, [middle[0], middle[1]])) return [];
      return [{ x, y, text: name.toUpperCase(), area: (box[2] - box[0]) * (box[3] - box[1]) }];
    })
    .sort((a, b) => b.area - a.area)
    .reduce<Name[]>((kept, it) => {
      const clear = kept.every((other) => Math.abs(other.x - it.x) > 90 || Math.abs(other.y - it.y) > 24);
      if (clear && kept.length < mostNames) kept.push(it);
      return kept;
    }, []);
};

interface Tick extends Name {
  readonly anchor: 'start' | 'middle';
  readonly mark: string;
}

export const degrees = (value: number, positive: string, negative: string, step: number): string =>
  `${Math.abs(value).toFixed(step < 1 ? 1 : 0)}°${value === 0 ? '' : value > 0 ? positive : negative}`;

/** Where meridians leave at the bottom and parallels at the left. */
export const ticksOf = (view: View, step: number): Tick[] => {
  const { projection, width, height, centre } = view;
  if (!projection.invert || view.kmAcross > 6500) return [];
  const found: Tick[] = [];
  const near = (value: number) => Math.round(value / step) * step;
  for (let i = -8; i <= 8; i++) {
    const longitude = near(centre.longitude) + i * step;
    const x = crossing((it) => projection.invert?.([it, height - 1])?.[0], longitude, 0, width);
    if (x !== undefined && x > 56 && x < width - 24) {
      const wrapped = ((longitude + 540) % 360) - 180;
      found.push({
        x,
        y: height - 8,
        text: degrees(wrapped, 'E', 'W', step),
        anchor: 'middle',
        mark: `M${x} ${height}v-5`,
      });
    }
    const latitude = near(centre.latitude) + i * step;
    const y = crossing((it) => projection.invert?.([1, it])?.[1], latitude, height, 0);
    if (y !== undefined && y > 30 && y < height - 26 && Math.abs(latitude) < 90)
      found.push({ x: 9, y: y + 4, text: degrees(latitude, 'N', 'S', step), anchor: 'start', mark: `M0 ${y}h5` });
  }
  return found;
};

/** Finds, by bisection between the ends of a frame's side, where `read` has the value; undefined if it never has. */
const crossing = (
  read: (at: number) => number | undefined,
  value: number,
  from: number,
  to: number,
): number | undefined => {
  let [low, high] = [from, to];
  const [a, b] = [read(low), read(high)];
  if (a === undefined || b === undefined || a > value || b < value || b - a > 180) return undefined;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if ((read(middle) ?? value) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};
