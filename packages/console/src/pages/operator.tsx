import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Budget, Budgets } from '../account/budgets.tsx';
import { Histogram } from '../charts/histogram.tsx';
import { count, grouped, percent } from '../figures.ts';
import { hoursOf, sumOf, useStatistics } from '../network.ts';
import { AdmissionQueue } from '../operator/admission-queue.tsx';
import { Agents, Nodes } from '../operator/agents.tsx';
import { Deliveries } from '../operator/deliveries.tsx';
import { Health, type Look } from '../operator/health.tsx';
import {
  answeredWithin,
  milliseconds,
  parseMetrics,
  quantile,
  requests,
  type Sample,
  seconds,
  sum,
} from '../operator/metrics.ts';
import { Operations } from '../operator/operations.tsx';
import { type Moment, momentOf, ratesOf, withMoment } from '../operator/series.ts';
import { SeriesPanel } from '../operator/series-panel.tsx';
import { TroublesPanel } from '../operator/troubles-panel.tsx';
import { operatorWords as words } from '../operator/words.ts';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';

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
  const { user, about, ask } = useSession();
  const [moments, setMoments] = useState<readonly Moment[]>([]);
  useEffect(() => {
    const now = node.data;
    if (now?.samples) setMoments((all) => withMoment(all, momentOf(now.at, now.samples ?? [])));
  }, [node.data]);
  const rate = ratesOf(moments).at(-1);
  const samples = node.data?.samples ?? [];
  const budgets = budgetsOf(samples);
  const each = statistics.data && [...statistics.data.values()];
  const waiting = each && sumOf(each, (it) => it.open_challenges);
  // A development network is for one person, who need not sign in.
  if (user === null && about && !about.development)
    return (
      <>
        <Heading title={words.title} />
        <Panel title={words.signIn}>
          <SignedOut onSignIn={ask}>{words.signInWhy}</SignedOut>
        </Panel>
      </>
    );
  return (
    <>
      <Heading
        title={words.title}
        lead={words.lead}
        actions={
          <a class="button" href="/metrics" data-outside>
            {say('Metrics as text')}
          </a>
        }
      />
      <FigureStrip
        figures={[
          { label: say('Challenges waiting or running'), value: waiting === undefined ? '–' : count(waiting) },
          {
            label: say('Agents connected here'),
            value: connected(samples) ?? (each ? count(sumOf(each, (it) => it.provers + it.challengers)) : '–'),
          },
          { label: words.requests, value: rate === undefined ? '–' : grouped(rate, 1) },
          { label: say('Median answer'), value: milliseconds(quantile(samples, seconds, 0.5)), unit: 'ms' },
          { label: say('99 % answered within'), value: answeredWithin(samples, seconds, 0.99), unit: 'ms' },
          { label: say('Failed'), value: failed(samples), unit: '%' },
        ]}
      />
      {node.data === undefined && node.error === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <div class="columns">
          {samples.length > 0 && <SeriesPanel moments={moments} />}
          <AdmissionQueue />
          {samples.length > 0 && <TroublesPanel samples={samples} />}
          <div class="of-4 stack">
            <Panel title={say('Health')}>
              {node.error !== undefined && <Problem error={node.error} />}
              {node.data ? <Health node={node.data} /> : <SkeletonRows rows={3} />}
            </Panel>
            {user && <Deliveries />}
          </div>
          <Panel class="of-4" title={say('Challenges, 24 hours')} sub={say('per hour')}>
            {each ? <Histogram hours={hoursOf(each)} /> : <Skeleton height={280} />}
          </Panel>
          <div class="of-4 stack">
            <Panel title={say('Agents')} sub={say('connected to the service')} flush>
              {statistics.data ? <Agents statistics={statistics.data} /> : <SkeletonRows rows={3} />}
              <Nodes samples={samples} />
            </Panel>
            {budgets.length > 0 && (
              <Panel title={words.budgets} sub={words.budgetsSub}>
                <Budgets budgets={budgets} />
              </Panel>
            )}
          </div>
          <Panel class="bleed" title={say('Operations')} sub={say('requests since this node started')} flush>
            {node.data && node.data.samples === null && <Empty title={words.metricsOff}>{words.metricsHint}</Empty>}
            {samples.length > 0 && <Operations samples={samples} />}
          </Panel>
        </div>
      )}
    </>
  );
};

/** What the network paid today of what it pays at most, as the metrics have it. */
export const budgetsOf = (samples: readonly Sample[]): Budget[] =>
  samples
    .filter((it) => it.name === 'trigpoint_rewards_today_points')
    .flatMap(({ labels, value }) => {
      const of = labels.for as Budget['of'];
      const most = sum(samples, 'trigpoint_rewards_per_day_points', (it) => it.for === of);
      return most === undefined ? [] : [{ of, used: String(value), most: String(most) }];
    });

const connected = (samples: readonly Sample[]): string | undefined => {
  const n = sum(samples, 'trigpoint_agents_connected');
  return n === undefined ? undefined : count(n);
};

export const failed = (samples: readonly Sample[]): string => {
  const all = sum(samples, requests);
  const bad = sum(samples, requests, (it) => Number(it.status) >= 500) ?? 0;
  return all === undefined || all === 0 ? '–' : percent(bad / all, 2);
};
