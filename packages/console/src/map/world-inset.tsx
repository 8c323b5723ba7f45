import { geoEqualEarth, geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { at, type Place } from './earth.ts';
import { useAtlas } from './use-atlas.ts';
import type { View } from './views.ts';

interface WorldInsetProps {
  readonly width: number;
  readonly nodes: readonly Place[];
  /** The main view, whose frame is marked. */
  readonly view: View;
  readonly caption: string;
}

/** The whole world, small: where the challengers are that the main view leaves out. */
export const WorldInset = ({ width, nodes, view, caption }: WorldInsetProps): JSX.Element => {
  const countries = useAtlas('coarse');
  const height = Math.round(width * 0.52);
  const drawn = useMemo(() => {
    const projection = geoEqualEarth().fitExtent(
      [
        [8, 8],
        [width - 8, height - 4],
      ],
      { type: 'Sphere' },
    );
    const path = geoPath(projection).digits(1);
    const land = path({ type: 'GeometryCollection', geometries: countries.map((it) => it.geometry) }) ?? '';
    return { projection, land, globe: path({ type: 'Sphere' }) ?? '' };
  }, [countries, width, height]);
  const centre = drawn.projection(at(view.centre));
  const frame = Math.max(5, (view.kmAcross / 40_000) * width);
  return (
    <figure class="inset wide-only over-ticks" style={{ width: `${width + 2}px` }} aria-hidden="true">
      <svg width={width} height={height} aria-hidden="true">
        <path d={drawn.globe} fill="var(--sea)" stroke="var(--ln2)" />
        <path d={drawn.land} fill="var(--ln2)" fill-opacity="0.75" />
        {nodes.map((it) => {
          const point = drawn.projection(at(it));
          return (
            point && (
              <circle key={`${it.latitude} ${it.longitude}`} cx={point[0]} cy={point[1]} r="2" fill="var(--ms)" />
            )
          );
        })}
        {centre && (
          <rect
            x={centre[0] - frame / 2}
            y={centre[1] - frame / 2.4}
            width={frame}
            height={frame / 1.2}
            fill="none"
            stroke="var(--ink)"
            stroke-width="1.2"
          />
        )}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};
