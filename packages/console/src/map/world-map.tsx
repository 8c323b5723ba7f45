import { geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { go } from '../router.tsx';
import { say } from '../words/say.ts';
import { detailFor } from './atlas.ts';
import { BaseMap } from './base-map.tsx';
import { clusterOf, touchedBy } from './clusters.ts';
import { at, type Place } from './earth.ts';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { useZoom } from './use-zoom.tsx';
import { regionView, type View, worldView } from './views.ts';

export interface Dot {
  readonly id: string;
  readonly place: Place;
  readonly name: string;
  readonly online: boolean;
  readonly href: string;
}

/** A challenge that runs now: its claim and who measures it. */
export interface Run {
  readonly id: string;
  readonly claim: Place;
  readonly from: readonly Place[];
}

interface WorldMapProps {
  readonly dots: readonly Dot[];
  readonly runs: readonly Run[];
  readonly title: string;
}

/** Every agent on an equal-area world; a dense region gets an inset of its own. */
export const WorldMap = ({ dots, runs, title }: WorldMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const isPainted = useAfterPaint();
  const view = useMemo(() => (size ? worldView(size.width) : undefined), [size]);
  const [several, setSeveral] = useState<readonly Dot[]>([]);
  const open = (here: readonly Dot[]) => {
    const [only, ...others] = here;
    if (only && others.length === 0) go(only.href);
    else setSeveral(here);
  };
  // With a height and a ratio the frame would stay as wide as the drawing in it when the window becomes narrower.
  return (
    <>
      <div class="map world" ref={ref} style={view ? { height: `${view.height}px`, aspectRatio: 'auto' } : {}}>
        {isPainted && view && <Drawn view={view} dots={dots} runs={runs} title={title} onOpen={open} />}
      </div>
      {several.length > 0 && (
        <Sheet title={say('At this place')} onClose={() => setSeveral([])}>
          <ul class="plain-list">
            {several.map((it) => (
              <li key={it.id}>
                <a class="link" href={it.href}>
                  {it.name}
                </a>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
};

interface Opens {
  /** Somebody clicked where these are. */
  readonly onOpen: (here: readonly Dot[]) => void;
}

const Drawn = ({ view: base, dots, runs, title, onOpen }: WorldMapProps & Opens & { view: View }) => {
  const id = useId();
  const { view, drawing, tools } = useZoom(base);
  const countries = useAtlas(detailFor(view.kmAcross));
  const path = geoPath(view.projection).digits(1);
  const cluster = useMemo(() => (base.width > 720 ? clusterOf(dots.map((it) => it.place)) : undefined), [dots, base]);
  return (
    <>
      <svg width={view.width} height={view.height} role="img" aria-labelledby={id} {...drawing}>
        <title id={id}>{title}</title>
        <BaseMap view={view} countries={countries} names={view !== base} />
        {runs.map((run) => (
          <g key={run.id} fill="none" stroke="var(--ms)">
            {run.from.map((from) => (
              <path
                key={`${from.latitude} ${from.longitude}`}
                d={path({ type: 'LineString', coordinates: [at(from), at(run.claim)] }) ?? ''}
                stroke-width="1"
                stroke-opacity="0.55"
              />
            ))}
          </g>
        ))}
        {runs.map((run) => {
          const point = view.projection(at(run.claim));
          return (
            point && (
              <circle
                key={run.id}
                cx={point[0]}
                cy={point[1]}
                r="10"
                fill="var(--ms)"
                fill-opacity="0.16"
                stroke="var(--ms)"
                stroke-width="1.5"
              />
            )
          );
        })}
        <Dots view={view} dots={dots} onOpen={onOpen} />
      </svg>
      {tools}
      {cluster && (
        <figure class="inset left wide-only">
          <Inset dots={dots} box={cluster.box} onOpen={onOpen} />
          <figcaption>{say('{n} agents in {place}', { n: cluster.count, place: cluster.name })}</figcaption>
        </figure>
      )}
    </>
  );
};

/** A shortcut for the mouse; the list of agents is the way for everybody. */
const Dots = ({ view, dots, onOpen }: Opens & { view: View; dots: readonly Dot[] }) => {
  const drawn = dots.flatMap((it) => {
    const [x, y] = view.projection(at(it.place)) ?? [];
    return x === undefined || y === undefined ? [] : [{ ...it, x, y }];
  });
  return (
    <g>
      {drawn.map((it) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the same agents are links in the list beside the map
        <g key={it.id} class="dot-link" onClick={() => onOpen(touchedBy(drawn, it))}>
          <title>{it.name}</title>
          <circle cx={it.x} cy={it.y} r="9" fill="transparent" />
          {it.online ? (
            <circle cx={it.x} cy={it.y} r="3.2" fill="var(--ms)" stroke="var(--land)" stroke-width="0.8" />
          ) : (
            <circle cx={it.x} cy={it.y} r="3" fill="var(--land)" stroke="var(--ink3)" stroke-width="1.3" />
          )}
        </g>
      ))}
    </g>
  );
};

const insetSize = { width: 186, height: 168 };

interface InsetProps extends Opens {
  readonly dots: readonly Dot[];
  readonly box: readonly [number, number, number, number];
}

const Inset = ({ dots, box, onOpen }: InsetProps) => {
  const countries = useAtlas('medium');
  const view = useMemo(() => regionView(...box, insetSize.width, insetSize.height), [box]);
  return (
    <svg {...insetSize} aria-hidden="true">
      <BaseMap view={view} countries={countries} />
      <Dots view={view} dots={dots} onOpen={onOpen} />
    </svg>
  );
};
