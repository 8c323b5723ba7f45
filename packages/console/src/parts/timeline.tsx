import type { JSX } from 'preact';
import { absolute, atSecond, dateAndZone, onDay } from '../times.ts';

export interface Moment {
  readonly at: number;
  readonly text: string;
  /** The conclusion is filled in its colour; everything before it is hollow. */
  readonly tone?: 'ok' | 'no' | 'un' | 'ms' | 'muted';
}

const dayOf = (at: number): string => new Date(at).toDateString();

/** Moments with their times. The day of the first one stands above them. A moment of another day names its own. */
export const Timeline = ({ moments }: { moments: readonly Moment[] }): JSX.Element => {
  const [first] = moments;
  return (
    <>
      {first && <p class="small muted timeline-day">{dateAndZone(first.at)}</p>}
      <ol class="timeline">
        {moments.map(({ at, text, tone }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={new Date(at).toISOString()} title={absolute(at)}>
              {first && dayOf(at) !== dayOf(first.at) ? onDay(at) : atSecond(at)}
            </time>
            <span class={`pip ${tone ? `told ${tone}` : ''}`} />
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
};
