import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AreaMap } from '../campaign/area-map.tsx';
import { type CampaignDraft, type CampaignProblems, emptyDraft, problemsOf, toCampaign } from '../campaign/drafts.ts';
import { campaignPath } from '../campaign/words.ts';
import { count, points } from '../figures.ts';
import { Crumbs, Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { SignedOut, Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { go } from '../router.tsx';
import { anyProofType, clientFor } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { typedNumber } from '../words/language.ts';
import { say } from '../words/say.ts';

/** The middle of Europe, until somebody says where. */
const somewhere = { latitude: 50.11, longitude: 8.68 };

/** A form, a circle on a map, and a budget that adds up. */
export const NewCampaignPage = (): JSX.Element => {
  const { user, ask } = useSession();
  const [draft, setDraft] = useState<CampaignDraft>(() => emptyDraft(Date.now()));
  const [touched, setTouched] = useState(false);
  const { busy, problem, work } = useWork();
  const problems = touched ? problemsOf(draft) : {};
  const set = (changes: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const typed = { latitude: typedNumber(draft.latitude), longitude: typedNumber(draft.longitude) };
  const hasPlace = Number.isFinite(typed.latitude + typed.longitude);
  const centre = hasPlace ? typed : somewhere;
  const radius = typedNumber(draft.radius) > 0 ? typedNumber(draft.radius) : 100;
  const submit = async (event: Event) => {
    event.preventDefault();
    setTouched(true);
    if (Object.keys(problemsOf(draft)).length > 0) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    await work(async () => {
      const { createCampaign } = await import('@trigpoint/client');
      await createCampaign(clientFor(anyProofType), toCampaign(draft));
      go(campaignPath(draft.name.trim()));
    });
  };
  const text = { draft, problems, set };
  return (
    <>
      <Crumbs trail={[{ label: say('Campaigns'), to: '/campaigns' }, { label: say('New') }]} />
      <Heading
        title={say('Create a campaign')}
        lead={say('What to photograph, where and until when, and what a photo earns.')}
      />
      {user === null ? (
        <Panel title={say('Sign in to continue')}>
          <SignedOut onSignIn={ask}>{say('What you type is kept while you sign in.')}</SignedOut>
        </Panel>
      ) : null}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div class="columns">
          <Panel class="of-7" title={say('What and when')}>
            <div class="form">
              <Text
                {...text}
                id="name"
                label={say('Name')}
                hint={say('No other campaign may have it. Programs read its photos by this name.')}
              />
              <div class="field">
                <label for="description">{say('What to photograph')}</label>
                <textarea
                  id="description"
                  class="input"
                  value={draft.description}
                  onInput={(event) => set({ description: event.currentTarget.value })}
                />
              </div>
              <Text {...text} id="tags" label={say('Tags')} hint={say('Separated by commas')} />
              <div class="beside wide">
                <Text {...text} id="startsAt" label={say('Opens')} type="datetime-local" />
                <Text {...text} id="endsAt" label={say('Closes')} type="datetime-local" />
              </div>
              <Text
                {...text}
                id="bannerUrl"
                label={say('Banner')}
                hint={say('Optional: the address of a picture; without one, a landscape is drawn from the name')}
              />
              <label class="check">
                <input
                  type="checkbox"
                  checked={draft.review}
                  onChange={(event) => set({ review: event.currentTarget.checked })}
                />
                {say('I review every photo before it is shown and paid')}
              </label>
              <label class="check">
                <input
                  type="checkbox"
                  checked={draft.isActive}
                  onChange={(event) => set({ isActive: event.currentTarget.checked })}
                />
                {say('Publish it immediately; otherwise only you see it')}
              </label>
            </div>
          </Panel>
          <div class="of-5 stack">
            <Panel
              title={say('Where')}
              sub={say('click the map to place the circle; without one, photos may come from anywhere')}
              flush
            >
              <AreaMap
                centre={centre}
                radiusKm={radius}
                isPlaced={hasPlace}
                height={260}
                onMove={({ latitude, longitude }) => set({ latitude: String(latitude), longitude: String(longitude) })}
              />
              <div class="form padded">
                <div class="beside three">
                  <Text {...text} id="latitude" label={say('Latitude')} />
                  <Text {...text} id="longitude" label={say('Longitude')} />
                  <Text {...text} id="radius" label={say('Radius, km')} />
                </div>
                <Text
                  {...text}
                  id="proofMinutes"
                  label={say('Oldest location proof accepted, minutes')}
                  hint={say(
                    'Empty: no proof is needed. Otherwise who sends a photo needs a location proof wholly inside the circle. Use it for wide circles: a proof is rarely narrower than the distance to the nearest challengers.',
                  )}
                />
              </div>
            </Panel>
            <Panel title={say('Budget')}>
              <div class="form">
                <div class="beside">
                  <Text {...text} id="totalRewards" label={say('Budget, POINTS')} />
                  <Text {...text} id="rewardPerTask" label={say('Per photo, POINTS')} />
                  <Text {...text} id="maxSubmissions" label={say('Photos at most')} />
                  <Text
                    {...text}
                    id="fuel"
                    label={say('Fuel per photo')}
                    hint={say(
                      'Everybody gets some each day, for free. It keeps one person from sending too many photos.',
                    )}
                  />
                </div>
                <BudgetBar draft={draft} />
              </div>
            </Panel>
          </div>
          <div class="row">
            <button type="submit" class="button primary" disabled={busy || !user}>
              {busy ? say('Creating…') : say('Create the campaign')}
            </button>
            <Wrong says={problem} />
          </div>
        </div>
      </form>
    </>
  );
};

/** How many photos the budget pays for. */
const BudgetBar = ({ draft }: { draft: CampaignDraft }) => {
  const [total = 0, each = 0, most = 0] = [draft.totalRewards, draft.rewardPerTask, draft.maxSubmissions].map(
    typedNumber,
  );
  if (!(total > 0 && each > 0 && most > 0)) return null;
  const paid = Math.min(most, Math.floor(total / each));
  const used = paid * each;
  return (
    <>
      <div class="bar split">
        <i style={{ width: `${Math.min(100, (used / total) * 100)}%` }} />
      </div>
      <p class="note">
        {paid < most
          ? say('The budget pays for {paid} of {most} photos.', { paid: count(paid), most: count(most) })
          : say('The budget pays for all {most} photos: {used} of {total} POINTS.', {
              most: count(most),
              used: points(used),
              total: points(total),
            })}
      </p>
    </>
  );
};

interface TextProps {
  readonly id: Exclude<keyof CampaignDraft, 'review' | 'isActive'>;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'datetime-local';
  readonly draft: CampaignDraft;
  readonly problems: CampaignProblems;
  readonly set: (changes: Partial<CampaignDraft>) => void;
}

const Text = ({ id, label, hint, type = 'text', draft, problems, set }: TextProps) => {
  const wrong = problems[id];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        {...(type === 'text' ? { type: 'text' as const } : { type: 'datetime-local' as const })}
        value={draft[id]}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => set({ [id]: event.currentTarget.value })}
      />
      {(wrong ?? hint) && (
        <span id={`${id}-hint`} class={wrong ? 'wrong' : 'hint'}>
          {wrong ?? hint}
        </span>
      )}
    </div>
  );
};
