import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { agentPath, type Claims, nameOf, placeOf } from '../challenge/agents.ts';
import { proofWord, rowOutcome } from '../challenge/outcomes.ts';
import type { PolView } from '../challenge/pol-view.ts';
import { failureWord, readReading, rttsOf } from '../challenge/readings.ts';
import { count, kmNumber, msNumber, percent, points, shortAgent, shortId } from '../figures.ts';
import { LocalMap } from '../map/local-map.tsx';
import { namesOf, type Role, useAgents, useChallenges } from '../network.ts';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { Crumbs, Heading } from '../parts/heading.tsx';
import { Ledger } from '../parts/ledger.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { call, type ProofTypeId, useLoad, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { absolute, ago, atSecond, onDay } from '../times.ts';

type AgentDetail = ReplyOf<(typeof routes)['prover']>['result'];

/** Am I seen, where, what did I earn, and why was a measurement refused. */
export const AgentPage = ({ params }: { params: PageProps }): JSX.Element => {
  const proofType: ProofTypeId = params.type === 'pob' ? 'pob' : 'pol';
  const role: Role = params.role === 'prover' ? 'prover' : 'challenger';
  const id = params.id ?? '';
  const agent = useLoad(
    `agent ${proofType} ${role} ${id}`,
    async (signal) => (await call(proofType, role, { id }, signal)).result,
    { everyMs: 5000 },
  );
  return (
    <>
      <Crumbs
        trail={[
          { label: 'Agents', to: '/agents' },
          { label: role === 'prover' ? 'Provers' : 'Challengers', to: `/agents?role=${role}` },
          { label: shortAgent(id) },
        ]}
      >
        <CopyButton text={id} />
      </Crumbs>
      {agent.error !== undefined && agent.data === undefined && (
        <>
          <h1 class="hidden">Agent</h1>
          <Problem
            error={agent.error}
            action={
              <a class="button small" href="/agents">
                All agents
              </a>
            }
          />
        </>
      )}
      {agent.data === undefined && agent.error === undefined && <SkeletonRows rows={8} height={56} />}
      {agent.data && <Shown agent={agent.data} proofType={proofType} role={role} />}
    </>
  );
};

const Shown = ({ agent, proofType, role }: { agent: AgentDetail; proofType: ProofTypeId; role: Role }) => {
  const now = useNow();
  const { user } = useSession();
  const isOwner = user?.publicKey.toLowerCase() === agent.publicKey.toLowerCase();
  const alive = Date.parse(agent.last_alive);
  const claims = agent.claims as Claims;
  const family = agent.id.startsWith('IPv6') ? 'IPv6' : 'IPv4';
  return (
    <>
      <Heading
        title={nameOf(agent.id, claims)}
        beside={
          <span class={`with-glyph ${agent.online ? 'ok' : 'muted'}`} title={absolute(alive)}>
            <span class="dot" /> {agent.online ? 'Online' : 'Not connected'}, seen {ago(alive, now)}
          </span>
        }
        lead={`${role === 'prover' ? 'Prover' : 'Challenger'} for proofs of ${proofWord[proofType]?.toLowerCase()} · ${family} · version ${agent.version || 'unknown'}`}
        actions={
          role === 'prover' && (
            <a class="button primary" href={`/request?type=${proofType}&prover=${encodeURIComponent(agent.id)}`}>
              Challenge it
            </a>
          )
        }
      />
      <FigureStrip figures={figuresOf(agent, role)} />
      <div class="columns">
        <div class="of-8 stack">
          {isOwner && <Rewards />}
          <Readings agent={agent} role={role} proofType={proofType} />
          {role === 'prover' && <About prover={agent.id} />}
        </div>
        <div class="of-4 stack">
          <Chosen agent={agent} role={role} proofType={proofType} />
          <Position agent={agent} />
        </div>
        {isOwner && <Refused agent={agent} />}
      </div>
    </>
  );
};

