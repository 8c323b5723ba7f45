import type { JSX } from 'preact';
import { count, percent } from '../figures.ts';
import { useSize } from '../map/use-size.ts';
import { VerdictWord } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';

export interface Hour {
  readonly hour: string;
  readonly true: number;
  readonly false: number;
  readonly inconclusive: number;
}

const height = 150;

/** How challenges ended by hour: verified light, refuted solid, inconclusive hollow, so that colour is never alone. */
export const Histogram = ({ hours }: { hours: readonly Hour[] }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const sums = hours.reduce(
    (sum, it) => ({ ok: sum.ok + it.true, no: sum.no + it.false, un: sum.un + it.inconclusive }),
    { ok: 0, no: 0, un: 0 },
  );
  const all = sums.ok + sums.no + sums.un;
  const rows = [
    ['verified', sums.ok],
    ['refuted', sums.no],
    ['inconclusive', sums.un],
  ] as const;
  return (
    <>
      <div ref={ref} style={{ height: `${height + 20}px` }}>
        {size && <Bars hours={hours} width={size.width} />}
      </div>
      <table class="table tight">
        <thead class="hidden">
          <tr>
            <th scope="col">{say('Verdict')}</th>
            <th scope="col">{say('Challenges')}</th>
            <th scope="col">{say('Percentage')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([outcome, n]) => (
            <tr key={outcome}>
              <td>
                <VerdictWord outcome={outcome} />
              </td>
              <td class="end">{count(n)}</td>
              <td class="end muted">{all === 0 ? '–' : `${percent(n / all)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const Bars = ({ hours, width }: { hours: readonly Hour[]; width: number }) => {
  const most = Math.max(1, ...hours.map((it) => it.true + it.false + it.inconclusive));
  const step = width / hours.length;
  const bar = Math.max(2, step - 2.5);
  const h = (n: number) => (n / most) * (height - 8);
  return (
    <svg
      width={width}
      height={height + 20}
      role="img"
      aria-label={say('Challenges by hour over the last day')}
      class="axis-text"
    >
      <path d={`M0 ${height + 0.5}H${width}`} stroke="var(--ln2)" />
      {hours.map((it, i) => {
        const x = i * step;
        const [ok, no, un] = [h(it.true), h(it.false), h(it.inconclusive)];
        return (
          <g key={it.hour}>
            {ok > 0 && <rect x={x} y={height - ok} width={bar} height={ok} fill="var(--ok)" fill-opacity="0.55" />}
            {no > 0 && <rect x={x} y={height - ok - no} width={bar} height={no} fill="var(--no)" />}
            {un > 0 && (
              <rect
                x={x + 0.6}
                y={height - ok - no - un + 0.6}
                width={bar - 1.2}
                height={Math.max(1, un - 1.2)}
                fill="none"
                stroke="var(--un)"
                stroke-width="1.2"
              />
            )}
          </g>
        );
      })}
      <text x="0" y={height + 15}>
        {say('24 h ago')}
      </text>
      <text x={width} y={height + 15} text-anchor="end">
        {say('now')}
      </text>
    </svg>
  );
};
