import type { CampaignInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Contours } from '../campaign/contours.tsx';
import { campaignPath, type Status, statusTone, statusWords } from '../campaign/words.ts';
import { count, km, points } from '../figures.ts';
import { type Dot, WorldMap } from '../map/world-map.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { go, usePlace } from '../router.tsx';
import { call, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';

type Which = 'live' | 'all' | 'mine';

/** Campaigns as cards or on the map, searched by text. */
export const CampaignsPage = (): JSX.Element => {
  const { user, ask } = useSession();
  const { query } = usePlace();
  const text = query.get('text') ?? '';
  const tag = query.get('tag') ?? '';
  const [which, setWhich] = useState<Which>('live');
  const [view, setView] = useState<'cards' | 'map'>('cards');
  const campaigns = useLoad(
    `campaigns ${which} ${text} ${tag} ${user?.publicKey ?? ''}`,
    async (signal) =>
      (
        await call(
          'pol',
          'campaigns',
          {
            limit: 200,
            ...(which === 'live' ? { status: 'live' as Status } : which === 'mine' ? { mine: true } : {}),
            ...(text ? { text } : {}),
            ...(tag ? { tag } : {}),
          },
          signal,
        )
      ).result.campaigns,
    { when: user !== null && user !== undefined },
  );
  const dots = useMemo(() => (campaigns.data ?? []).flatMap(dotOf), [campaigns.data]);
  return (
    <>
      <Heading
        title="Campaigns"
        lead="Photos of a place and a time, for points. Places can rest on measurement instead of a phone’s word."
        actions={
          <a class="button primary" href="/campaigns/new">
            Create a campaign
          </a>
        }
      />
      <Panel
        class="bleed"
        title={text ? `“${text}”` : tag ? `Tagged ${tag}` : 'Campaigns'}
        sub={campaigns.data ? `${campaigns.data.length} found` : ''}
        flush={view === 'map'}
        tools={
          <>
            <input
              class="input select"
              type="search"
              aria-label="Search campaigns"
              placeholder="Name or description"
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
              label="Which"
              value={which}
              onChange={setWhich}
              options={[
                ['live', 'Open'],
                ['all', 'All'],
                ['mine', 'Mine'],
              ]}
            />
            <Segmented
              label="View"
              value={view}
              onChange={setView}
              options={[
                ['cards', 'Cards'],
                ['map', 'Map'],
              ]}
            />
          </>
        }
      >
        {user === null && <SignedOut onSignIn={ask}>Campaigns are seen in a session of yours.</SignedOut>}
        {campaigns.error !== undefined && <Problem error={campaigns.error} />}
        {user !== null && campaigns.data === undefined && campaigns.error === undefined && (
          <SkeletonRows rows={4} height={72} />
        )}
        {campaigns.data?.length === 0 && (
          <Empty
            title="No campaigns here"
            action={
              <a class="button" href="/campaigns/new">
                Create a campaign
              </a>
            }
          >
            {which === 'live' ? 'None is open at the moment.' : 'None fits.'}
          </Empty>
        )}
        {campaigns.data !== undefined && campaigns.data.length > 0 && view === 'cards' && (
          <div class="cards">
            {campaigns.data.map((it) => (
              <Card key={it.campaign_id} campaign={it} />
            ))}
          </div>
        )}
        {campaigns.data !== undefined && campaigns.data.length > 0 && view === 'map' && (
          <WorldMap dots={dots} runs={[]} title={`World map of ${dots.length} campaigns; the cards hold the same.`} />
        )}
      </Panel>
    </>
  );
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
      <p>{it.description || 'No description.'}</p>
      <span class={`small with-glyph ${statusTone[it.status]}`}>
        <span class="dot" />
        {statusWords(it)}
      </span>
      <div class="foot">
        <span>
          {count(it.submissions)} of {count(it.max_submissions)} photos
        </span>
        <span>{points(it.reward_per_task)} POINTS each</span>
        {it.latitude !== null && <span>within {km(it.radius)}</span>}
      </div>
    </div>
  </article>
);
