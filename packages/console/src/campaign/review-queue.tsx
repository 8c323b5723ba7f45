import type { CampaignInfo, SubmissionInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { kmFromCentre, shortId } from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Problem, SkeletonRows, Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { anyProofType, call, useLoad } from '../service.ts';
import { onDay } from '../times.ts';
import { say } from '../words/say.ts';
import { centreOf } from './words.ts';

interface ReviewQueueProps {
  readonly campaign: CampaignInfo;
  readonly round: number;
  readonly onChange: () => void;
}

/** Photos that wait for their creator: accept, or reject with a reason that the sender is told. */
export const ReviewQueue = ({ campaign, round, onChange }: ReviewQueueProps): JSX.Element | null => {
  const waiting = useLoad(
    `review ${campaign.campaign} ${round}`,
    async (signal) =>
      (await call(anyProofType, 'submissions', { campaign: campaign.campaign, review: 'pending', limit: 50 }, signal))
        .result.submissions,
    { everyMs: 10_000 },
  );
  const rows = (waiting.data ?? []).filter((it) => it.state === 'ready');
  if (waiting.error !== undefined) return <Problem error={waiting.error} />;
  if (waiting.data === undefined) return <SkeletonRows rows={1} />;
  if (rows.length === 0) return null;
  return (
    <Panel title={say('To review')} sub={say('{n} waiting, oldest last', { n: rows.length })} flush class="bleed">
      {rows.map((it) => (
        <Review key={it.photo_id} submission={it} campaign={campaign} onDone={onChange} />
      ))}
    </Panel>
  );
};

const Review = ({
  submission: it,
  campaign,
  onDone,
}: {
  submission: SubmissionInfo;
  campaign: CampaignInfo;
  onDone: () => void;
}) => {
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, problem, work } = useWork();
  const decide = (accept: boolean) =>
    work(async () => {
      await call(anyProofType, 'review-photo', { photo_id: it.photo_id, accept, ...(accept ? {} : { reason }) });
      onDone();
    });
  const centre = centreOf(campaign);
  return (
    <article class="review">
      {it.thumbnail_url ? (
        <a href={it.url ?? it.thumbnail_url} data-outside>
          <img src={it.thumbnail_url} alt={say('Submitted, open it large')} />
        </a>
      ) : (
        <span class="gone" />
      )}
      <div class="form tight">
        <p class="small soft">
          {say('{day} by', { day: onDay(Date.parse(it.received_at)) })}{' '}
          <code class="small">{shortId(it.submitter)}</code>
          {centre && `, ${kmFromCentre(distanceKm(it, centre))}`}
          {it.near_duplicate_of && <b class="un"> {say('· looks like an earlier photo of theirs')}</b>}
        </p>
        {rejecting ? (
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault();
              void decide(false);
            }}
          >
            <input
              class="input grow"
              aria-label={say('Reason, told to the sender')}
              placeholder={say('Reason, told to the sender')}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
            <button type="submit" class="button small danger" disabled={busy || reason.trim() === ''}>
              {say('Reject')}
            </button>
            <Button class="small" onClick={() => setRejecting(false)} says={say('Back')} />
          </form>
        ) : (
          <div class="row">
            <Button class="small primary" disabled={busy} onClick={() => void decide(true)} says={say('Accept')} />
            <Button class="small" disabled={busy} onClick={() => setRejecting(true)} says={say('Reject…')} />
          </div>
        )}
        <Wrong class="note" says={problem} />
      </div>
    </article>
  );
};
