import { geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useCities } from './cities.ts';
import type { Box } from './labels.ts';
import { MapText } from './marks.tsx';
import { citiesOf } from './towns.ts';
import { citiesKm, type View } from './views.ts';
import { smooth, useWaters } from './waters.ts';

interface NearDetailsProps {
  readonly view: View;
  readonly names: boolean;
  readonly avoid: readonly { readonly x: number; readonly y: number }[];
  readonly taken: readonly Box[];
}

/** Lakes, rivers and cities: what there is to see of a place that is smaller than a country. */
export const NearDetails = ({ view, names, avoid, taken }: NearDetailsProps): JSX.Element => {
  const waters = useWaters(view.centre, true);
  const isNamed = names && view.kmAcross < citiesKm;
  const cities = useCities(isNamed);
  const wet = useMemo(() => {
    if (!waters) return undefined;
    const path = geoPath(view.projection).digits(1);
    return { lakes: path(waters.lakes) ?? '', rivers: smooth(path(waters.rivers) ?? '') };
  }, [view, waters]);
  const towns = useMemo(
    () => (cities && isNamed ? citiesOf(cities.list, view, avoid, taken) : []),
    [cities, isNamed, view, avoid, taken],
  );
  return (
    <g>
      {wet && <path d={wet.lakes} class="lake" />}
      {wet && <path d={wet.rivers} class="river" />}
      {towns.map(({ x, y, text, label }) => (
        <g key={`${text} ${x}`}>
          <rect x={x - 1.6} y={y - 1.6} width="3.2" height="3.2" fill="var(--ink3)" />
          <MapText {...label} class="city">
            {text}
          </MapText>
        </g>
      ))}
    </g>
  );
};
