import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { answered, bounds, byReach, excludes, type PolView, type Witness } from '../challenge/pol-view.ts';
import * as figures from '../figures.ts';
import { drawnStrongly, isElsewhere } from '../map/refuted-layout.ts';
import { useSize } from '../map/use-size.ts';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { say } from '../words/say.ts';

interface RoundTripsProps {
  readonly pol: PolView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /** The challengers whose answers the replay has shown; undefined outside a replay. Rows of the others keep their place. */
  readonly shown?: ReadonlySet<string> | undefined;
}

interface Group {
  readonly title: string;
  readonly rows: readonly Witness[];
}

const isLookout = (it: Witness): boolean => it.isLookout;
const isNear = (it: Witness): boolean => !it.isLookout;

export const groupsOf = (pol: PolView): Group[] => {
  const heard = answered(pol);
  const waiting = pol.witnesses.filter((it) => it.state !== 'answered');
  const { name } = pol.claim;
  const [against, possible] = [heard.filter(excludes), heard.filter((it) => !excludes(it))];
  const isAlone = against.length > 0;
  const groups = isElsewhere(pol)
    ? [
        { title: say('Too fast for a prover in {name}', { name }), rows: against.filter(isNear) },
        { title: say('Lookouts, too fast for a prover in {name}', { name }), rows: against.filter(isLookout) },
        {
          title: isAlone ? say('Possible for a prover in {name}', { name }) : say('Possible one by one, not together'),
          rows: possible.filter(isNear),
        },
        {
          title: isAlone
            ? say('Lookouts, possible for a prover in {name}', { name })
            : say('Lookouts, possible one by one, not together'),
          rows: possible.filter(isLookout),
        },
      ]
    : [
        { title: say('Its challengers, near'), rows: heard.filter((it) => it.near && !it.isLookout) },
        { title: say('Its challengers, further away'), rows: heard.filter((it) => !it.near && !it.isLookout) },
        { title: say('Lookouts, drawn worldwide: they can only refute'), rows: heard.filter((it) => it.isLookout) },
      ];
  return [...groups, { title: say('No reading'), rows: [...waiting].sort(byReach) }].filter((it) => it.rows.length > 0);
};

interface Axis {
  readonly x: (ms: number) => number;
  readonly ticks: readonly number[];
}

/** One log axis for all rows, from the fastest to the slowest that was seen or would be possible. */
export const axisOf = (rows: readonly Witness[], width: number): Axis => {
  const floors = rows.map((it) => it.floorMs).filter((it) => it > 0.2);
  const values = [...floors, ...rows.flatMap((it) => [...it.rttsMs, it.fastestMs ?? 1])];
  const low = Math.log10(Math.max(0.03, Math.min(1, ...values) * 0.7));
  const high = Math.log10(Math.max(10, ...values) * 1.25);
  const x = (ms: number) => ((Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)) * width;
  const step = width / (high - low);
  return {
    x,
    ticks: [0.1, 1, 10, 100, 1000].filter(
      (it) => Math.log10(it) > low && Math.log10(it) < high && (step > 30 || it !== 10),
    ),
  };
};

