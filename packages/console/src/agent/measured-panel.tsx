import type { JSX } from 'preact';
import { withUnit } from '../figures.ts';
import { useSize } from '../map/use-size.ts';
import type { Challenge } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import type { ProofTypeId } from '../service.ts';
import { onDay } from '../times.ts';
import { say } from '../words/say.ts';
import { type Measured, measuredOf, measuredUnit } from './measured.ts';
import { agentWords as words } from './words.ts';

const height = 96;
const pad = 8;

/** What verdicts about it measured, over time: a rate, or how near its place is known. */
export const MeasuredPanel = ({
  proofType,
  challenges,
}: {
  proofType: ProofTypeId;
  challenges: readonly Challenge[];
}): JSX.Element | null => {
  const points = measuredOf(proofType, challenges);
  const newest = points.at(-1);
  if (!newest) return null;
  return (
    <Panel title={words.measured} sub={`${saysOf(proofType, newest.value)}, ${onDay(newest.at)}`}>
      <Trend proofType={proofType} points={points} />
    </Panel>
  );
};

/** A distance is a bound, so it is rounded up. */
const saysOf = (proofType: ProofTypeId, value: number): string =>
  withUnit(proofType === 'pol' ? Math.ceil(value) : value, measuredUnit(proofType), proofType === 'pob' ? 1 : 0);

const Trend = ({ proofType, points }: { proofType: ProofTypeId; points: readonly Measured[] }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const [first, newest] = [points[0] as Measured, points.at(-1) as Measured];
  const most = Math.max(...points.map((it) => it.value));
  const says = (value: number) => saysOf(proofType, value);
  const x = (i: number, width: number) =>
    points.length === 1 ? width / 2 : pad + (i / (points.length - 1)) * (width - 2 * pad);
  const y = (value: number) => height - pad - (value / most) * (height - 2 * pad);
  return (
    <div ref={ref} style={{ height: `${height + 20}px` }}>
      {size && (
        <svg
          width={size.width}
          height={height + 20}
          class="axis-text"
          role="img"
          aria-label={say('Measured in {n} verdicts, newest {newest}, most {most}', {
            n: points.length,
            newest: says(newest.value),
            most: says(most),
          })}
        >
          <path d={`M0 ${height}H${size.width}`} stroke="var(--ln2)" />
          <polyline
            points={points.map((it, i) => `${x(i, size.width)},${y(it.value)}`).join(' ')}
            fill="none"
            stroke="var(--ms)"
            stroke-width="1.6"
          />
          {points.map((it, i) => (
            <circle key={it.id} cx={x(i, size.width)} cy={y(it.value)} r="2.8" fill="var(--ms)" />
          ))}
          <text x="0" y={height + 15}>
            {onDay(first.at)}
          </text>
          <text x={size.width} y={height + 15} text-anchor="end">
            {onDay(newest.at)}
          </text>
        </svg>
      )}
    </div>
  );
};
