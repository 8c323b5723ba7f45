import type { CampaignInfo, SubmissionInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { AddPhoto } from '../campaign/add-photo.tsx';
import { AreaMap } from '../campaign/area-map.tsx';
import { Contours } from '../campaign/contours.tsx';
import { Feed } from '../campaign/feed.tsx';
import { ReviewQueue } from '../campaign/review-queue.tsx';
import { statusTone, statusWords, submissionWords } from '../campaign/words.ts';
import { count, points } from '../figures.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { call, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { atMinute } from '../times.ts';

/** What to photograph, what it pays, and what has come in. */
export const CampaignPage = ({ params }: { params: PageProps }): JSX.Element => {
  const name = params.name ?? '';
  const { user, ask } = useSession();
  const [round, setRound] = useState(0);
  const campaign = useLoad(
    `campaign ${name} ${round} ${user?.publicKey ?? ''}`,
    async (signal) => (await call('pol', 'campaigns', { campaign: name }, signal)).result.campaigns[0] ?? null,
    { when: user !== null && user !== undefined },
  );
  const [known, setKnown] = useState<CampaignInfo>();
  if (campaign.data && campaign.data !== known) setKnown(campaign.data);
  const shown = campaign.data ?? (known?.campaign === name ? known : undefined);
  if (user === null)
    return (
      <>
        <h1 class="page-title">{name}</h1>
        <SignedOut onSignIn={ask}>Campaigns and their photos are seen in a session of yours.</SignedOut>
      </>
    );
  if (shown) return <Shown campaign={shown} round={round} onChange={() => setRound((it) => it + 1)} />;
  return (
    <>
      <h1 class="hidden">{name}</h1>
      {campaign.error !== undefined && <Problem error={campaign.error} />}
      {campaign.data === null && (
        <Empty
          title="No campaign has this name"
          action={
            <a class="button" href="/campaigns">
              All campaigns
            </a>
          }
        >
          Or it is not open, and only its creator sees it.
        </Empty>
      )}
      {campaign.data === undefined && campaign.error === undefined && <SkeletonRows rows={8} height={56} />}
    </>
  );
};

const Shown = ({ campaign: it, round, onChange }: { campaign: CampaignInfo; round: number; onChange: () => void }) => {
  const { user } = useSession();
  const [adding, setAdding] = useState(false);
  const isCreator = user?.publicKey.toLowerCase() === it.creator.toLowerCase();
  const left = Math.max(0, it.total_rewards - it.paid);
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
            <CopyButton text={feedCall} label="Copy feed call" class="" />
            <button
              type="button"
              class="button primary"
              disabled={it.status !== 'live'}
              onClick={() => setAdding(true)}
            >
              Add a photo
            </button>
          </>
        }
      />
      <div class="chips campaign-chips">
        <span class="chip">
          <span class={`dot ${statusTone[it.status]}`} />
          {statusWords(it)}
        </span>
        <span class="chip">{it.type}</span>
        {it.review && <span class="chip">reviewed by its creator</span>}
        {it.require_proof && <span class="chip">{`place proved within ${it.require_proof.max_age_minutes} min`}</span>}
        {it.tags.map((tag) => (
          <a key={tag} class="chip" href={`/campaigns?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        ))}
      </div>
      <FigureStrip
        figures={[
          { label: 'Photos', value: count(it.submissions), unit: `of ${count(it.max_submissions)}` },
          { label: 'Per photo', value: points(it.reward_per_task), unit: 'POINTS' },
          { label: 'Left to earn', value: points(left), unit: 'POINTS' },
          { label: 'Costs to take part', value: points(it.fuel_required), unit: 'fuel' },
        ]}
      />
      <div class="columns">
        <div class="of-8 stack">
          {isCreator && <ReviewQueue campaign={it} round={round} onChange={onChange} />}
          <section>
            <div class="rounds-title flat">
              <h2>Photos</h2>
              <span class="sub">newest first</span>
            </div>
            <Feed
              campaign={it.campaign}
              round={round}
              empty={`The first photo inside the circle earns ${points(it.reward_per_task)} POINTS.`}
            />
          </section>
        </div>
        <div class="of-4 stack">
          <Budget campaign={it} />
          {it.latitude !== null && it.longitude !== null && (
            <Panel title="Area" sub="photos outside are refused" flush>
              <AreaMap centre={{ latitude: it.latitude, longitude: it.longitude }} radiusKm={it.radius} />
            </Panel>
          )}
          <Mine campaign={it.campaign} round={round} />
        </div>
      </div>
      {adding && <AddPhoto campaign={it} onDone={onChange} onClose={() => setAdding(false)} />}
    </>
  );
};

/** Paid solid, promised lighter, the rest free. */
const Budget = ({ campaign: it }: { campaign: CampaignInfo }) => {
  const held = Math.max(0, Math.min(it.total_rewards - it.paid, it.submissions * it.reward_per_task - it.paid));
  const share = (n: number) => `${(n / it.total_rewards) * 100}%`;
  return (
    <Panel title="Budget">
      <p class="figure">
        {points(it.paid)} <small>of {points(it.total_rewards)} POINTS spent</small>
      </p>
      <div class="bar split">
        <i style={{ width: share(it.paid) }} />
        <i class="held" style={{ width: share(held) }} />
      </div>
      <dl class="sums">
        <dt>Paid</dt>
        <dd>{points(it.paid)}</dd>
        <dt>Held for photos in review</dt>
        <dd>{points(held)}</dd>
        <dt>Free</dt>
        <dd>{points(it.total_rewards - it.paid - held)}</dd>
      </dl>
    </Panel>
  );
};

const tone = (it: SubmissionInfo): string =>
  it.state === 'rejected' || it.review === 'rejected'
    ? 'no'
    : it.review === 'pending' || it.state !== 'ready'
      ? 'ms'
      : 'ok';

/** What I sent, and what became of it. */
const Mine = ({ campaign, round }: { campaign: string; round: number }) => {
  const { user } = useSession();
  const submissions = useLoad(
    `mine ${campaign} ${round}`,
    async (signal) => (await call('pol', 'submissions', { campaign, limit: 50 }, signal)).result.submissions,
  );
  const own = (submissions.data ?? []).filter((it) => it.submitter.toLowerCase() === user?.publicKey.toLowerCase());
  if (own.length === 0) return null;
  return (
    <Panel title="Yours" flush>
      <table class="table">
        <thead class="hidden">
          <tr>
            <th scope="col">Time</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {own.map((it) => (
            <tr key={it.photo_id}>
              <td class="muted">{atMinute(Date.parse(it.received_at))}</td>
              <td class={tone(it)}>{submissionWords(it)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
};
