import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { rowOutcome } from '../challenge/outcomes.ts';
import { count, shortId } from '../figures.ts';
import { useAgents, useChallenges } from '../network.ts';
import { LinkButton } from '../parts/button.tsx';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Heading } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { outcomeWord } from '../parts/verdict-glyph.tsx';
import { useProofTypes } from '../proof-types.ts';
import { go, usePlace } from '../router.tsx';
import { useKept } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';

const verdicts = ['any', 'verified', 'refuted', 'inconclusive'] as const;
type Verdict = (typeof verdicts)[number];

export const ChallengesPage = (): JSX.Element => {
  const { query } = usePlace();
  const { user } = useSession();
  const types = useProofTypes();
  const proof = query.get('proof') ?? 'any';
  const verdict = (query.get('verdict') ?? 'any') as Verdict;
  const payer = query.get('payer') ?? '';
  const [pages, setPages] = useState(1);
  // One more than is shown tells whether there are more.
  const limit = pages * pageRows + 1;
  const challenges = useChallenges(payer ? { payer, limit } : { limit });
  const loaded = useKept(challenges.data, pages > 1);
  const agents = useAgents();
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === 'any' || value === '') next.delete(name);
    else next.set(name, value);
    go(`/challenges${next.size > 0 ? `?${next}` : ''}`, true);
  };
  const hasMore = (loaded?.length ?? 0) >= limit || (pages > 1 && challenges.data === undefined);
  const shown = (loaded ?? [])
    .slice(0, limit - 1)
    .filter((it) => (proof === 'any' || it.proofType === proof) && (verdict === 'any' || rowOutcome(it) === verdict));
  return (
    <>
      <Heading
        title={say('Challenges')}
        lead={
          payer
            ? say('Asked for by {payer}.', { payer: shortId(payer, 8, 6) })
            : say('Everything that was asked here, newest first.')
        }
        actions={<LinkButton class="primary" to="/request" says={say('Request a challenge')} />}
      />
      <Panel
        class="bleed"
        title={say('All')}
        sub={loaded ? say('{n} shown', { n: count(shown.length) }) : ''}
        flush
        tools={
          <>
            {/* It keeps its place until the account is known. */}
            {(user === undefined || user?.keyType === 'ethereum') && (
              <button
                type="button"
                class="button small"
                disabled={!user}
                aria-pressed={payer !== ''}
                onClick={() => set('payer', payer ? '' : (user?.publicKey ?? ''))}
              >
                {say('Mine')}
              </button>
            )}
            <Segmented
              label={say('Proof')}
              value={proof}
              onChange={(it) => set('proof', it)}
              options={[['any', say('All')], ...types.map((it) => [it.id, it.label] as const)]}
            />
            <select
              class="input select"
              aria-label={say('Verdict')}
              value={verdict}
              onChange={(event) => set('verdict', event.currentTarget.value)}
            >
              {verdicts.map((it) => (
                <option key={it} value={it}>
                  {it === 'any' ? say('Any verdict') : outcomeWord[it]}
                </option>
              ))}
            </select>
          </>
        }
      >
        {challenges.error !== undefined && <Problem error={challenges.error} />}
        {loaded === undefined && challenges.error === undefined && <SkeletonRows rows={8} />}
        {loaded !== undefined && shown.length === 0 && (
          <Empty
            title={say('No challenges yet')}
            action={<LinkButton to="/request" says={say('Request a challenge')} />}
          >
            {say('Claims that were tested appear here.')}
          </Empty>
        )}
        {shown.length > 0 && <ChallengeTable challenges={shown} agents={agents.data} />}
        {hasMore && <More loading={challenges.data === undefined} onMore={() => setPages((it) => it + 1)} />}
      </Panel>
    </>
  );
};
