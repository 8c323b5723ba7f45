import type { JSX } from 'preact';
import { agentWords } from '../agent/words.ts';
import { campaignPath } from '../campaign/words.ts';
import { agentPath } from '../challenge/agents.ts';
import { agentName, useAgents, useChallenges } from '../network.ts';
import { LinkButton } from '../parts/button.tsx';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { Problem, SkeletonRows } from '../parts/states.tsx';
import { proofNoun } from '../proof-types.ts';
import { anyProofType, call, useLoad } from '../service.ts';
import type { User } from '../session/session.tsx';
import { say } from '../words/say.ts';
import { accountWords as words } from './words.ts';

const mostShown = 6;

/** The challenges that this key asked for. */
export const MyChallenges = ({ user }: { user: User }): JSX.Element => {
  const challenges = useChallenges({ payer: user.publicKey, limit: mostShown });
  const agents = useAgents();
  return (
    <Panel
      class="bleed"
      title={words.challenges}
      flush
      tools={
        <LinkButton class="small" to={`/challenges?payer=${encodeURIComponent(user.publicKey)}`} says={words.all} />
      }
    >
      {challenges.error !== undefined && <Problem error={challenges.error} />}
      {challenges.data === undefined && challenges.error === undefined && <SkeletonRows rows={3} />}
      {challenges.data?.length === 0 && (
        <p class="panel-line muted">
          {words.challengesNone}{' '}
          <a class="link" href="/request">
            {words.challengesAsk}
          </a>
        </p>
      )}
      {challenges.data !== undefined && challenges.data.length > 0 && (
        <ChallengeTable challenges={challenges.data} agents={agents.data} />
      )}
    </Panel>
  );
};

export const MyCampaigns = (): JSX.Element => {
  const campaigns = useLoad(
    'my campaigns',
    async (signal) =>
      (await call(anyProofType, 'campaigns', { mine: true, limit: mostShown }, signal)).result.campaigns,
  );
  return (
    <Panel class="of-6" title={words.campaigns}>
      {campaigns.error !== undefined && <Problem error={campaigns.error} />}
      {campaigns.data === undefined && campaigns.error === undefined && <SkeletonRows rows={2} />}
      {campaigns.data?.length === 0 && (
        <p class="muted">
          {words.campaignsNone}{' '}
          <a class="link" href="/campaigns/new">
            {say('Create a campaign')}
          </a>
        </p>
      )}
      <ul class="plain-list">
        {campaigns.data?.map((it) => (
          <li key={it.campaign_id}>
            <a class="link" href={campaignPath(it.campaign)}>
              {it.campaign}
            </a>
            <span class="soft">{words.photos(it.submissions, it.max_submissions)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

/** Agents whose key this is, or that state it as the key of their project. */
export const MyAgents = ({ user }: { user: User }): JSX.Element => {
  const agents = useAgents();
  const own = (agents.data ?? []).filter((it) =>
    [it.publicKey, it.projectPublicKey].some((key) => key.toLowerCase() === user.publicKey.toLowerCase()),
  );
  return (
    <Panel class="of-6" title={words.agents} sub={words.agentsSub}>
      {agents.data === undefined && agents.error === undefined && <SkeletonRows rows={2} />}
      {agents.data !== undefined && own.length === 0 && <p class="muted">{words.agentsNone}</p>}
      <ul class="plain-list">
        {own.slice(0, mostShown).map((it) => (
          <li key={`${it.proofType} ${it.role} ${it.id}`}>
            <a class="link" href={agentPath(it.proofType, it.role, it.id)}>
              {agentName(it)}
            </a>
            <span class="soft">
              {it.role === 'prover' ? agentWords.prover : agentWords.challenger}, {proofNoun(it.proofType)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
