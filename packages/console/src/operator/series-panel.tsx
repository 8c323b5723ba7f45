import type { JSX } from 'preact';
import { grouped } from '../figures.ts';
import { useSize } from '../map/use-size.ts';
import { Panel } from '../parts/panel.tsx';
import { say } from '../words/say.ts';
import { type Moment, ratesOf } from './series.ts';
import { operatorWords as words } from './words.ts';

const height = 56;

const known = (values: readonly (number | undefined)[]): number[] => values.filter((it) => it !== undefined);

/** How the node has been since the page was opened. The service keeps no history, so this page does. */
export const SeriesPanel = ({ moments }: { moments: readonly Moment[] }): JSX.Element => (
  <Panel class="bleed" title={words.series} sub={words.seriesSub}>
    <div class="series">
      <Series label={words.requests} unit="" values={ratesOf(moments)} digits={1} />
      <Series label={words.median} unit="ms" values={known(moments.map((it) => it.medianMs))} digits={1} />
      <Series
        label={words.waiting}
        unit={words.challenges(moments.at(-1)?.waiting ?? 0)}
        values={known(moments.map((it) => it.waiting))}
        digits={0}
      />
      <Series label={words.loop} unit="ms" values={known(moments.map((it) => it.loopMs))} digits={0} />
    </div>
  </Panel>
);

interface SeriesProps {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly digits: number;
}

const Series = ({ label, unit, values, digits }: SeriesProps) => {
  const [ref, size] = useSize<HTMLDivElement>();
  const [newest, most] = [values.at(-1), Math.max(...values, 1e-9)];
  const said = newest === undefined ? '–' : grouped(newest, digits);
  const top = values.length === 0 ? '–' : grouped(most, digits);
  return (
    <div>
      <p class="small muted">{label}</p>
      <p class="figure">
        {said} {newest !== undefined && <small>{unit}</small>}
      </p>
      <div ref={ref} style={{ height: `${height}px` }}>
        {size && (
          <svg
            width={size.width}
            height={height}
            role="img"
            aria-label={say('{label}: {said}, at most {top}', { label, said: `${said} ${unit}`.trim(), top })}
          >
            <path d={`M0 ${height - 0.5}H${size.width}`} stroke="var(--ln2)" />
            <polyline
              fill="none"
              stroke="var(--ms)"
              stroke-width="1.5"
              points={values
                .map((it, i) => {
                  const x = values.length === 1 ? size.width : (i / (values.length - 1)) * size.width;
                  return `${x.toFixed(1)},${(height - 3 - (it / most) * (height - 8)).toFixed(1)}`;
                })
                .join(' ')}
            />
          </svg>
        )}
      </div>
    </div>
  );
};
