import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { DotLegend } from '../agent/dot-legend.tsx';
import { dotOf } from '../agent/dots.ts';
import { agentWords } from '../agent/words.ts';
import { placeOf } from '../challenge/agents.ts';
import { rowOutcome } from '../challenge/outcomes.ts';
import { Histogram } from '../charts/histogram.tsx';
import { atMostKmNumber, count, percent } from '../figures.ts';
import { type Run, WorldMap } from '../map/world-map.tsx';
import {
  type Agent,
  type Challenge,
  distinctAgents,
  hoursOf,
  median,
  type StatisticsByType,
  sumOf,
  useAgents,
  useChallenges,
  useStatistics,
} from '../network.ts';
import { LinkButton } from '../parts/button.tsx';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { StartAgents } from '../parts/command.tsx';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { LegendItem, Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { useProofTypes } from '../proof-types.ts';
import { FirstRun } from '../request/first-run.tsx';
import { useSession } from '../session/session.tsx';
import { seconds } from '../times.ts';
import { say, sayCount } from '../words/say.ts';

export const ExplorePage = (): JSX.Element => {
  const types = useProofTypes();
  const [which, setWhich] = useState('all');
  const agents = useAgents();
  const challenges = useChallenges();
  const statistics = useStatistics();
  const { about } = useSession();
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
        lead={
          agents.data?.length === 0 ? (
            <>
              {agentWords.noneHint}
              <StartAgents />
            </>
          ) : (
            say('Some measure the others: whether a machine is where it says, and as fast as it says.')
          )
        }
        actions={<LinkButton class="primary" to="/request" says={say('Request a challenge')} />}
      />
      <FigureStrip figures={figuresOf(everyone, statistics.data, challenges.data ?? [])} />
      {agents.error !== undefined && <Problem error={agents.error} />}
      {(agents.data === undefined || about === undefined) && agents.error === undefined ? (
        // Everything comes at once, because a card that came later would move the map below it.
        <Skeleton height={600} />
      ) : (
        <div class="columns">
          <FirstRun agents={agents.data ?? []} />
          <Panel
            class="of-8 bleed"
            title={say('Agents')}
            sub={
              running.length > 0
                ? sayCount(running.length, '{n} challenge running', '{n} challenges running')
                : say('positions rounded to 10 km')
            }
            flush
            tools={
              <Segmented
                label={say('Proof')}
                value={which}
                onChange={setWhich}
                options={[['all', say('All')], ...types.map((it) => [it.id, it.label] as const)]}
              />
            }
            legend={<MapLegend />}
          >
            <WorldMap
              dots={dots}
              runs={runs}
              title={sayCount(
                dots.length,
                'World map of {n} agent; the list of agents holds the same.',
                'World map of {n} agents; the list of agents holds the same.',
              )}
            />
          </Panel>
          <Panel class="of-4" title={say('Last 24 hours')} sub={say('per hour')}>
            {statistics.data ? (
              <>
                <Histogram
                  hours={hoursOf(
                    [...statistics.data].filter(([id]) => which === 'all' || id === which).map(([, it]) => it),
                  )}
                />
                <p class="note">
                  {say('Inconclusive is never counted as refuted: the answers are too few, or decide neither way.')}
                </p>
              </>
            ) : (
              <Skeleton height={300} />
            )}
          </Panel>
          <Panel
            class="bleed"
            title={say('Recent challenges')}
            flush
            tools={<LinkButton class="small" to="/challenges" says={say('All challenges')} />}
          >
            {challenges.error !== undefined && <Problem error={challenges.error} />}
            {challenges.data === undefined && challenges.error === undefined && <SkeletonRows rows={6} />}
            {challenges.data?.length === 0 && (
              <Empty
                title={say('No challenges yet')}
                action={<LinkButton to="/request" says={say('Request a challenge')} />}
              >
                {say('Claims that were tested appear here, with what was found.')}
              </Empty>
            )}
            {challenges.data !== undefined && challenges.data.length > 0 && (
              <ChallengeTable challenges={challenges.data.slice(0, 10)} agents={agents.data} />
            )}
          </Panel>
        </div>
      )}
    </>
  );
};

export const titleOf = (agents: readonly Agent[] | undefined): string => {
  if (agents === undefined) return say('Agents');
  const where =
    statedIn(agents, 'country', (n) => say(' in {n} countries', { n })) ??
    statedIn(agents, 'city', (n) => say(' in {n} cities', { n })) ??
    '';
  return sayCount(agents.length, '{n} agent{where}', '{n} agents{where}', { where });
};

/** In how many countries or cities they are. Some agents state none, and are not counted among those that do. */
const statedIn = (
  agents: readonly Agent[],
  claim: 'country' | 'city',
  words: (n: number) => string,
): string | undefined => {
  const stated = agents.map((it) => it.claims[claim]).filter(Boolean);
  const places = new Set(stated);
  if (places.size < 2) return undefined;
  const where = words(places.size);
  return stated.length === agents.length
    ? where
    : say(', {some} of them say they are{where}', { some: stated.length, where });
};

const runOf = (it: Challenge): Run[] => {
  const claim = placeOf(it.parameters);
  return claim ? [{ id: it.id, claim, from: [] }] : [];
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
    { label: say('Agents online'), value: count(online), unit: say('of {most}', { most: count(agents.length) }) },
    { label: say('Challenges, 24 h'), value: statistics ? count(all) : '–' },
    { label: say('Verified, 24 h'), value: all === 0 ? '–' : percent(verified / all), unit: '%' },
    {
      label: say('Verified to within'),
      value: within === undefined ? '–' : atMostKmNumber(within),
      unit: say('km, median'),
    },
    { label: say('Time to verdict'), value: tookMs === undefined ? '–' : seconds(tookMs), unit: say('s, median') },
    { label: say('Running now'), value: open === undefined ? '–' : count(open) },
  ];
};

const MapLegend = () => (
  <>
    <DotLegend />
    <LegendItem
      width={18}
      sign={<circle cx="9" cy="9" r="7.5" fill="var(--ms)" fill-opacity="0.16" stroke="var(--ms)" stroke-width="1.5" />}
    >
      {say('challenge running')}
    </LegendItem>
  </>
);