const figuresOf = (agent: AgentDetail, role: Role): Figure[] => {
  const { number_of_challenges: all, number_of_successful_challenges: good, verified_place: place } = agent;
  return [
    { label: role === 'prover' ? 'Claims tested' : 'Asked to measure', value: count(all) },
    {
      label: role === 'prover' ? 'Verified' : 'Readings accepted',
      value: all === 0 ? '–' : percent(good / all),
      unit: '%',
    },
    {
      label: 'Own location',
      value: place ? kmNumber(place.uncertainty_km) : '–',
      unit: place ? 'km, verified' : 'not verified yet',
    },
    {
      label: 'First seen',
      value: onDay(Date.parse(agent.first_seen)).split(',')[0] ?? '',
      unit: onDay(Date.parse(agent.first_seen)).split(',')[1]?.trim() ?? '',
    },
  ];
};

const Rewards = () => {
  const balance = useLoad(
    'balance',
    async (signal) => (await call('pol', 'my-balance', { limit: 50 }, signal)).result,
    { everyMs: 5000 },
  );
  return (
    <Panel
      class="bleed"
      title="Rewards"
      sub={balance.data ? `${points(balance.data.points)} POINTS, every line says why` : 'every line says why'}
      flush
    >
      {balance.error !== undefined && <Problem error={balance.error} />}
      {balance.data === undefined && balance.error === undefined && <SkeletonRows rows={4} />}
      {balance.data?.entries.length === 0 && (
        <Empty title="Nothing earned yet">The first reading that is accepted is paid at once.</Empty>
      )}
      {balance.data !== undefined && balance.data.entries.length > 0 && <Ledger entries={balance.data.entries} />}
    </Panel>
  );
};

const said = (message: string, proofType: ProofTypeId): string => {
  const reading = readReading(message);
  if (reading?.failure) return failureWord(reading.failure.failure);
  const rtts = rttsOf(reading?.series);
  if (proofType === 'pol' && rtts.length > 0)
    return `fastest ${msNumber(Math.min(...rtts))} ms of ${rtts.length} probes`;
  return 'a round of data';
};

