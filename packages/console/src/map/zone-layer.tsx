import { geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { Country } from './atlas.ts';
import { inView } from './base-map.tsx';
import type { View } from './views.ts';
import type { DrawnZone } from './zones.ts';

interface ZoneLayerProps {
  readonly view: View;
  readonly countries: readonly Country[];
  readonly zone: DrawnZone;
}

/** Hatches the land outside the zone. The zone's edge has the colour of ink, because somebody claims it. */
export const ZoneLayer = ({ view, countries, zone }: ZoneLayerProps): JSX.Element => {
  const id = useId();
  const drawn = useMemo(() => {
    const path = geoPath(view.projection).digits(1);
    const { has } = zone;
    const outside = has ? inView(countries, view).filter((it) => !has(it.id, it.name)) : [];
    return {
      outside: path({ type: 'GeometryCollection', geometries: outside.map((it) => it.geometry) }) ?? '',
      outline: path(zone.outline) ?? '',
    };
  }, [view, countries, zone]);
  return (
    <g class="zone" pointer-events="none">
      <defs>
        <Hatch id={id} tone="var(--ink3)" opacity={0.38} />
      </defs>
      <path d={drawn.outside} fill={`url(#${id})`} />
      <path d={drawn.outline} fill="none" stroke="var(--ink)" stroke-width="1.3" stroke-linejoin="round" />
    </g>
  );
};

/** Lines at 45 degrees, 7 px apart; the other way round for what the answers allow outside. */
export const Hatch = ({
  id,
  tone,
  opacity = 1,
  angle = 45,
}: {
  id: string;
  tone: string;
  opacity?: number;
  angle?: number;
}): JSX.Element => (
  <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform={`rotate(${angle})`}>
    <path d="M0 0V7" stroke={tone} stroke-width={opacity < 1 ? 1 : 2} stroke-opacity={opacity} />
  </pattern>
);
