import type { JSX } from 'preact';
import { useSize } from '../map/use-size.ts';
import type { AgentDetail } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { atMinute } from '../times.ts';
import { say } from '../words/say.ts';
import { longestGap, type Slot, slotsOf } from './slots.ts';

const height = 34;
const tones: Record<Slot['state'], { fill: string; opacity: number; share: number }> = {
  seen: { fill: 'var(--ok)', opacity: 0.55, share: 1 },
  partly: { fill: 'var(--un)', opacity: 1, share: 0.6 },
  away: { fill: 'var(--no)', opacity: 1, share: 0.2 },
  before: { fill: 'var(--track)', opacity: 1, share: 0.2 },
};

/** The last day in bars of a quarter of an hour. A bar is tall if the agent was connected, and short if it was not. */
export const SeenStrip = ({ agent, now }: { agent: AgentDetail; now: number }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const slots = slotsOf(agent.seen.spans, Date.parse(agent.first_seen), now);
  const gap = longestGap(slots);
  const says = gap ? say('{from} to {until} not seen', { from: atMinute(gap.from), until: atMinute(gap.until) }) : '';
  const there = slots.filter((it) => it.state === 'seen').length;
  const known = slots.filter((it) => it.state !== 'before').length;
  return (
    <Panel title={say('Seen')} sub={say('each bar: 15 minutes')}>
      <div ref={ref} style={{ height: `${height + 20}px` }}>
        {size && (
          <svg
            width={size.width}
            height={height + 20}
            role="img"
            aria-label={[say('Seen in {n} of the last {all} quarters of an hour', { n: there, all: known }), says]
              .filter(Boolean)
              .join('; ')}
            class="axis-text"
          >
            {slots.map((it, i) => {
              const step = size.width / slots.length;
              const { fill, opacity, share } = tones[it.state];
              return (
                <rect
                  key={it.from}
                  x={i * step}
                  y={height * (1 - share)}
                  width={Math.max(1, step - 1)}
                  height={height * share}
                  fill={fill}
                  fill-opacity={opacity}
                />
              );
            })}
            <text x="0" y={height + 15}>
              {say('24 h ago')}
            </text>
            {says && size.width > 360 && (
              <text x={gapMiddle(gap?.middle ?? 0, size.width)} y={height + 15} text-anchor="middle">
                {says}
              </text>
            )}
            <text x={size.width} y={height + 15} text-anchor="end">
              {say('now')}
            </text>
          </svg>
        )}
      </div>
    </Panel>
  );
};

/** Where the words about the gap stand: under its middle, but clear of the words at both ends. */
export const gapMiddle = (share: number, width: number): number => Math.min(width - 120, Math.max(130, share * width));
