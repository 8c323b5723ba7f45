import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Histogram } from '../charts/histogram.tsx';
import { count, percent } from '../figures.ts';
import { useStatistics } from '../network.ts';
import { parseMetrics, quantile, type Sample, sum } from '../operator/metrics.ts';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { useLoad } from '../service.ts';

const everyMs = 5000;

const read = async (path: string, signal: AbortSignal): Promise<string | null> => {
  const reply = await fetch(path, { signal });
  return reply.ok ? reply.text() : null;
};

interface Look {
  readonly at: number;
  readonly alive: boolean;
  readonly ready: boolean;
  /** null: METRICS is off. */
  readonly samples: readonly Sample[] | null;
}

const look = async (signal: AbortSignal): Promise<Look> => {
  const [alive, ready, metrics] = await Promise.all(['/healthz', '/readyz', '/metrics'].map((it) => read(it, signal)));
  return {
    at: Date.now(),
    alive: alive != null,
    ready: ready != null,
    samples: metrics == null ? null : parseMetrics(metrics),
  };
};

/** Is the node well, what waits, who is connected, how fast does it answer: from its own metrics. */
export const OperatorPage = (): JSX.Element => {
  const node = useLoad('node', look, { everyMs });
  const statistics = useStatistics();
  const before = useRef<Look | undefined>(undefined);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    const now = node.data;
    if (!now?.samples) return;
    const last = before.current;
    const [a, b] = [last?.samples && sum(last.samples, requests), sum(now.samples, requests)];
    if (last && a != null && b !== undefined && now.at > last.at)
      setRate(Math.max(0, (b - a) / ((now.at - last.at) / 1000)));
    before.current = now;
  }, [node.data]);
  const samples = node.data?.samples ?? [];
  const { pol, pob } = statistics.data ?? {};
  const waiting = pol && pob ? pol.open_challenges + pob.open_challenges : undefined;
  return (
    <>
      <Heading
        title="Operator view"
        lead="This node, from its own metrics; each node of a larger service has its own."
        actions={
          <a class="button" href="/metrics" data-outside>
            Metrics as text
          </a>
        }
      />
      <FigureStrip
        figures={[
          { label: 'Challenges waiting or running', value: waiting === undefined ? '–' : count(waiting) },
          {
            label: 'Agents connected here',
            value:
              connected(samples) ??
              (pol && pob ? count(pol.provers + pol.challengers + pob.provers + pob.challengers) : '–'),
          },
          { label: 'Requests', value: rate === undefined ? '–' : rate.toFixed(1), unit: 'per s' },
          { label: 'Median answer', value: milliseconds(quantile(samples, seconds, 0.5)), unit: 'ms' },
          { label: '99 % within', value: milliseconds(quantile(samples, seconds, 0.99)), unit: 'ms' },
          { label: 'Refused or failed', value: failed(samples), unit: '%' },
        ]}
      />
      <div class="columns">
        <Panel class="of-4" title="Health">
          {node.error !== undefined && <Problem error={node.error} />}
          {node.data ? <Health node={node.data} /> : <SkeletonRows rows={3} />}
        </Panel>
        <Panel class="of-4" title="Challenges, 24 hours" sub="per hour">
          {pol && pob ? (
            <Histogram
              hours={pol.hours.map((it, i) => ({
                hour: it.hour,
                true: it.true + (pob.hours[i]?.true ?? 0),
                false: it.false + (pob.hours[i]?.false ?? 0),
                inconclusive: it.inconclusive + (pob.hours[i]?.inconclusive ?? 0),
              }))}
            />
          ) : (
            <Skeleton height={280} />
          )}
        </Panel>
        <Panel class="of-4" title="Agents" sub="connected to the service" flush>
          {pol && pob ? <Agents pol={pol} pob={pob} /> : <SkeletonRows rows={3} />}
        </Panel>
        <Panel class="bleed" title="Operations" sub="since this node started" flush>
          {node.data && node.data.samples === null && (
            <Empty title="Metrics are off">The operator sets METRICS=on.</Empty>
          )}
          {samples.length > 0 && <Operations samples={samples} />}
        </Panel>
      </div>
    </>
  );
};

const requests = 'trigpoint_http_requests_total';
const seconds = 'trigpoint_http_request_seconds';

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : (value * 1000).toFixed(value < 0.01 ? 1 : 0);

const connected = (samples: readonly Sample[]): string | undefined => {
  const n = sum(samples, 'trigpoint_agents_connected') ?? sum(samples, 'trigpoint_connected_agents');
  return n === undefined ? undefined : count(n);
};

const failed = (samples: readonly Sample[]): string => {
  const all = sum(samples, requests);
  const bad = sum(samples, requests, (it) => Number(it.status) >= 500) ?? 0;
  return all === undefined || all === 0 ? '–' : percent(bad / all, 2);
};

const Health = ({ node }: { node: Look }) => {
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
    <ul class="checks">
      {lines.map(([holds, title, says]) => (
        <li key={title}>
          <VerdictGlyph outcome={holds ? 'verified' : 'refuted'} size={18} />
          <div>
            <b class="medium">{title}</b>
            <p class="small soft">{says}</p>
          </div>
        </li>
      ))}
    </ul>
  );
};

const upFor = (s: number): string =>
  s < 120 ? `${Math.round(s)} s` : s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;

interface Counts {
  readonly provers: number;
  readonly challengers: number;
}

const Agents = ({ pol, pob }: { pol: Counts; pob: Counts }) => (
  <table class="table">
    <thead>
      <tr>
        <th scope="col">Proof of</th>
        <th scope="col" class="end">
          Provers
        </th>
        <th scope="col" class="end">
          Challengers
        </th>
      </tr>
    </thead>
    <tbody>
      {(
        [
          ['Location', pol],
          ['Bandwidth', pob],
        ] as const
      ).map(([name, it]) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="end">{count(it.provers)}</td>
          <td class="end">{count(it.challengers)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const mostRows = 14;

const Operations = ({ samples }: { samples: readonly Sample[] }) => {
  const names = [...new Set(samples.filter((it) => it.name === requests).map((it) => it.labels.route ?? ''))].filter(
    (it) => !/^\/(assets\/|[\w-]+\.(js|svg)$)/.test(it),
  );
  const rows = names
    .map((route) => {
      const of = (keep: (status: number) => boolean) =>
        sum(samples, requests, (it) => it.route === route && keep(Number(it.status))) ?? 0;
      const own = samples.filter((it) => it.labels.route === route);
      return {
        route,
        all: of(() => true),
        refused: of((it) => it >= 400 && it < 500),
        failed: of((it) => it >= 500),
        p99: quantile(own, seconds, 0.99),
      };
    })
    .sort((a, b) => b.all - a.all)
    .slice(0, mostRows);
  return (
    <table class="table folds">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col" class="end">
            Answered
          </th>
          <th scope="col" class="end">
            Refused
          </th>
          <th scope="col" class="end">
            Failed
          </th>
          <th scope="col" class="end">
            99 % within
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((it) => (
          <tr key={it.route}>
            <td class="mono">{it.route.replace('/proof/v1/:proof_type/', '…/')}</td>
            <td class="end aside">{count(it.all)}</td>
            <td class="end soft fold-away">{count(it.refused)}</td>
            <td class={`end fold-away ${it.failed > 0 ? 'no' : 'soft'}`}>{count(it.failed)}</td>
            <td class="end soft fold-away">{milliseconds(it.p99)} ms</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
