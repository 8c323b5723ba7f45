import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { agentPath, type Claims, placeOf } from '../challenge/agents.ts';
import { rowOutcome } from '../challenge/outcomes.ts';
import { Histogram } from '../charts/histogram.tsx';
import { atMostKmNumber, count, percent, plural } from '../figures.ts';
import { type Dot, type Run, WorldMap } from '../map/world-map.tsx';
import {
  type Agent,
  agentName,
  type Challenge,
  distinctAgents,
  hoursOf,
  type StatisticsByType,
  sumOf,
  useAgents,
  useChallenges,
  useStatistics,
} from '../network.ts';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { LegendItem, Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { useProofTypes } from '../proof-types.ts';
import { seconds } from '../times.ts';

export const ExplorePage = (): JSX.Element => {
  const types = useProofTypes();
  const [which, setWhich] = useState('all');
  const agents = useAgents();
  const challenges = useChallenges();
  const statistics = useStatistics();
  const everyone = useMemo(() => distinctAgents(agents.data ?? []), [agents.data]);
  const shownAgents = useMemo(
    () => distinctAgents((agents.data ?? []).filter((it) => which === 'all' || it.proofType === which)),
    [agents.data, which],
  );
  const dots = useMemo(() => shownAgents.flatMap(dotOf), [shownAgents]);
  const running = (challenges.data ?? []).filter((it) => rowOutcome(it) === 'measuring');
  const runs = useMemo(() => running.flatMap(runOf), [challenges.data]);
  return (
    <>
      <Heading
        title={titleOf(agents.data === undefined ? undefined : everyone)}
        lead="They measure whether a machine is where it says, and as fast as it says."
        actions={
          <a class="button primary" href="/request">
            Request a challenge
          </a>
        }
      />
      <FigureStrip figures={figuresOf(everyone, statistics.data, challenges.data ?? [])} />
      {agents.error !== undefined && <Problem error={agents.error} />}
      <div class="columns">
        <Panel
          class="of-8 bleed"
          title="Agents"
          sub={running.length > 0 ? `${plural(running.length, 'challenge')} running` : 'positions rounded to 10 km'}
          flush
          tools={
            <Segmented
              label="Proof"
              value={which}
              onChange={setWhich}
              options={[['all', 'All'], ...types.map((it) => [it.id, it.label] as const)]}
            />
          }
          legend={<MapLegend />}
        >
          <WorldMap
            dots={dots}
            runs={runs}
            title={`World map of ${plural(dots.length, 'agent')}; the list of agents holds the same.`}
          />
        </Panel>
        <Panel class="of-4" title="Last 24 hours" sub="per hour">
          {statistics.data ? (
            <>
              <Histogram
                hours={hoursOf(
                  [...statistics.data].filter(([id]) => which === 'all' || id === which).map(([, it]) => it),
                )}
              />
              <p class="note">Inconclusive is never counted as refuted: most lack four challengers near the claim.</p>
            </>
          ) : (
            <Skeleton height={300} />
          )}
        </Panel>
        <Panel
          class="bleed"
          title="Recent challenges"
          flush
          tools={
            <a class="button small" href="/challenges">
              All challenges
            </a>
          }
        >
          {challenges.error !== undefined && <Problem error={challenges.error} />}
          {challenges.data === undefined && challenges.error === undefined && <SkeletonRows rows={6} />}
          {challenges.data?.length === 0 && (
            <Empty
              title="No challenges yet"
              action={
                <a class="button" href="/request">
                  Request a challenge
                </a>
              }
            >
              Claims that were tested appear here, with what was found.
            </Empty>
          )}
          {challenges.data !== undefined && challenges.data.length > 0 && (
            <ChallengeTable challenges={challenges.data.slice(0, 10)} agents={agents.data} />
          )}
        </Panel>
      </div>
    </>
  );
};

export const titleOf = (agents: readonly Agent[] | undefined): string => {
  if (agents === undefined) return 'Agents';
  const countries = new Set(agents.map((it) => it.claims.country).filter(Boolean));
  const cities = new Set(agents.map((it) => it.claims.city).filter(Boolean));
  const where =
    countries.size > 1 ? ` in ${countries.size} countries` : cities.size > 1 ? ` in ${cities.size} cities` : '';
  return `${plural(agents.length, 'agent')}${where}`;
};

/** About 10 km: enough for a world map, too little to find a house. */
const rounded = (degrees: number): number => Math.round(degrees * 10) / 10;

export const dotOf = (it: Agent): Dot[] => {
  const place = placeOf(it.claims as Claims);
  if (!place) return [];
  return [
    {
      id: it.id,
      place: { latitude: rounded(place.latitude), longitude: rounded(place.longitude) },
      name: agentName(it),
      online: it.online,
      href: agentPath(it.proofType, it.role, it.id),
    },
  ];
};

const runOf = (it: Challenge): Run[] => {
  const claim = placeOf(it.parameters);
  return claim ? [{ id: it.id, claim, from: [] }] : [];
};

export const median = (values: readonly number[]): number | undefined => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

export const figuresOf = (
  agents: readonly Agent[],
  statistics: StatisticsByType | undefined,
  challenges: readonly Challenge[],
): Figure[] => {
  const online = agents.filter((it) => it.online).length;
  const each = [...(statistics?.values() ?? [])];
  const all = sumOf(each, ({ ended }) => ended.true + ended.false + ended.inconclusive);
  const verified = sumOf(each, ({ ended }) => ended.true);
  const over = challenges.filter((it) => rowOutcome(it) !== 'measuring');
  const tookMs = median(over.map((it) => Date.parse(it.challenge_end_time) - Date.parse(it.challenge_start_time)));
  const within = median(over.filter((it) => it.verified === 'true').map((it) => Number(it.result.uncertainty_km)));
  const open = statistics && sumOf(each, (it) => it.open_challenges);
  return [
    { label: 'Agents online', value: count(online), unit: `of ${count(agents.length)}` },
    { label: 'Challenges, 24 h', value: statistics ? count(all) : '–' },
    { label: 'Verified, 24 h', value: all === 0 ? '–' : percent(verified / all), unit: '%' },
    { label: 'Typical uncertainty', value: within === undefined ? '–' : atMostKmNumber(within), unit: 'km, median' },
    { label: 'Time to verdict', value: tookMs === undefined ? '–' : seconds(tookMs), unit: 's, median' },
    { label: 'Running now', value: open === undefined ? '–' : count(open) },
  ];
};

const MapLegend = () => (
  <>
    <LegendItem width={12} sign={<circle cx="6" cy="6" r="3.6" fill="var(--ms)" />}>
      online
    </LegendItem>
    <LegendItem
      width={12}
      sign={<circle cx="6" cy="6" r="3.2" fill="var(--land)" stroke="var(--ink3)" stroke-width="1.3" />}
    >
      not connected
    </LegendItem>
    <LegendItem
      width={18}
      sign={<circle cx="9" cy="9" r="7.5" fill="var(--ms)" fill-opacity="0.16" stroke="var(--ms)" stroke-width="1.5" />}
    >
      challenge running
    </LegendItem>
  </>
);