const Readings = ({ agent, role, proofType }: { agent: AgentDetail; role: Role; proofType: ProofTypeId }) => {
  const agents = useAgents();
  const names = useMemo(() => namesOf(agents.data), [agents.data]);
  const other = role === 'prover' ? 'challenger' : 'prover';
  return (
    <Panel
      class="bleed"
      title={role === 'prover' ? 'Readings about it' : 'Its readings'}
      sub="signed, newest first"
      flush
    >
      {agent.results.length === 0 ? (
        <Empty title="No readings yet">
          {role === 'prover'
            ? 'They appear when a challenge about it runs.'
            : 'They appear when it is chosen for a challenge.'}
        </Empty>
      ) : (
        <table class="table folds">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{role === 'prover' ? 'By' : 'About'}</th>
              <th scope="col">Reading</th>
              <th scope="col">Challenge</th>
            </tr>
          </thead>
          <tbody>
            {agent.results.map((it) => {
              const at = Date.parse(it.received_at);
              return (
                <tr key={`${it.challenge_id} ${it[other]}`}>
                  <td class="muted" title={absolute(at)}>
                    {atSecond(at)}
                  </td>
                  <td class="aside">
                    <a class="link" href={agentPath(proofType, other, it[other])}>
                      {names.get(it[other]) ?? shortAgent(it[other])}
                    </a>
                  </td>
                  <td class="soft">{said(it.message, proofType)}</td>
                  <td class="aside">
                    <a class="link mono" href={`/challenges/${proofType}/${it.challenge_id}`}>
                      {shortId(it.challenge_id, 10, 4)}
                    </a>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Panel>
  );
};

const About = ({ prover }: { prover: string }) => {
  const challenges = useChallenges({ prover, limit: 20 });
  const agents = useAgents();
  const names = useMemo(() => namesOf(agents.data), [agents.data]);
  if (!challenges.data?.length) return null;
  return (
    <Panel
      class="bleed"
      title="Challenges about it"
      sub={`${challenges.data.filter((it) => rowOutcome(it) === 'verified').length} verified`}
      flush
    >
      <ChallengeTable challenges={challenges.data} names={names} />
    </Panel>
  );
};

/** The conditions of the choice, one by one, with what is missing. */
const Chosen = ({ agent, role, proofType }: { agent: AgentDetail; role: Role; proofType: ProofTypeId }) => {
  const place = placeOf(agent.claims as Claims);
  const lines =
    role === 'prover'
      ? [
          [
            agent.online,
            'Connected',
            agent.online ? 'It can be challenged at any moment.' : 'A challenge now ends without it.',
          ],
          [
            proofType === 'pob' || place !== undefined,
            'Claims what is to be proved',
            proofType === 'pol' ? 'Latitude and longitude.' : 'A bandwidth in Mbit/s.',
          ],
        ]
      : [
          [
            agent.online,
            'Connected',
            agent.online ? 'Alive within the last minute.' : 'Only connected challengers are drawn.',
          ],
          [
            proofType === 'pob' || place !== undefined,
            'States where it is',
            place
              ? 'Its discs are drawn around this place.'
              : 'Without latitude and longitude its round trips say nothing.',
          ],
          [
            agent.verified_place !== null,
            'Its own place was measured',
            agent.verified_place
              ? 'Others confirmed where it stands.'
              : 'Not needed to be drawn; it makes its readings weigh more.',
          ],
          [false, 'For itself, its owner or its network: no', 'Never drawn for a prover on its own network.'],
        ];
  return (
    <Panel title={role === 'prover' ? 'Can it be challenged?' : 'Will it be chosen?'}>
      <ul class="checks">
        {(lines as [boolean, string, string][]).map(([holds, title, says]) => (
          <li key={title}>
            <VerdictGlyph outcome={holds ? 'verified' : 'none'} size={18} />
            <div>
              <b class="medium">{title}</b>
              <p class="small soft">{says}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

/** Where it stands, and how well that is known. */
const Position = ({ agent }: { agent: AgentDetail }) => {
  const claims = agent.claims as Claims;
  const place = placeOf(claims);
  const verified = agent.verified_place;
  const view = useMemo((): PolView | undefined => {
    if (!place) return undefined;
    return {
      id: '',
      outcome: verified ? 'verified' : 'none',
      reason: '',
      claim: { place, name: nameOf(agent.id, claims), radiusKm: 0 },
      witnesses: [],
      asked: 0,
      boundsKm: [verified?.uncertainty_km ?? 0].filter((it) => it > 0),
      liars: 0,
      startedAt: 0,
      moments: [],
    };
  }, [agent.id, place?.latitude, place?.longitude, verified?.uncertainty_km]);
  if (!view) return null;
  return (
    <Panel
      title="Its own position"
      sub={
        verified ? (
          <a class="link" href={`/challenges/pol/${verified.challenge_id}`}>
            verified {onDay(Date.parse(verified.at))}
          </a>
        ) : (
          'as claimed, not verified'
        )
      }
      flush
    >
      <div class="small-map">
        <LocalMap pol={view} chosen={undefined} onChoose={() => undefined} />
      </div>
    </Panel>
  );
};

const whatToDo: Record<string, string> = {
  late: 'Check the machine’s upload; the clock does not matter',
  signature: 'Restart the agent so that it loads its current key',
  not_assigned: 'Nothing: this is normal after a redraw',
  duplicate: 'Nothing: the first one counts',
};

const Refused = ({ agent }: { agent: AgentDetail }) => (
  <Panel class="bleed" title="Refused readings" sub="for you alone" flush>
    {agent.refusals.length === 0 ? (
      <Empty title="Nothing was refused">Readings that are not taken appear here with the reason.</Empty>
    ) : (
      <table class="table folds">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Refused as</th>
            <th scope="col">Because</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {agent.refusals.map((it) => (
            <tr key={`${it.at} ${it.challenge_id}`}>
              <td class="muted">{atSecond(Date.parse(it.at))}</td>
              <td class="medium aside">{it.code.replaceAll('_', ' ')}</td>
              <td class="whole">{it.reason}</td>
              <td class="soft whole">
                {Object.entries(whatToDo).find(([code]) => it.code.includes(code))?.[1] ?? 'See the reason'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Panel>
);
