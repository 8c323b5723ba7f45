import { geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Box } from './boxes.ts';
import { useCities } from './cities.ts';
import { MapText } from './marks.tsx';
import { citiesOf } from './towns.ts';
import { citiesKm, type View } from './views.ts';
import { smooth, useWaters } from './waters.ts';

interface TownsProps {
  readonly view: View;
  readonly avoid: readonly { readonly x: number; readonly y: number }[];
  readonly taken: readonly Box[];
}

/** Lakes and rivers: what there is to see of a place that is smaller than a country. */
export const Waters = ({ view }: { view: View }): JSX.Element => {
  const waters = useWaters(view.centre, true);
  const wet = useMemo(() => {
    if (!waters) return undefined;
    const path = geoPath(view.projection).digits(1);
    return { lakes: path(waters.lakes) ?? '', rivers: smooth(path(waters.rivers) ?? '') };
  }, [view, waters]);
  return (
    <g>
      {wet && <path d={wet.lakes} class="lake" />}
      {wet && <path d={wet.rivers} class="river" />}
    </g>
  );
};

/** The largest cities that there is room for. */
export const Towns = ({ view, avoid, taken }: TownsProps): JSX.Element => {
  const isNear = view.kmAcross < citiesKm;
  const cities = useCities(isNear);
  const towns = useMemo(
    () => (cities && isNear ? citiesOf(cities.list, view, avoid, taken) : []),
    [cities, isNear, view, avoid, taken],
  );
  return (
    <g>
      {towns.map(({ x, y, text, label }) => (
        <g key={`${text} ${x}`}>
          <rect class="mark" x={x - 1.6} y={y - 1.6} width="3.2" height="3.2" fill="var(--ink3)" />
          <MapText {...label} class="city">
            {text}
          </MapText>
        </g>
      ))}
    </g>
  );
};
