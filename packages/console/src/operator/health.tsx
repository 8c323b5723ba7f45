import type { JSX } from 'preact';
import { count, grouped } from '../figures.ts';
import { Checks } from '../parts/checks.tsx';
import { say } from '../words/say.ts';
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
  const lagMs = lag === undefined ? '' : grouped(lag * 1000);
  const since = sum(samples, 'trigpoint_process_start_time_seconds');
  const lines: [boolean | undefined, string, string][] = [
    [node.alive, node.alive ? say('It answers') : say('It does not answer'), '/healthz'],
    [node.ready, node.ready ? say('Its database is reachable') : say('Its database is not reachable'), '/readyz'],
    [
      lag === undefined ? undefined : lag < 0.1,
      lag === undefined
        ? say('How soon its work starts is unknown')
        : say('99 % of its work starts within {n} ms', { n: lagMs }),
      say('Above 100 ms the node is too busy, and answers wait'),
    ],
    [
      memory === undefined ? undefined : true,
      memory === undefined ? say('Memory unknown') : say('{n} MB of memory', { n: count(Math.round(memory / 1e6)) }),
      since === undefined ? '' : say('Up for {time}', { time: upFor(Date.now() / 1000 - since) }),
    ],
  ];
  return (
    <Checks
      checks={lines.map(([holds, title, says]) => ({
        // What is unknown is neither well nor bad.
        outcome: holds === undefined ? 'none' : holds ? 'verified' : 'refuted',
        ...{ title, says },
      }))}
    />
  );
};

export const upFor = (s: number): string =>
  s < 120 ? `${Math.round(s)} s` : s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
