import type { JSX } from 'preact';
import { absolute, atSecond } from '../times.ts';

export interface Moment {
  readonly at: number;
  readonly text: string;
  /** The conclusion is filled in its colour; everything before it is hollow. */
  readonly tone?: 'ok' | 'no' | 'un' | 'ms' | 'muted';
}

export const Timeline = ({ moments }: { moments: readonly Moment[] }): JSX.Element => (
  <ol class="timeline">
    {moments.map(({ at, text, tone }) => (
      <li key={`${at} ${text}`}>
        <time dateTime={new Date(at).toISOString()} title={absolute(at)}>
          {atSecond(at)}
        </time>
        <span class={`pip ${tone ? `told ${tone}` : ''}`} />
        <span>{text}</span>
      </li>
    ))}
  </ol>
);
