import { geoPath } from 'd3-geo';
import type { Polygon } from 'geojson';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { Country } from './atlas.ts';
import { inView } from './base-map.tsx';
import type { View } from './views.ts';
import { Hatch } from './zone-layer.tsx';
import type { DrawnZone } from './zones.ts';

interface AllowedSetProps {
  readonly view: View;
  readonly area: Polygon;
  readonly countries: readonly Country[];
  readonly zone: DrawnZone | null | undefined;
  /** True if the answers put the prover where it should not be. The area then has the colour of a refutation. */
  readonly isAway?: boolean;
  /** Drawn as far as the area goes: how far off an estimate may be, for one. */
  readonly children?: ComponentChildren;
}

/**
 * The area that the answers allow. It is blue, because it was measured. Its land outside the zone is hatched, because that land
 * keeps the question open.
 */
export const AllowedSet = ({ view, area, countries, zone, isAway = false, children }: AllowedSetProps): JSX.Element => {
  const id = useId();
  const tone = isAway ? 'var(--no)' : 'var(--ms)';
  const drawn = useMemo(() => {
    const path = geoPath(view.projection).digits(1);
    const has = zone?.has;
    const outside = has ? inView(countries, view).filter((it) => !has(it.id, it.name)) : [];
    return {
      area: path(area) ?? '',
      outside: path({ type: 'GeometryCollection', geometries: outside.map((it) => it.geometry) }) ?? '',
    };
  }, [view, area, countries, zone]);
  return (
    <g class="allowed" pointer-events="none">
      <defs>
        <Hatch id={`${id}-h`} tone="var(--un)" angle={-45} />
        <clipPath id={`${id}-c`}>
          <path d={drawn.area} />
        </clipPath>
      </defs>
      <path d={drawn.area} fill={tone} fill-opacity="0.24" stroke={tone} stroke-width="2" />
      {drawn.outside !== '' && !isAway && (
        <path d={drawn.outside} clip-path={`url(#${id}-c)`} fill={`url(#${id}-h)`} fill-opacity="0.8" />
      )}
      <g clip-path={`url(#${id}-c)`}>{children}</g>
    </g>
  );
};
