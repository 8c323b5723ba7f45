import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Histogram } from '../charts/histogram.tsx';
import { count, percent } from '../figures.ts';
import { hoursOf, sumOf, useStatistics } from '../network.ts';
import { AdmissionQueue } from '../operator/admission-queue.tsx';
import { Agents, Nodes } from '../operator/agents.tsx';
import { Health, type Look } from '../operator/health.tsx';
import { milliseconds, parseMetrics, quantile, requests, type Sample, seconds, sum } from '../operator/metrics.ts';
import { Operations } from '../operator/operations.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { useLoad } from '../service.ts';

const everyMs = 5000;

const read = async (path: string, signal: AbortSignal): Promise<string | null> => {
  const reply = await fetch(path, { signal });
  return reply.ok ? reply.text() : null;
};

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
  const each = statistics.data && [...statistics.data.values()];
  const waiting = each && sumOf(each, (it) => it.open_challenges);
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
            value: connected(samples) ?? (each ? count(sumOf(each, (it) => it.provers + it.challengers)) : '–'),
          },
          { label: 'Requests', value: rate === undefined ? '–' : rate.toFixed(1), unit: 'per s' },
          { label: 'Median answer', value: milliseconds(quantile(samples, seconds, 0.5)), unit: 'ms' },
          { label: '99 % within', value: milliseconds(quantile(samples, seconds, 0.99)), unit: 'ms' },
          { label: 'Failed', value: failed(samples), unit: '%' },
        ]}
      />
      <div class="columns">
        <Panel class="of-4" title="Health">
          {node.error !== undefined && <Problem error={node.error} />}
          {node.data ? <Health node={node.data} /> : <SkeletonRows rows={3} />}
        </Panel>
        <Panel class="of-4" title="Challenges, 24 hours" sub="per hour">
          {each ? <Histogram hours={hoursOf(each)} /> : <Skeleton height={280} />}
        </Panel>
        <Panel class="of-4" title="Agents" sub="connected to the service" flush>
          {statistics.data ? <Agents statistics={statistics.data} /> : <SkeletonRows rows={3} />}
          <Nodes samples={samples} />
        </Panel>
        <AdmissionQueue />
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

const connected = (samples: readonly Sample[]): string | undefined => {
  const n = sum(samples, 'trigpoint_agents_connected');
  return n === undefined ? undefined : count(n);
};

export const failed = (samples: readonly Sample[]): string => {
  const all = sum(samples, requests);
  const bad = sum(samples, requests, (it) => Number(it.status) >= 500) ?? 0;
  return all === undefined || all === 0 ? '–' : percent(bad / all, 2);
};
