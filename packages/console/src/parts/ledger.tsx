import type { JSX } from 'preact';
import { signedPoints } from '../figures.ts';
import { absolute, atSecond } from '../times.ts';

export interface Entry {
  readonly at: string;
  readonly points: number;
  readonly reason: string;
}

const tone = (points: number): string => (points > 0 ? 'ok' : points < 0 ? 'no' : 'muted');

/** No line without a reason, also where nothing was paid. */
export const Ledger = ({ entries }: { entries: readonly Entry[] }): JSX.Element => (
  <table class="table folds">
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col" class="end">
          POINTS
        </th>
        <th scope="col">Reason</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((it) => (
        <tr key={`${it.at} ${it.reason}`}>
          <td class="muted" title={absolute(Date.parse(it.at))}>
            {atSecond(Date.parse(it.at))}
          </td>
          <td class={`end aside medium ${tone(it.points)}`}>{signedPoints(it.points)}</td>
          <td class="whole">{it.reason}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
