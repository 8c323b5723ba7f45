import type { JSX } from 'preact';
import { counted, type PobView } from '../challenge/pob-view.ts';
import * as figures from '../figures.ts';
import { textWidth } from '../map/boxes.ts';
import { useSize } from '../map/use-size.ts';
import { outcomeTone } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';

/** The rounds that count, on one axis with the claim and with the rate from which the claim passes. */
export const MedianStrip = ({ pob }: { pob: PobView }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <div class="strip" ref={ref} style={{ minHeight: `${height}px` }}>
      {size && <Drawn pob={pob} width={size.width} />}
    </div>
  );
};

const height = 194;
/** Above are two lines: what was asked, and from where on a rate passes. So neither covers the other. */
const top = 50;
const floor = 156;
const askedY = 20;
/** The room of the unit at one end of the axis: at the right, unless the median's words stand there. */
const unitPx = 46;

export const niceStep = (span: number): number => {
  const ten = 10 ** Math.floor(Math.log10(span / 6));
  return [1, 2, 5, 10].map((it) => it * ten).find((it) => span / it <= 7) ?? ten * 10;
};

const Drawn = ({ pob, width }: { pob: PobView; width: number }) => {
  const { claimMbps, thresholdMbps, medianMbps, rounds, outcome } = pob;
  const good = counted(pob);
  const values = [...good.map((it) => it.mbps ?? 0), claimMbps, thresholdMbps];
  const spread = Math.max(...values) - Math.min(...values);
  const low = Math.max(0, Math.min(...values) - Math.max(spread * 0.45, claimMbps * 0.06));
  const high = Math.max(...values) + Math.max(spread * 0.25, claimMbps * 0.06);
  const pad = 14;
  const x = (mbps: number) => pad + ((mbps - low) / (high - low)) * (width - 2 * pad);
  const step = niceStep(high - low);
  const ticks = Array.from({ length: 12 }, (_, i) => Math.ceil(low / step) * step + i * step).filter(
    (it) => it <= high,
  );
  const tone = `var(--${outcomeTone[outcome]})`;
  const claimText = say('Asked {mbps}', {
    mbps: figures.mbpsNumber(claimMbps, claimMbps % 1 === 0 ? 0 : 1),
  });
  const claimRight = x(claimMbps) + textWidth(claimText, 12) + 20 < width;
  const passText = say('passes from {mbps}', {
    mbps: figures.mbpsNumber(thresholdMbps, thresholdMbps % 1 === 0 ? 0 : 1),
  });
  const pass = passAt(x(thresholdMbps), x(claimMbps), textWidth(passText, 11), width);
  const offsets = spreadOut(good.map((it) => x(it.mbps ?? 0)));
  const medianText = say('Median {mbps}', { mbps: figures.mbpsNumber(medianMbps ?? 0) });
  const medianX = x(medianMbps ?? 0);
  const medianWide = textWidth(medianText, 12);
  const medianRoom = medianWide + 24;
  const lines = [x(thresholdMbps), x(claimMbps)];
  const medianLeft = isLeft(medianX, medianRoom, width, lines);
  const from = medianLeft ? medianX - medianRoom : medianX;
  // Where a line crosses the words on either side, they stand below the axis.
  const medianBelow = lines.some((it) => it > from && it < from + medianRoom);
  const unitLeft = medianBelow && medianX > width / 2;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={say('Median {median} against the {claim} asked; passes from {least}', {
        median: figures.mbps(medianMbps ?? 0),
        claim: figures.mbps(claimMbps),
        least: figures.mbps(thresholdMbps),
      })}
    >
      <rect
        x={x(thresholdMbps)}
        y={top}
        width={Math.max(0, width - pad - x(thresholdMbps))}
        height={floor - top}
        fill="var(--ok-tint)"
      />
      <path d={`M${x(thresholdMbps)} ${top}V${floor}`} stroke="var(--ok)" stroke-dasharray="4 3" stroke-width="1.4" />
      <text x={pass.x} y={top - 8} text-anchor={pass.anchor} class="passes">
        {passText}
      </text>
      <path d={`M${pad} ${floor}H${width - pad}`} stroke="var(--ln2)" />
      {ticks.map((it) => (
        <g key={it}>
          <path d={`M${x(it)} ${floor}v4`} stroke="var(--ln2)" />
          <text x={x(it)} y={floor + 18} text-anchor="middle">
            {figures.mbpsNumber(it, step < 1 ? 1 : 0)}
          </text>
        </g>
      ))}
      <text {...(unitLeft ? { x: pad } : { x: width - pad, 'text-anchor': 'end' })} y={floor + 34}>
        Mbit/s
      </text>
      <path d={`M${x(claimMbps)} ${askedY + 4}V${floor}`} stroke="var(--ink)" stroke-width="1.5" />
      <g transform={`translate(${x(claimMbps)} ${askedY - 4})`}>
        <path d="M0-6.4 6 4H-6Z" fill="var(--sf)" stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round" />
        <circle cy="0.4" r="1.3" fill="var(--ink)" />
      </g>
      <text
        x={x(claimMbps) + (claimRight ? 11 : -11)}
        y={askedY}
        text-anchor={claimRight ? 'start' : 'end'}
        class="claim"
      >
        {claimText}
      </text>
      {medianMbps !== undefined && good.length > 0 && (
        <>
          <path d={`M${medianX} ${top + 12}V${floor - 16}`} stroke={tone} stroke-width="2.5" />
          <text
            x={
              medianBelow
                ? Math.max(
                    pad + (unitLeft ? unitPx : 0),
                    Math.min(medianX - medianWide / 2, width - pad - (unitLeft ? 0 : unitPx) - medianWide),
                  )
                : medianX + (medianLeft ? -16 : 16)
            }
            y={medianBelow ? floor + 34 : top + 16}
            text-anchor={medianLeft && !medianBelow ? 'end' : 'start'}
            class="median"
            style={{ fill: tone }}
          >
            {medianText}
          </text>
        </>
      )}
      {good.map((it, i) => (
        <g key={it.challenger} transform={`translate(${x(it.mbps ?? 0)} ${top + 50 + (offsets[i] ?? 0)})`}>
          <circle r="9.5" fill="var(--sf)" stroke="var(--ms)" stroke-width="1.5" />
          <text y="4" text-anchor="middle" class="number">
            {rounds.indexOf(it) + 1}
          </text>
        </g>
      ))}
    </svg>
  );
};

