import { layoutStrip, shapePath, shapeWord, slotShapes, stripLabels, tickPath } from '@trigpoint/client/certificate';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSize } from '../map/use-size.ts';
import { LegendItem } from '../parts/panel.tsx';
import { shortDay, timesEvery } from '../times.ts';
import { say, sayKnown } from '../words/say.ts';
import { flagsOf, placeTexts } from './flags.ts';
import { countsOf, type Tick } from './ticks.ts';

const dayMs = 86_400_000;

const inWords = (ticks: readonly Tick[]): string => {
  const { due, held, inside, undecided, outside, refuted } = countsOf(ticks);
  return say(
    '{all} slots: {inside} inside, {undecided} undecided, {outside} outside, {refuted} refuted, {silent} without an answer',
    { all: due, inside, undecided, outside, refuted, silent: due - held },
  );
};

/** One tick per slot, the newest on the right: the same drawing as on the certificate. */
export const SlotStrip = ({ ticks, everySeconds }: { ticks: readonly Tick[]; everySeconds: number }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <div class="slot-strip" ref={ref}>
      {size && size.width > 0 && <Drawn ticks={ticks} everySeconds={everySeconds} width={size.width} />}
    </div>
  );
};

const flagHigh = 20;

const Drawn = ({ ticks, everySeconds, width }: { ticks: readonly Tick[]; everySeconds: number; width: number }) => {
  const drawn = useMemo(() => {
    const layout = layoutStrip(ticks, width);
    const isShort = (ticks.at(-1)?.at ?? 0) - (ticks[0]?.at ?? 0) < 2 * dayMs;
    const flags =
      layout.rows.length > 1
        ? []
        : placeTexts(
            // The newest first: an older one that would touch it is left out.
            flagsOf(ticks)
              .map(({ index, text }) => ({ text, mark: (index + 0.36) * layout.pitch }))
              .toReversed(),
            width,
          );
    return { layout, flags, label: isShort ? timesEvery(everySeconds).at : shortDay };
  }, [ticks, everySeconds, width]);
  const { layout, flags, label } = drawn;
  const top = layout.rows.length > 1 ? 0 : flagHigh;
  return (
    <svg width={width} height={layout.height + top} role="img" aria-label={inWords(ticks)}>
      <g transform={`translate(0 ${top})`}>
        {slotShapes.map((it) => (
          <path key={it} class={`slot ${it}`} d={shapePath(layout, it)} />
        ))}
        {stripLabels(layout).map(({ x, y, at, isEnd }) => (
          <text key={`${x} ${y}`} x={x} y={y} text-anchor={isEnd ? 'end' : 'start'}>
            {label(at)}
          </text>
        ))}
      </g>
      {flags.map(({ text, x, mark }) => (
        <g key={`${text} ${mark}`}>
          <text x={x} y="10" text-anchor="middle">
            {text}
          </text>
          <path d={`M${mark} 13v5`} stroke="var(--ink3)" />
        </g>
      ))}
    </svg>
  );
};

/** A row of a table has room for this much. */
const smallHigh = 16;
const smallPitch = 4;

/** The newest few, for a row of a table. */
export const SmallStrip = ({ ticks }: { ticks: readonly Tick[] }): JSX.Element => {
  const rows = [{ ticks, y: 0 }];
  const layout = { rows, pitch: smallPitch, high: smallHigh, height: smallHigh };
  return (
    <svg
      class="small-strip"
      width={Math.max(1, ticks.length) * smallPitch}
      height={smallHigh + 5}
      role="img"
      aria-label={inWords(ticks)}
    >
      {slotShapes.map((it) => (
        <path key={it} class={`slot ${it}`} d={shapePath(layout, it)} />
      ))}
    </svg>
  );
};

export const StripLegend = ({ isZone }: { isZone: boolean }): JSX.Element => (
  <>
    {slotShapes.map((it) => (
      <LegendItem key={it} width={8} height={18} sign={<path class={`slot ${it}`} d={tickPath(it, 1, 0, 6, 12)} />}>
        {sayKnown(shapeWord(it, isZone))}
      </LegendItem>
    ))}
  </>
);
