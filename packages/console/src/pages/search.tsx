import { listWatches } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { agentsById, fullGroups, idsFor, withOlder } from '../agent/older.ts';
import { agentWords } from '../agent/words.ts';
import { campaignPath } from '../campaign/words.ts';
import { agentPath, type Claims, statedPlace } from '../challenge/agents.ts';
import { count, shortAgent } from '../figures.ts';
import { agentName, useAgents, useChallenges } from '../network.ts';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Heading } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { proofNoun } from '../proof-types.ts';
import { usePlace } from '../router.tsx';
import { foundBy, isIdOf, maybeId } from '../search/found.ts';
import { searchWords as words } from '../search/words.ts';
import { anyProofType, call, clientFor, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { usePublicWatches } from '../watch/public-list.ts';
import { watchedType } from '../watch/watched.ts';
import { say } from '../words/say.ts';

/** How many of a kind are listed at first. */
const mostShown = 12;
const challengesLookedAt = 500;
/** The service finds campaigns by their words. So that one is also found by its id, this many of the newest are looked through. */
const campaignsLookedAt = 200;

const findCampaigns = async (text: string, signal: AbortSignal) => {
  const ask = async (body: { readonly text?: string; readonly limit: number }) =>
    (await call(anyProofType, 'campaigns', body, signal)).result.campaigns;
  const [named, newest] = await Promise.all([
    ask({ text, limit: mostShown }),
    maybeId(text) ? ask({ limit: campaignsLookedAt }) : [],
  ]);
  const own = newest.filter((it) => isIdOf(text, it.campaign_id));
  return [...own, ...named.filter((it) => own.every(({ campaign_id }) => campaign_id !== it.campaign_id))];
};

/** Everything that a text may mean: agents by name, city or key, challenges, campaigns, watches. */
export const SearchPage = (): JSX.Element => {
  const { query } = usePlace();
  const { user } = useSession();
  const text = (query.get('text') ?? '').trim();
  const agents = useAgents();
  const challenges = useChallenges({ limit: challengesLookedAt });
  const campaigns = useLoad(`find campaigns ${text}`, (signal) => findCampaigns(text, signal), {
    when: Boolean(user) && text !== '',
  });
  const watches = useLoad('find watches', () => listWatches(clientFor(watchedType)), { when: Boolean(user) });
  const groups = useMemo(() => fullGroups(agents.data ?? []), [agents.data]);
  // The newest agents are loaded. An older one is asked for by its whole key.
  const older = useLoad(`find agent ${text}`, (signal) => agentsById(idsFor(text), groups, signal), {
    when: groups.length > 0 && idsFor(text).length > 0,
  });
  const found = useMemo(
    () => foundBy(text, withOlder(agents.data ?? [], older.data ?? []), challenges.data ?? []),
    [text, agents.data, older.data, challenges.data],
  );
  const [longer, setLonger] = useState({ text, rows: mostShown });
  const rows = longer.text === text ? longer.rows : mostShown;
  const unseen = found.challenges.length - rows;
  const shownToAll = usePublicWatches(1, 0);
  const known = new Map([...(shownToAll.data?.watches ?? []), ...(watches.data ?? [])].map((it) => [it.watch, it]));
  const meant = (text === '' ? [] : [...known.values()]).filter(
    (it) =>
      `${it.name} ${it.watch} ${it.prover}`.toLowerCase().includes(text.toLowerCase()) ||
      [it.watch, it.prover].some((id) => isIdOf(text, id)),
  );
  const isLoading = agents.data === undefined || challenges.data === undefined;
  const isEmpty =
    found.agents.length + found.challenges.length + (campaigns.data?.length ?? 0) + meant.length === 0 && !isLoading;
  const agentsPanel = found.agents.length > 0 && (
    <Panel key="agents" class="bleed" title={words.agents} sub={count(found.agents.length)} flush>
      <Table class="folds" columns={[say('Agent'), say('Role'), { end: say('Key') }]}>
        {found.agents.slice(0, mostShown).map((it) => (
          <tr key={it.id} class="linked">
            <td>
              <a class="cover" href={agentPath(it.proofType, it.role, it.id)}>
                <b class="medium">{agentName(it)}</b>
                {it.role === 'prover' && statedPlace(it.claims as Claims) && (
                  <span class="soft">{say(', claims {what}', { what: statedPlace(it.claims as Claims) ?? '' })}</span>
                )}
              </a>
            </td>
            <td class="soft fold-third">
              {it.role === 'prover' ? agentWords.prover : agentWords.challenger}, {proofNoun(it.proofType)}
            </td>
            <td class="end mono muted fold-second">{shortAgent(it.id)}</td>
          </tr>
        ))}
      </Table>
      {found.agents.length > mostShown && (
        <p class="panel-line">
          <a class="link" href={`/agents?find=${encodeURIComponent(text)}`}>
            {words.more(found.agents.length - mostShown)}
          </a>
        </p>
      )}
    </Panel>
  );
  const challengesPanel = found.challenges.length > 0 && (
    <Panel
      key="challenges"
      class="bleed"
      title={words.challenges}
      sub={
        unseen > 0
          ? say('the newest {n} of {all}', { n: rows, all: count(found.challenges.length) })
          : count(found.challenges.length)
      }
      flush
    >
      <ChallengeTable challenges={found.challenges.slice(0, rows)} agents={agents.data} />
      {unseen > 0 && <More left={unseen} onMore={() => setLonger({ text, rows: rows + pageRows })} />}
    </Panel>
  );
  return (
    <>
      <Heading title={words.title(text)} {...(user === null ? { lead: words.signIn } : {})} />
      {agents.error !== undefined && <Problem error={agents.error} />}
      <div class="columns">
        {isLoading && agents.error === undefined && <SkeletonRows rows={6} />}
        {isEmpty && <Empty title={text === '' ? words.nothingTyped : words.none}>{words.noneHint}</Empty>}
        {found.isExact ? [challengesPanel, agentsPanel] : [agentsPanel, challengesPanel]}
        {(campaigns.data?.length ?? 0) > 0 && (
          <Panel class="of-6" title={words.campaigns}>
            <ul class="plain-list">
              {campaigns.data?.map((it) => (
                <li key={it.campaign_id}>
                  <a class="link" href={campaignPath(it.campaign)}>
                    {it.campaign}
                  </a>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {meant.length > 0 && (
          <Panel class="of-6" title={words.watches}>
            <ul class="plain-list">
              {meant.slice(0, mostShown).map((it) => (
                <li key={it.watch}>
                  <a class="link" href={`/watches/${it.watch}`}>
                    {it.name || it.watch}
                  </a>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
};
