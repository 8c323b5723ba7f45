import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { Checks } from '../parts/checks.tsx';
import { type Sample, sum } from './metrics.ts';

export interface Look {
  readonly at: number;
  readonly alive: boolean;
  readonly ready: boolean;
  /** null: METRICS is off. */
  readonly samples: readonly Sample[] | null;
}

export const Health = ({ node }: { node: Look }): JSX.Element => {
  const samples = node.samples ?? [];
  const memory = sum(samples, 'trigpoint_process_resident_memory_bytes');
  const lag = sum(samples, 'trigpoint_nodejs_eventloop_lag_p99_seconds');
  const since = sum(samples, 'trigpoint_process_start_time_seconds');
  const lines: [boolean, string, string][] = [
    [node.alive, node.alive ? 'Answers' : 'Does not answer', '/healthz'],
    [node.ready, node.ready ? 'Its database is reachable' : 'Its database is not reachable', '/readyz'],
    [
      lag === undefined || lag < 0.1,
      lag === undefined ? 'Loop delay unknown' : `Loop delay ${(lag * 1000).toFixed(0)} ms, 99 %`,
      'Above 100 ms answers wait',
    ],
    [
      true,
      memory === undefined ? 'Memory unknown' : `${count(Math.round(memory / 1e6))} MB of memory`,
      since === undefined ? '' : `Up for ${upFor(Date.now() / 1000 - since)}`,
    ],
  ];
  return (
    <Checks checks={lines.map(([holds, title, says]) => ({ outcome: holds ? 'verified' : 'refuted', title, says }))} />
  );
};

export const upFor = (s: number): string =>
  s < 120 ? `${Math.round(s)} s` : s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
