import type { JSX } from 'preact';
import { VerdictsAbout } from '../agent/challenges.tsx';
import { Chosen } from '../agent/chosen.tsx';
import { claimedFigures } from '../agent/claims.ts';
import { figuresOf } from '../agent/figures.ts';
import { measuredOf } from '../agent/measured.ts';
import { MeasuredPanel } from '../agent/measured-panel.tsx';
import { newestOf, sinceVerified } from '../agent/newest.ts';
import { NewestLine } from '../agent/newest-line.tsx';
import { Position } from '../agent/position.tsx';
import { Readings } from '../agent/readings.tsx';
import { Refused } from '../agent/refused.tsx';
import { Rewards, useBalance } from '../agent/rewards.tsx';
import { SeenStrip } from '../agent/seen-strip.tsx';
import { SetAside } from '../agent/set-aside.tsx';
import { agentWords } from '../agent/words.ts';
import type { PageProps } from '../app.tsx';
import { type Claims, placeOf, statedPlace } from '../challenge/agents.ts';
import { shortAgent } from '../figures.ts';
import { type AgentDetail, agentLoad, agentName, historyOf, type Role, useAgents, useChallenges } from '../network.ts';
import { LinkButton } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Crumbs, Heading } from '../parts/heading.tsx';
import { Problem, SkeletonRows } from '../parts/states.tsx';
import { profileOf, proofNoun } from '../proof-types.ts';
import { type ProofTypeId, useLoadOf, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { absolute, ago } from '../times.ts';
import { say } from '../words/say.ts';

/** Answers what an owner asks: am I seen, where, what did I earn, and why was a reading refused. */
export const AgentPage = ({ params }: { params: PageProps }): JSX.Element => {
  const proofType: ProofTypeId = profileOf(params.type ?? '').id;
  const role: Role = params.role === 'prover' ? 'prover' : 'challenger';
  const id = params.id ?? '';
  const agent = useLoadOf(agentLoad(proofType, role, id), { everyMs: 5000 });
  return (
    <>
      <Crumbs
        trail={[
          { label: say('Agents'), to: '/agents' },
          { label: role === 'prover' ? say('Provers') : say('Challengers'), to: `/agents?role=${role}` },
          { label: agent.data ? agentName({ ...agent.data, role }) : shortAgent(id) },
        ]}
      >
        <CopyButton text={id} label={say('Copy key')} />
      </Crumbs>
      {agent.error !== undefined && agent.data === undefined && (
        <>
          <h1 class="hidden">{say('Agent')}</h1>
          <Problem error={agent.error} action={<LinkButton class="small" to="/agents" says={say('All agents')} />} />
        </>
      )}
      {agent.data === undefined && agent.error === undefined && <SkeletonRows rows={8} height={56} />}
      {agent.data && <Shown agent={agent.data} proofType={proofType} role={role} />}
    </>
  );
};

/** A prover claims its rate or its place, and a challenger states its place. */
const claimedWords = (role: Role, proofType: ProofTypeId, claims: Claims): string => {
  const place = statedPlace(claims);
  if (role === 'challenger') return place ? say(', says it is in {place}', { place }) : '';
  const what = claimedFigures({ claims, proofType }).join(', ') || place;
  return what ? say(', claims {what}', { what }) : '';
};

const Shown = ({ agent, proofType, role }: { agent: AgentDetail; proofType: ProofTypeId; role: Role }) => {
  const now = useNow();
  const { user } = useSession();
  const isOwner = user?.publicKey.toLowerCase() === agent.publicKey.toLowerCase();
  const balance = useBalance(isOwner);
  const about = useChallenges(historyOf(agent.id), role === 'prover');
  const agents = useAgents();
  const newest = newestOf(proofType, about.data ?? []);
  const since = sinceVerified(newestOf('pol', about.data ?? []));
  const alive = Date.parse(agent.last_alive);
  const claims = agent.claims as Claims;
  const family = agent.id.startsWith('IPv6') ? 'IPv6' : 'IPv4';
  // The newest verdict stands above everything else. If it came later, it would move the rest.
  // Names of other agents widen the columns of tables.
  const isNamed = agents.data !== undefined || agents.error !== undefined;
  if (!isNamed || (role === 'prover' && about.data === undefined && about.error === undefined))
    return <SkeletonRows rows={8} height={56} />;
  // Both columns end at about the same height: the map takes what is left, and a long list without a map beside it has its own row.
  const hasPlace = placeOf(claims) !== undefined;
  const isBesideMap = hasPlace && role === 'challenger';
  const readings = <Readings agent={agent} role={role} proofType={proofType} />;
  const chosen = <Chosen agent={agent} role={role} proofType={proofType} />;
  const isMeasured = measuredOf(proofType, about.data ?? []).length > 0;
  const measured = isMeasured && <MeasuredPanel proofType={proofType} challenges={about.data ?? []} />;
  const isChosenLeft = hasPlace && role === 'prover' && !isMeasured;
  return (
    <>
      <Heading
        title={agentName({ ...agent, role })}
        beside={
          <span class={`with-glyph ${agent.online ? 'ok' : 'muted'}`} title={absolute(alive)}>
            <span class="dot" />{' '}
            {agent.online
              ? say('Online, seen {ago}', { ago: ago(alive, now) })
              : say('Not connected, seen {ago}', { ago: ago(alive, now) })}
          </span>
        }
        lead={[
          `${role === 'prover' ? agentWords.prover : agentWords.challenger}${claimedWords(role, proofType, claims)}`,
          say('proofs of {proof}', { proof: proofNoun(proofType) }),
          family,
          agent.version ? say('version {version}', { version: agent.version }) : say('version unknown'),
        ].join(' · ')}
        actions={
          role === 'prover' && (
            <a class="button primary" href={`/request?type=${proofType}&prover=${encodeURIComponent(agent.id)}`}>
              {say('Challenge it')}
            </a>
          )
        }
      />
      {newest && <NewestLine newest={newest} />}
      <FigureStrip figures={figuresOf(agent, role, { now, since, balance: isOwner ? balance.data : undefined })} />
      <div class="columns">
        {agent.set_aside !== null && <SetAside agent={agent} reason={agent.set_aside} />}
        <div class="of-8 stack">
          {role === 'prover' && <VerdictsAbout challenges={about.data} prover={{ proofType }} />}
          {isOwner && <Rewards balance={balance} />}
          {isBesideMap && readings}
          {hasPlace && measured}
          {isChosenLeft && chosen}
          <SeenStrip agent={agent} now={now} />
        </div>
        <div class="of-4 stack">
          <Position agent={agent} since={since} />
          {!hasPlace && measured}
          {!isChosenLeft && chosen}
        </div>
        {!isBesideMap && readings}
        {isOwner && <Refused agent={agent} />}
      </div>
    </>
  );
};
