import type { JSX } from 'preact';
import { ChallengesAbout } from '../agent/challenges.tsx';
import { Chosen } from '../agent/chosen.tsx';
import type { AgentDetail } from '../agent/detail.ts';
import { figuresOf } from '../agent/figures.ts';
import { Position } from '../agent/position.tsx';
import { Readings } from '../agent/readings.tsx';
import { Refused } from '../agent/refused.tsx';
import { Rewards, useBalance } from '../agent/rewards.tsx';
import { SeenStrip } from '../agent/seen-strip.tsx';
import { SetAside } from '../agent/set-aside.tsx';
import type { PageProps } from '../app.tsx';
import { type Claims, statedPlace } from '../challenge/agents.ts';
import { shortAgent } from '../figures.ts';
import { agentName, type Role } from '../network.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Crumbs, Heading } from '../parts/heading.tsx';
import { Problem, SkeletonRows } from '../parts/states.tsx';
import { profileOf, proofLabel } from '../proof-types.ts';
import { call, type ProofTypeId, useLoad, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { absolute, ago } from '../times.ts';

/** Am I seen, where, what did I earn, and why was a measurement refused. */
export const AgentPage = ({ params }: { params: PageProps }): JSX.Element => {
  const proofType: ProofTypeId = profileOf(params.type ?? '').id;
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
  const balance = useBalance(isOwner);
  const alive = Date.parse(agent.last_alive);
  const claims = agent.claims as Claims;
  const family = agent.id.startsWith('IPv6') ? 'IPv6' : 'IPv4';
  return (
    <>
      <Heading
        title={agentName({ ...agent, role })}
        beside={
          <span class={`with-glyph ${agent.online ? 'ok' : 'muted'}`} title={absolute(alive)}>
            <span class="dot" /> {agent.online ? 'Online' : 'Not connected'}, seen {ago(alive, now)}
          </span>
        }
        lead={`${role === 'prover' ? 'Prover' : 'Challenger'}${statedPlace(claims) ? `, claims ${statedPlace(claims)}` : ''} · proofs of ${proofLabel(proofType).toLowerCase()} · ${family} · version ${agent.version || 'unknown'}`}
        actions={
          role === 'prover' && (
            <a class="button primary" href={`/request?type=${proofType}&prover=${encodeURIComponent(agent.id)}`}>
              Challenge it
            </a>
          )
        }
      />
      <FigureStrip figures={figuresOf(agent, role, now, isOwner ? balance.data : undefined)} />
      <div class="columns">
        {agent.set_aside !== null && <SetAside agent={agent} reason={agent.set_aside} />}
        <div class="of-8 stack">
          <SeenStrip agent={agent} now={now} />
          {isOwner && <Rewards balance={balance} />}
          <Readings agent={agent} role={role} proofType={proofType} />
          {role === 'prover' && <ChallengesAbout prover={agent.id} />}
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