/** Where the words about the dashed line stand: over it, or left of the line of what was asked, which they must not cross. */
export const passAt = (
  thresholdX: number,
  claimX: number,
  textPx: number,
  width: number,
): { readonly x: number; readonly anchor: 'start' | 'middle' | 'end' } => {
  const half = textPx / 2;
  if (thresholdX - half >= 0 && thresholdX + half <= Math.min(width, claimX > thresholdX ? claimX - 6 : width))
    return { x: thresholdX, anchor: 'middle' };
  const end = claimX > thresholdX ? claimX - 6 : width;
  return end >= textPx ? { x: end, anchor: 'end' } : { x: claimX + 6, anchor: 'start' };
};

/** Whether the words beside a line at `x` stand left of it: where there is room, and rather where no other line crosses them. */
export const isLeft = (x: number, roomPx: number, width: number, lines: readonly number[]): boolean => {
  const [fitsLeft, fitsRight] = [x > roomPx, x + roomPx < width];
  const crossed = (from: number, to: number) => lines.filter((it) => it > from && it < to).length;
  if (fitsLeft !== fitsRight) return fitsLeft;
  return crossed(x - roomPx, x) <= crossed(x, x + roomPx);
};

/** Circles that would cover each other move up and down, never sideways: sideways is the measured value. */
export const spreadOut = (xs: readonly number[]): number[] => {
  const rows = [0, 20, -20, 40, -40];
  const placed: { x: number; dy: number }[] = [];
  return xs.map((x) => {
    const dy = rows.find((row) => placed.every((it) => Math.hypot(it.x - x, it.dy - row) >= 20)) ?? 0;
    placed.push({ x, dy });
    return dy;
  });
};
