import type { CampaignInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { AddPhoto } from '../campaign/add-photo.tsx';
import { AreaMap } from '../campaign/area-map.tsx';
import { Budget } from '../campaign/budget.tsx';
import { Contours } from '../campaign/contours.tsx';
import { Feed } from '../campaign/feed.tsx';
import { emptyFeedWords, freeOf } from '../campaign/forecast.ts';
import { Mine } from '../campaign/mine.tsx';
import { Refused } from '../campaign/refused.tsx';
import { ReviewQueue } from '../campaign/review-queue.tsx';
import { centreOf, proofWords, statusTone, statusWords } from '../campaign/words.ts';
import { count, exactKm, points } from '../figures.ts';
import { cityName, useCities } from '../map/cities.ts';
import { LinkButton } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { setTitle } from '../router.tsx';
import { anyProofType, call, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';

/** What to photograph, what it pays, and what has come in. */
export const CampaignPage = ({ params }: { params: PageProps }): JSX.Element => {
  const name = params.name ?? '';
  const { user, ask } = useSession();
  const [round, setRound] = useState(0);
  const campaign = useLoad(
    `campaign ${name} ${round} ${user?.publicKey ?? ''}`,
    async (signal) => {
      const { campaigns } = (await call(anyProofType, 'campaigns', { campaign: name }, signal)).result;
      return campaigns[0] ?? null;
    },
    { when: user !== null && user !== undefined },
  );
  // It stays while it is loaded again, and not where another one is gone to.
  const [known, setKnown] = useState<{ readonly name: string; readonly campaign: CampaignInfo }>();
  if (campaign.data && campaign.data !== known?.campaign) setKnown({ name, campaign: campaign.data });
  const shown = campaign.data ?? (known?.name === name ? known.campaign : undefined);
  const title = shown?.campaign ?? (campaign.data === null ? say('Not found') : name);
  useEffect(() => setTitle(title, say('Campaigns')), [title]);
  if (user === null)
    return (
      <>
        <h1 class="page-title">{name}</h1>
        <SignedOut onSignIn={ask}>{say('Sign in to see campaigns and their photos.')}</SignedOut>
      </>
    );
  if (shown) return <Shown campaign={shown} round={round} onChange={() => setRound((it) => it + 1)} />;
  return (
    <>
      <h1 class="hidden">{title}</h1>
      {campaign.error !== undefined && <Problem error={campaign.error} />}
      {campaign.data === null && (
        <Empty
          title={say('There is no such campaign')}
          action={<LinkButton to="/campaigns" says={say('All campaigns')} />}
        >
          {say('Check the name or id in the address. A campaign that is not open is only seen by its creator.')}
        </Empty>
      )}
      {campaign.data === undefined && campaign.error === undefined && <SkeletonRows rows={8} height={56} />}
    </>
  );
};

const Shown = ({ campaign: it, round, onChange }: { campaign: CampaignInfo; round: number; onChange: () => void }) => {
  const { user } = useSession();
  const [adding, setAdding] = useState(false);
  const centre = centreOf(it);
  const cities = useCities(centre !== undefined);
  const place = centre && cityName(cities, centre);
  const isCreator = user?.publicKey.toLowerCase() === it.creator.toLowerCase();
  const figures = useLoad(
    `figures ${it.campaign} ${round}`,
    async (signal) => (await call(anyProofType, 'campaign-figures', { campaign: it.campaign }, signal)).result,
    { everyMs: 30_000 },
  );
  const left = freeOf(it, figures.data);
  const feedCall = `curl ${location.origin}/photo-feed-from-campaign -H 'content-type: application/json' -H 'cookie: …' -d '${JSON.stringify({ campaign: it.campaign })}'`;
  return (
    <>
      {it.banner_url?.startsWith('https://') ? (
        <img class="banner" src={it.banner_url} alt="" />
      ) : (
        <Contours name={it.campaign} height={168} />
      )}
      <Heading
        title={it.campaign}
        lead={it.description}
        actions={
          <>
            <CopyButton text={feedCall} label={say('Copy the command that reads its photos')} class="" />
            <button
              type="button"
              class="button primary"
              disabled={it.status !== 'live'}
              onClick={() => setAdding(true)}
            >
              {say('Add a photo')}
            </button>
          </>
        }
      />
      <div class="chips campaign-chips">
        <span class="chip">
          <span class={`dot ${statusTone[it.status]}`} />
          {statusWords(it)}
        </span>
        {place && (
          <span class="chip">{say('within {distance} of {place}', { distance: exactKm(it.radius), place })}</span>
        )}
        {it.review && <span class="chip">{say('reviewed by its creator')}</span>}
        {it.require_proof && <span class="chip">{proofWords(it.require_proof)}</span>}
        {it.tags.map((tag) => (
          <a key={tag} class="chip" href={`/campaigns?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        ))}
      </div>
      <FigureStrip
        figures={[
          {
            label: say('Photos'),
            value: count(it.submissions),
            unit:
              it.review && figures.data?.held
                ? say('of {most}, {n} in review', {
                    most: count(it.max_submissions),
                    n: count(Math.round(figures.data.held / it.reward_per_task)),
                  })
                : say('of {most}', { most: count(it.max_submissions) }),
          },
          { label: say('Per photo'), value: points(it.reward_per_task), unit: 'POINTS' },
          { label: say('Left to earn'), value: left === undefined ? '–' : points(left), unit: 'POINTS' },
          {
            label: say('Costs to take part'),
            value: points(it.fuel_required),
            unit: say('fuel, refilled each day for free'),
          },
          ...(figures.data?.contributors === null
            ? []
            : [{ label: say('Contributors'), value: figures.data ? count(figures.data.contributors) : '–' }]),
        ]}
      />
      <div class="columns">
        <div class="of-8 stack">
          {isCreator && <ReviewQueue campaign={it} round={round} onChange={onChange} />}
          <section>
            <div class="rounds-title flat">
              <h2>{say('Photos')}</h2>
              <span class="sub">{say('newest first')}</span>
            </div>
            <Feed campaign={it.campaign} round={round} empty={emptyFeedWords(it)} />
          </section>
        </div>
        <div class="of-4 stack">
          {figures.error !== undefined && <Problem error={figures.error} />}
          <Budget campaign={it} figures={figures.data} />
          {centre && (
            <Panel title={say('Area')} sub={say('photos outside are refused')} flush>
              <AreaMap centre={centre} radiusKm={it.radius} />
            </Panel>
          )}
          <Refused figures={figures.data} />
          <Mine campaign={it.campaign} round={round} />
        </div>
      </div>
      {adding && <AddPhoto campaign={it} onDone={onChange} onClose={() => setAdding(false)} />}
    </>
  );
};
