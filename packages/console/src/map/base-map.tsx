import { geoGraticule, geoPath } from 'd3-geo';
import type { GeometryCollection, MultiLineString } from 'geojson';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { inDigits } from '../words/language.ts';
import { say } from '../words/say.ts';
import type { Country } from './atlas.ts';
import { type Box, textWidth } from './boxes.ts';
import { earthRadiusKm } from './earth.ts';
import { MapText } from './marks.tsx';
import { countryBox, type Name, namesOf } from './names.ts';
import { graticuleStep, type View } from './views.ts';

/** Degrees around its centre that a map may show. Undefined for one of half the world or more: it may show everything. */
const reachOf = (view: View): { readonly high: number; readonly wide: number } | undefined => {
  if (view.kmAcross > 9000) return undefined;
  const high = ((Math.hypot(view.width, view.height) * view.kmPerPx) / earthRadiusKm) * (180 / Math.PI);
  const northmost = Math.min(85, Math.abs(view.centre.latitude) + high);
  return { high, wide: high / Math.max(0.15, Math.cos((northmost * Math.PI) / 180)) };
};

/** Countries that can be seen. The others are not projected, which at the finest detail would be most of the work. */
export const inView = (countries: readonly Country[], view: View): readonly Country[] => {
  const reach = reachOf(view);
  if (!reach) return countries;
  const { high, wide } = reach;
  const { latitude, longitude } = view.centre;
  return countries.filter(({ box: [west, south, east, north] }) => {
    if (north < latitude - high || south > latitude + high) return false;
    if (east - west > 300 || wide > 150) return true;
    return [-360, 0, 360].some((turn) => east + turn > longitude - wide && west + turn < longitude + wide);
  });
};

/** Meridians and parallels around the centre. Those of the whole world are thousands of lines on a map of a few kilometres. */
export const graticuleOf = (view: View): MultiLineString => {
  const step = graticuleStep(view.kmAcross);
  const graticule = geoGraticule().step([step, step]).precision(Math.min(1, step));
  const reach = reachOf(view);
  if (!reach || reach.wide > 150) return graticule();
  const { latitude, longitude } = view.centre;
  return graticule.extent([
    [longitude - reach.wide - step, Math.max(-90, latitude - reach.high - step)],
    [longitude + reach.wide + step, Math.min(90, latitude + reach.high + step)],
  ])();
};

interface BaseMapProps {
  readonly view: View;
  readonly countries: readonly Country[];
  readonly ticks?: boolean;
  readonly names?: boolean;
  /** Marks that names keep away from. */
  readonly avoid?: readonly { readonly x: number; readonly y: number }[];
  /** Labels and insets that names leave room for. */
  readonly taken?: readonly Box[];
  /** Drawn above the land and below the names, so that circles do not cross names out. */
  readonly children?: ComponentChildren;
}

type NearDetails = typeof import('./near-details.tsx');

/** Below this, a map shows lakes and rivers. */
const nearKm = 1500;

/** Loaded when a map is near enough. The first page shows the whole world, and needs none of it. */
const useNearDetails = (when: boolean): NearDetails | undefined => {
  const [details, setDetails] = useState<NearDetails>();
  useEffect(() => {
    if (!when) return;
    let current = true;
    // A map without rivers still shows everything that was measured.
    import('./near-details.tsx').then(
      (it) => current && setDetails(it),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [when]);
  return when ? details : undefined;
};

const nowhere: readonly never[] = [];

/** Sea, land, graticule and borders, what lies on them, names and the ticks at the frame. */
export const BaseMap = ({
  view,
  countries,
  ticks = false,
  names = false,
  avoid = nowhere,
  taken = nowhere,
  children,
}: BaseMapProps): JSX.Element => {
  const drawn = useMemo(() => {
    const path = geoPath(view.projection).digits(1);
    const seen = inView(countries, view);
    const shapes: GeometryCollection = { type: 'GeometryCollection', geometries: seen.map((it) => it.geometry) };
    const step = graticuleStep(view.kmAcross);
    return {
      land: path(shapes) ?? '',
      lines: path(graticuleOf(view)) ?? '',
      ticks: ticks ? ticksOf(view, step) : [],
      names: names ? namesOf(seen, view, avoid, taken) : [],
    };
  }, [view, countries, ticks, names, avoid, taken]);
  const near = useNearDetails(view.kmAcross < nearKm);
  const allTaken = useMemo(() => [...taken, ...drawn.names.map(countryBox)], [taken, drawn]);
  return (
    <g>
      <rect width={view.width} height={view.height} fill="var(--sea)" />
      <path d={drawn.land} fill="var(--land)" stroke="var(--border)" stroke-width="0.8" stroke-linejoin="round" />
      {near && <near.Waters view={view} />}
      <path d={drawn.lines} fill="none" stroke="var(--graticule)" stroke-width="1" />
      {children}
      {near && names && <near.Towns view={view} avoid={avoid} taken={allTaken} />}
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

interface Tick extends Name {
  readonly anchor: 'start' | 'middle';
  readonly mark: string;
}

export const degrees = (value: number, positive: string, negative: string, step: number): string =>
  `${inDigits(Math.abs(value).toFixed(step < 1 ? 1 : 0))}°${value === 0 ? '' : value > 0 ? positive : negative}`;

/** Where meridians meet the bottom of the frame, and parallels its left side. */
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
        text: degrees(wrapped, say('E'), say('W'), step),
        anchor: 'middle',
        mark: `M${x} ${height}v-5`,
      });
    }
    const latitude = near(centre.latitude) + i * step;
    const y = crossing((it) => projection.invert?.([1, it])?.[1], latitude, height, 0);
    if (y !== undefined && y > 30 && y < height - 26 && Math.abs(latitude) < 90)
      found.push({
        x: 9,
        y: y + 4,
        text: degrees(latitude, say('N'), say('S'), step),
        anchor: 'start',
        mark: `M0 ${y}h5`,
      });
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

/** The room that the ticks at the frame take. */
export const tickBoxes = (view: View): Box[] =>
  ticksOf(view, graticuleStep(view.kmAcross)).map(({ x, y, text, anchor }) => {
    const width = textWidth(text, 11) + 6;
    return { x: anchor === 'start' ? x - 3 : x - width / 2, y: y - 12, width, height: 16 };
  });