/** One row per challenger: a real table, whose third column is drawn. */
export const RoundTrips = ({ pol, chosen, onChoose, shown }: RoundTripsProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const all = size?.width ?? 480;
  // On a phone the two numbers share a column; what is left is the drawing's.
  const narrow = all < 440;
  const width = Math.max(60, all - (narrow ? 116 + 78 : 128 + 74 + 82) - 8);
  const groups = useMemo(() => groupsOf(pol), [pol]);
  const toCome = (rows: readonly Witness[]) => (shown && !rows.some((it) => shown.has(it.id)) ? 'to-come' : '');
  const axis = useMemo(() => axisOf(answered(pol), width), [pol, width]);
  const strong = useMemo(() => new Set(drawnStrongly(pol)), [pol]);
  // Up to a thousand dots: the words of the page do not wait for them.
  const withDots = useAfterPaint();
  return (
    <div ref={ref}>
      <table class={`round-trips ${narrow ? 'narrow' : ''}`}>
        <caption class="hidden">{say('Round trips to each challenger, in milliseconds')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{say('Challenger')}</span>
            </th>
            <th scope="col" class="drawn">
              <span class="hidden">{say('Probes on a logarithmic axis')}</span>
              <AxisMarks axis={axis} width={width} />
            </th>
            <th scope="col" class="end">
              {say('fastest')}
              {narrow && <small class="under">{say('at most')}</small>}
            </th>
            {!narrow && (
              <th scope="col" class="end">
                {say('at most')}
              </th>
            )}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr class={`group ${toCome(rows)}`}>
              <th colSpan={narrow ? 3 : 4} scope="rowgroup">
                {title}
              </th>
            </tr>
            {rows.map((it) => (
              <Row
                key={it.id}
                witness={it}
                sign={signOf(pol, strong, it)}
                axis={axis}
                width={width}
                narrow={narrow}
                withDots={withDots}
                chosen={chosen === it.id}
                onChoose={onChoose}
                class={toCome([it])}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
};

/** The last mark says the unit, where that leaves room for the one before. */
const AxisMarks = ({ axis: { ticks, x }, width }: { axis: Axis; width: number }) => {
  const [before, last] = [ticks.at(-2), ticks.at(-1)];
  const hasRoom = before === undefined || last === undefined || x(last) - x(before) >= 56;
  return (
    <svg width={width} height={22} aria-hidden="true" class="axis">
      {ticks.map((it) => (
        <g key={it}>
          <path d={`M${x(it)} 18v4`} stroke="var(--ln2)" />
          <text x={x(it)} y={12} text-anchor={x(it) > width - 24 ? 'end' : 'middle'}>
            {it === last && hasRoom ? `${it} ms` : it}
          </text>
        </g>
      ))}
    </svg>
  );
};

interface RowProps {
  readonly witness: Witness;
  readonly sign: string;
  readonly axis: Axis;
  readonly width: number;
  readonly narrow: boolean;
  readonly withDots: boolean;
  readonly chosen: boolean;
  readonly onChoose: (id: string | undefined) => void;
  readonly class: string;
}

/** The sign of a challenger on the map. Where a claim is refuted, the map does not tell lookouts from others. */
export const signOf = (pol: PolView, strong: ReadonlySet<Witness>, it: Witness): string => {
  if (it.state !== 'answered') return 'waiting';
  if (it.isLookout && !isElsewhere(pol)) return 'lookout';
  return strong.has(it) ? 'tight' : 'loose';
};

const Row = ({ witness: it, sign, axis, width, narrow, withDots, chosen, onChoose, ...rest }: RowProps) => (
  <tr
    class={`${chosen ? 'chosen' : ''} ${rest.class}`}
    onPointerEnter={() => onChoose(it.id)}
    onPointerLeave={() => onChoose(undefined)}
  >
    <th scope="row">
      <i class={`sign ${sign}`} aria-hidden="true" />
      <span>
        {it.name}
        <small>{it.where}</small>
      </span>
    </th>
    {it.state === 'answered' ? (
      <>
        <td class="drawn">
          <Probes witness={it} axis={axis} width={width} withDots={withDots} />
          {excludes(it) && <span class="hidden">{say('rules the claim out')}</span>}
        </td>
        <td class="end">
          <b>{figures.exactMsNumber(it.fastestMs ?? 0)}</b> <small>ms</small>
          {narrow && <small class="under">{bounds(it) ? figures.atMostKm(it.reachKm ?? 0) : say('no bound')}</small>}
        </td>
        {!narrow && (
          <td class="end">
            {bounds(it) ? (
              <>
                <b>{figures.atMostKmNumber(it.reachKm ?? 0)}</b> <small>km</small>
              </>
            ) : (
              <span class="muted">{say('no bound')}</span>
            )}
          </td>
        )}
      </>
    ) : (
      <td colSpan={narrow ? 2 : 3} class="end muted remark">
        {it.remark ?? it.state}
      </td>
    )}
  </tr>
);

const rowHeight = 28;
/** Dots of one row are spread over a few heights, so that equal times do not hide each other. */
const heights = [0, 5, -4, 2, -2, 4, -5, 1];
const mostDots = 64;

type ProbesProps = Pick<RowProps, 'witness' | 'axis' | 'width' | 'withDots'>;

const Probes = ({ witness: it, axis, width, withDots }: ProbesProps) => {
  const red = excludes(it);
  const tone = red ? 'var(--no)' : 'var(--ms)';
  const floor = axis.x(it.floorMs);
  const every = Math.max(1, Math.ceil(it.rttsMs.length / mostDots));
  const dots = withDots ? it.rttsMs.filter((_, i) => i % every === 0) : [];
  const fastest = axis.x(it.fastestMs ?? 0);
  return (
    <svg width={width} height={rowHeight} aria-hidden="true">
      <rect width={Math.max(0, floor)} height={rowHeight} fill={red ? 'var(--no-tint)' : 'var(--track)'} />
      {it.floorMs > 0 && <rect x={floor - 0.75} width="1.5" height={rowHeight} fill="var(--ink)" />}
      {dots.map((ms, i) => (
        <circle
          key={i}
          cx={axis.x(ms)}
          cy={rowHeight / 2 + (heights[i % heights.length] ?? 0)}
          r="1.9"
          fill={tone}
          fill-opacity="0.32"
        />
      ))}
      <rect x={fastest - 1.25} y={rowHeight / 2 - 8} width="2.5" height="16" rx="1" fill={tone} />
    </svg>
  );
};
