import type { CampaignInfo, CampaignSearch } from '@trigpoint/client';
import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { DotLegend } from '../agent/dot-legend.tsx';
import { Contours } from '../campaign/contours.tsx';
import { campaignPath, type Status, statusTone, statusWords } from '../campaign/words.ts';
import { count, km, points } from '../figures.ts';
import { type Dot, WorldMap } from '../map/world-map.tsx';
import { LinkButton } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { go, usePlace } from '../router.tsx';
import { anyProofType, call, useKept, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';

type CampaignPage = ReplyOf<(typeof routes)['campaigns']>;
type Which = 'live' | 'all' | 'mine';

/** Campaigns as cards or on the map, searched by text. */
export const CampaignsPage = (): JSX.Element => {
  const { user, about, ask } = useSession();
  const { query } = usePlace();
  const text = query.get('text') ?? '';
  const tag = query.get('tag') ?? '';
  const [which, setWhich] = useState<Which>('live');
  const [view, setView] = useState<'cards' | 'map'>('cards');
  const [pages, setPages] = useState(1);
  const search = {
    ...(which === 'live' ? { status: 'live' as Status } : which === 'mine' ? { mine: true } : {}),
    ...(text ? { text } : {}),
    ...(tag ? { tag } : {}),
  };
  const campaigns = useLoad(
    `campaigns ${which} ${text} ${tag} ${pages} ${user?.publicKey ?? ''}`,
    (signal) => readPages(search, pages, signal),
    { when: user !== null && user !== undefined },
  );
  const loaded = useKept(campaigns.data, pages > 1);
  const shown = loaded?.campaigns;
  const n = count(loaded?.campaigns.length ?? 0);
  const withoutWallet = about?.development ? say(', and on this network a key made in this browser is enough') : '';
  const dots = useMemo(() => (shown ?? []).flatMap(dotOf), [shown]);
  return (
    <>
      <Heading
        title={say('Campaigns')}
        lead={say(
          'Photos of a place and a time, for POINTS. A campaign can demand a measured place, so that nobody has to trust the phone’s own position.',
        )}
        actions={<LinkButton class="primary" to="/campaigns/new" says={say('Create a campaign')} />}
      />
      <Panel
        class="bleed"
        title={text ? `“${text}”` : tag ? say('Tagged {tag}', { tag }) : say('Campaigns')}
        sub={loaded ? (loaded.hasMore ? say('{n} shown', { n }) : say('{n} found', { n })) : ''}
        flush={view === 'map'}
        legend={view === 'map' && dots.length > 0 && <DotLegend on={say('open for photos')} off={say('not open')} />}
        tools={
          user !== null && (
            <>
              <input
                class="input select"
                type="search"
                size={26}
                aria-label={say('Search campaigns')}
                placeholder={say('Name or description')}
                value={text}
                onChange={(event) =>
                  go(
                    event.currentTarget.value
                      ? `/campaigns?text=${encodeURIComponent(event.currentTarget.value)}`
                      : '/campaigns',
                    true,
                  )
                }
              />
              <Segmented
                label={say('Which')}
                value={which}
                onChange={(it) => {
                  setWhich(it);
                  setPages(1);
                }}
                options={[
                  ['live', say('Open')],
                  ['all', say('All')],
                  ['mine', say('Mine')],
                ]}
              />
              <Segmented
                label={say('View')}
                value={view}
                onChange={setView}
                options={[
                  ['cards', say('Cards')],
                  ['map', say('Map')],
                ]}
              />
            </>
          )
        }
      >
        {user === null && (
          <SignedOut onSignIn={ask}>
            {say(
              'Signing in costs nothing and moves nothing{withoutWallet}. Then the open campaigns are here: pick one, take a photo inside its circle, and it is paid. Or create a campaign of your own.',
              { withoutWallet },
            )}
          </SignedOut>
        )}
        {campaigns.error !== undefined && <Problem error={campaigns.error} />}
        {user !== null && shown === undefined && campaigns.error === undefined && <SkeletonRows rows={4} height={72} />}
        {shown?.length === 0 && (
          <Empty
            title={say('No campaigns here')}
            action={<LinkButton to="/campaigns/new" says={say('Create a campaign')} />}
          >
            {which === 'live' ? say('None is open at the moment.') : say('None fits.')}
          </Empty>
        )}
        {shown !== undefined && shown.length > 0 && view === 'cards' && (
          <div class="cards">
            {shown.map((it) => (
              <Card key={it.campaign_id} campaign={it} />
            ))}
          </div>
        )}
        {shown !== undefined && shown.length > 0 && view === 'map' && (
          <WorldMap
            dots={dots}
            runs={[]}
            title={say('World map of {n} campaigns; the cards hold the same.', { n: dots.length })}
          />
        )}
        {loaded?.hasMore && <More loading={campaigns.data === undefined} onMore={() => setPages(pages + 1)} />}
      </Panel>
    </>
  );
};

/** The first pages, newest first, and whether there are more. */
const readPages = async (
  search: CampaignSearch,
  pages: number,
  signal: AbortSignal,
): Promise<{ readonly campaigns: readonly CampaignInfo[]; readonly hasMore: boolean }> => {
  const campaigns: CampaignInfo[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor); page++) {
    const next: CampaignPage = await call(anyProofType, 'campaigns', { ...search, limit: pageRows, cursor }, signal);
    campaigns.push(...next.result.campaigns);
    cursor = next.result.next_cursor;
  }
  return { campaigns, hasMore: cursor !== null };
};

const dotOf = (it: CampaignInfo): Dot[] =>
  it.latitude === null || it.longitude === null
    ? []
    : [
        {
          id: it.campaign_id,
          place: { latitude: it.latitude, longitude: it.longitude },
          name: it.campaign,
          online: it.status === 'live',
          href: campaignPath(it.campaign),
        },
      ];

const Card = ({ campaign: it }: { campaign: CampaignInfo }) => (
  <article class="card">
    <Contours name={it.campaign} height={72} />
    <div class="card-words">
      <h3>
        <a class="cover" href={campaignPath(it.campaign)}>
          {it.campaign}
        </a>
      </h3>
      <p>{it.description || say('No description.')}</p>
      <span class={`small with-glyph ${statusTone[it.status]}`}>
        <span class="dot" />
        {statusWords(it)}
      </span>
      <div class="foot">
        <span>
          {say('{taken} of {most} photos', {
            taken: count(it.submissions),
            most: count(it.max_submissions),
          })}
        </span>
        <span>{say('{points} POINTS each', { points: points(it.reward_per_task) })}</span>
        {it.latitude !== null && <span>{say('within {radius}', { radius: km(it.radius) })}</span>}
      </div>
    </div>
  </article>
);
