import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Round } from '../challenge/pob-view.ts';
import { underRound } from '../challenge/pob-words.ts';
import * as figures from '../figures.ts';
import { textWidth } from '../map/boxes.ts';
import { useSize } from '../map/use-size.ts';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { inDigits } from '../words/language.ts';
import { say } from '../words/say.ts';

interface RoundCardProps {
  readonly number: number;
  readonly round: Round;
  readonly claimMbps: number;
  /** How long the longest round took, and the highest rate of any. All cards share these axes. */
  readonly lastMs: number;
  readonly mostMbps: number;
  /** True until the replay has come to this round. The card keeps its place meanwhile. */
  readonly isToCome?: boolean;
}

const stateWords: Record<Round['state'], string> = {
  counted: '',
  'left-out': say('Left out'),
  voided: say('Voided'),
  'not-needed': say('Not needed'),
};

/** One round's rate over time, against the claim. A round that does not count says why instead of a number. */
export const RoundCard = ({
  number,
  round,
  claimMbps,
  lastMs,
  mostMbps,
  isToCome = false,
}: RoundCardProps): JSX.Element => {
  const off = round.state !== 'counted';
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <article class={`round ${off ? 'voided' : ''} ${isToCome ? 'to-come' : ''}`}>
      <header>
        <b>{say('Round {number}', { number })}</b>
        <span class="soft" title={round.name}>
          {round.name}
        </span>
      </header>
      <div ref={ref} style={{ minHeight: `${height}px` }}>
        {size && <Curve {...{ round, claimMbps, lastMs, mostMbps, off }} width={size.width} />}
      </div>
      <div class="told">
        {off ? (
          <>
            <p class="with-glyph soft">
              <VerdictGlyph outcome="voided" /> {stateWords[round.state]}
            </p>
            <p class="small soft">{round.remark}</p>
          </>
        ) : round.mbps === undefined ? (
          <p class="muted small">{say('No rate')}</p>
        ) : (
          <>
            <p class="rate">
              {figures.mbpsNumber(round.mbps)} <small>Mbit/s</small>
            </p>
            <p class="small soft">{underRound(round)}</p>
          </>
        )}
      </div>
    </article>
  );
};

const height = 146;
const top = 8;
const bottom = 22;

/** A round number of milliseconds that gives three steps. */
export const timeStep = (lastMs: number): number => {
  const third = lastMs / 3;
  const ten = 10 ** Math.floor(Math.log10(third));
  return ([5, 4, 2, 1].find((it) => it * ten <= third) ?? 1) * ten;
};

/** The rates beside the curve, and the room that the longest of them takes. A half of a rate may be longer than the whole. */
export const ratesBeside = (claimMbps: number, mostMbps: number) => {
  const rates = [0, 0.5, 1, 1.5, 2, 2.5, 3]
    .map((share) => share * claimMbps)
    .filter((it) => it <= mostMbps)
    .map((mbps) => ({ mbps, text: figures.mbpsNumber(mbps, mbps % 1 === 0 || claimMbps > 20 ? 0 : 1) }));
  return { rates, left: 10 + Math.max(...rates.map(({ text }) => textWidth(text, 11))) };
};

interface CurveProps {
  readonly round: Round;
  readonly claimMbps: number;
  readonly lastMs: number;
  readonly mostMbps: number;
  readonly width: number;
  readonly off: boolean;
}

const Curve = ({ round, claimMbps, lastMs, mostMbps, width, off }: CurveProps) => {
  const id = useId();
  const { rates, left } = ratesBeside(claimMbps, mostMbps);
  const plot = { width: Math.max(10, width - left), height: height - top - bottom };
  const x = (ms: number) => left + (Math.min(ms, lastMs) / lastMs) * plot.width;
  const y = (mbps: number) => top + plot.height * (1 - Math.min(1, mbps / mostMbps));
  const line = round.curve
    .map(([ms, mbps], i) => `${i === 0 ? 'M' : 'L'}${x(ms).toFixed(1)} ${y(mbps).toFixed(1)}`)
    .join('');
  const end = round.curve.at(-1)?.[0] ?? 0;
  const step = timeStep(lastMs);
  const times = [0, 1, 2, 3].map((n) => n * step).filter((it) => it <= lastMs * 1.001);
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={say('Rate over time, round with {name}', { name: round.name })}
    >
      <defs>
        <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v7" stroke="var(--ln2)" stroke-width="1.4" />
        </pattern>
      </defs>
      {rates.map(({ mbps, text }) => (
        <g key={mbps}>
          {mbps !== claimMbps && <path d={`M${left} ${y(mbps)}H${width}`} stroke="var(--ln)" />}
          <text x={left - 7} y={y(mbps) + 4} text-anchor="end" class={mbps === claimMbps ? 'claim' : ''}>
            {text}
          </text>
        </g>
      ))}
      {off && line === '' && <rect x={left} y={top} width={plot.width} height={plot.height} fill={`url(#${id})`} />}
      {line !== '' && !off && (
        <path
          d={`${line}L${x(end)} ${y(0)}L${x(round.curve[0]?.[0] ?? 0)} ${y(0)}Z`}
          fill="var(--ms)"
          fill-opacity="0.09"
        />
      )}
      <path d={`M${left} ${y(claimMbps)}H${width}`} stroke="var(--ink)" stroke-width="1.3" />
      <path
        d={line}
        fill="none"
        stroke={off ? 'var(--ink3)' : 'var(--ms)'}
        stroke-width="1.6"
        stroke-linejoin="round"
        {...(off ? { 'stroke-dasharray': '3 3' } : {})}
      />
      {round.mbps !== undefined && !off && (
        <path d={`M${x(end * 0.8)} ${y(round.mbps)}H${x(end)}`} stroke="var(--ms)" stroke-width="4" />
      )}
      {times.map((ms, i) => (
        <text key={ms} x={x(ms)} y={height - 5} text-anchor={i === 0 ? 'start' : x(ms) > width - 14 ? 'end' : 'middle'}>
          {`${inDigits(String(ms / 1000))}${i === times.length - 1 ? ' s' : ''}`}
        </text>
      ))}
    </svg>
  );
};
