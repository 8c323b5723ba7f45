import type { City } from '@trigpoint/proofs/pol';
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { exactKm } from '../figures.ts';
import { detailFor } from '../map/atlas.ts';
import { BaseMap } from '../map/base-map.tsx';
import { type Box, boxAround, textWidth } from '../map/boxes.ts';
import { useCities } from '../map/cities.ts';
import type { Place } from '../map/earth.ts';
import { beside, besideDot, placeLabels } from '../map/labels.ts';
import { project } from '../map/local-layout.ts';
import { ClaimMark, MapText, ScaleBar, scaleBarBox } from '../map/marks.tsx';
import { useAtlas } from '../map/use-atlas.ts';
import { useSize } from '../map/use-size.ts';
import { toolsBox, useZoom } from '../map/use-zoom.tsx';
import { citiesKm, localView, type View } from '../map/views.ts';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { say } from '../words/say.ts';

interface AreaMapProps {
  readonly centre: Place;
  readonly radiusKm: number;
  /** False while nobody has chosen a centre: then there is a map, and no circle. */
  readonly isPlaced?: boolean;
  readonly photos?: readonly Place[];
  readonly height?: number;
  /** Lets somebody choose another centre by clicking. */
  readonly onMove?: (place: Place) => void;
}

/** The circle inside which photos count, and where photos were taken. */
export const AreaMap = ({
  centre,
  radiusKm,
  isPlaced = true,
  photos = [],
  height = 280,
  onMove,
}: AreaMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const isPainted = useAfterPaint();
  return (
    <div class={`map ${onMove ? 'aiming' : ''}`} ref={ref} style={{ height: `${height}px`, minHeight: '0' }}>
      {isPainted && size && size.width > 0 && (
        <Drawn
          centre={centre}
          radiusKm={radiusKm}
          isPlaced={isPlaced}
          photos={photos}
          height={height}
          width={size.width}
          {...(onMove ? { onMove } : {})}
        />
      )}
    </div>
  );
};

const Drawn = ({
  centre,
  radiusKm,
  isPlaced,
  photos,
  width,
  height,
  onMove,
}: Required<Omit<AreaMapProps, 'onMove'>> & Pick<AreaMapProps, 'onMove'> & { width: number }) => {
  const id = useId();
  const fitKm = isPlaced ? Math.max(0.5, radiusKm) : unplacedKm;
  const base = useMemo(
    () => localView(centre, fitKm, width, height, 0.36, [0.5, 40_000]),
    [centre.latitude, centre.longitude, fitKm, width, height],
  );
  const { view, drawing, tools } = useZoom(base);
  const countries = useAtlas(detailFor(view.kmAcross));
  const cities = useCities();
  const { x, y } = project(view, centre);
  const r = radiusKm / view.kmPerPx;
  const radius = exactKm(radiusKm);
  const { towns, taken } = useMemo(() => {
    const taken: Box[] = [toolsBox(width)];
    const half = textWidth(radius, 12) / 2 + 4;
    const line = { x: x + r * 0.43 - half, y: y - r * 0.25 - 20, width: 2 * half, height: 20 };
    const occupied = [...taken, ...(isPlaced ? [boxAround({ x, y }, 10), line] : [])];
    return { towns: cities ? townsOf(cities.list, view, occupied, taken) : [], taken };
  }, [cities, view, x, y, r, isPlaced, width]);
  const move = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const found = view.projection.invert?.([event.clientX - box.left, event.clientY - box.top]);
    if (found) onMove?.({ longitude: round(found[0]), latitude: round(found[1]) });
  };
  return (
    <>
      <svg
        width={width}
        height={height}
        role="img"
        aria-labelledby={id}
        {...drawing}
        {...(onMove ? { onClick: move } : {})}
      >
        <title id={id}>
          {isPlaced
            ? say('A circle of {radius} around {latitude}, {longitude}', {
                radius,
                latitude: centre.latitude,
                longitude: centre.longitude,
              })
            : say('click the map to place the circle')}
        </title>
        {/* On a map this near, the base map would name some of the towns below once more. */}
        <BaseMap view={view} countries={countries} names={view.kmAcross >= citiesKm} taken={taken}>
          {isPlaced && (
            <circle cx={x} cy={y} r={r} fill="var(--ms)" fill-opacity="0.09" stroke="var(--ms)" stroke-width="1.6" />
          )}
        </BaseMap>
        {towns.map((it) => (
          <g key={it.name}>
            <circle class="mark" cx={it.x} cy={it.y} r="1.8" fill="var(--ink3)" />
            <MapText {...it.at} class="tick">
              {it.name}
            </MapText>
          </g>
        ))}
        {photos.map((it) => {
          const point = project(view, it);
          return (
            <circle
              key={`${it.latitude} ${it.longitude}`}
              cx={point.x}
              cy={point.y}
              r="2.6"
              fill="var(--ms)"
              fill-opacity="0.8"
            />
          );
        })}
        {isPlaced && (
          <>
            <path d={`M${x} ${y}L${x + r * 0.87} ${y - r * 0.5}`} stroke="var(--ink)" stroke-width="1.1" />
            <MapText x={x + r * 0.43} y={y - r * 0.25 - 6} anchor="middle">
              {radius}
            </MapText>
            <ClaimMark x={x} y={y} />
          </>
        )}
        <ScaleBar x={16} y={height - 16} kmPerPx={view.kmPerPx} />
      </svg>
      {tools}
    </>
  );
};

/** Before a circle is placed, the map shows this much around its centre: enough to see where one is, and to zoom in from there. */
const unplacedKm = 600;

const mostTowns = 7;

/**
 * The largest cities in view, so that a circle on an empty plain says where it is. A city under the mark in the middle is named beside
 * the mark. The room of the names is added to `taken`.
 */
export const townsOf = (cities: readonly City[], view: View, occupied: readonly Box[], taken: Box[] = []) => {
  const seen = cities
    .map((city) => ({ city, ...project(view, city) }))
    .filter((it) => it.x > 8 && it.y > 8 && it.x < view.width - 8 && it.y < view.height - 28)
    .sort((a, b) => b.city.population - a.city.population)
    .slice(0, 3 * mostTowns);
  const frame = { x: 4, y: 4, width: view.width - 8, height: view.height - 30 };
  const wanted = seen.map(({ city, x, y }) => ({
    id: city.name,
    candidates: [besideDot, besideMark].flatMap((it) =>
      it({ x, y }, { width: textWidth(city.name, 11) + 4, height: 14 }),
    ),
  }));
  const boxes = [scaleBarBox(16, view.height - 16, view.kmPerPx), ...occupied];
  const obstacles = boxes.map((box, i) => ({ id: String(i), box }));
  const placed = placeLabels(wanted, obstacles, frame, taken);
  return seen
    .flatMap(({ city, x, y }) => {
      const at = placed.get(city.name);
      return at ? [{ name: city.name, x, y, at }] : [];
    })
    .slice(0, mostTowns);
};

const besideMark = (
  at: { readonly x: number; readonly y: number },
  room: { readonly width: number; readonly height: number },
) => beside(at, room, 14);

/** Rounds to about ten metres. */
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;
