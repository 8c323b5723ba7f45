import type { BodyOf, campaignRoutes, ReplyOf, uploadRoutes } from '@trigpoint/protocol';
import type { CallOptions, Client } from './client.ts';
import { onceHeader } from './once.ts';

type Routes = typeof campaignRoutes;
type Create = BodyOf<Routes['create-campaign']>;
export type CampaignInfo = ReplyOf<Routes['campaigns']>['result']['campaigns'][number];
export type CampaignSearch = Omit<BodyOf<Routes['campaigns']>, 'cursor'>;
export type CampaignEdit = BodyOf<Routes['edit-campaign']>;
export type PhotoInfo = ReplyOf<Routes['photo-feed-from-campaign']>['photos'][number];
export type SubmissionInfo = ReplyOf<Routes['submissions']>['result']['submissions'][number];
export type SubmissionSearch = Omit<BodyOf<Routes['submissions']>, 'cursor'>;
export type SubmittedPhoto = ReplyOf<(typeof uploadRoutes)['submit-photo']>['result'];

/** A new campaign. Fields that have a default may be left out. Times may be dates. */
export type NewCampaign = Omit<
  Create,
  'type' | 'currency' | 'fuel_required' | 'is_active' | 'description' | 'starts_at' | 'ends_at'
> &
  Partial<Pick<Create, 'type' | 'currency' | 'fuel_required' | 'is_active' | 'description'>> & {
    starts_at?: string | Date;
    ends_at: string | Date;
  };

export interface NewPhoto {
  readonly campaign: string;
  readonly photo: Blob | Uint8Array<ArrayBuffer>;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy_m?: number;
  readonly captured_at?: string | Date;
}

const time = (it: string | Date) => (typeof it === 'string' ? it : it.toISOString());

/**
 * Creates a campaign and sets its rewards aside. Returns its id.
 *
 * ```ts
 * const campaignId = await createCampaign(client, {
 *   campaign: `Street art ${Date.now()}`,
 *   latitude: 52.52,
 *   longitude: 13.405,
 *   radius: 10,
 *   total_rewards: 100,
 *   reward_per_task: 2.5,
 *   max_submissions: 40,
 *   ends_at: new Date(Date.now() + 48 * 3_600_000),
 * });
 * ```
 */
export const createCampaign = async (
  client: Client,
  campaign: NewCampaign,
  options: CallOptions = {},
): Promise<string> => {
  const body: Create = {
    description: '',
    type: 'individual',
    currency: 'POINTS',
    fuel_required: 1,
    is_active: true,
    ...campaign,
    starts_at: time(campaign.starts_at ?? new Date()),
    ends_at: time(campaign.ends_at),
  };
  return (await client.call('create-campaign', body, options)).result.campaign_id;
};

/**
 * Changes a campaign of one's own; what is not named stays.
 *
 * ```ts
 * const { max_submissions } = await editCampaign(client, { campaign, max_submissions: 80 });
 * ```
 */
export const editCampaign = async (
  client: Client,
  changes: CampaignEdit,
  options?: CallOptions,
): Promise<CampaignInfo> => (await client.call('edit-campaign', changes, options)).result.campaign;

/**
 * One campaign by its name; undefined where there is none that this key may see.
 *
 * ```ts
 * const found = await findCampaign(client, campaign);
 * show(found?.status);
 * ```
 */
export const findCampaign = async (client: Client, campaign: string): Promise<CampaignInfo | undefined> =>
  (await client.call('campaigns', { campaign })).result.campaigns[0];

/**
 * Campaigns, newest first, page after page as they are asked for.
 *
 * ```ts
 * for await (const it of listCampaigns(client, { status: 'live' })) show(it.campaign);
 * ```
 */
export async function* listCampaigns(client: Client, search: CampaignSearch = {}): AsyncGenerator<CampaignInfo> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { result } = await client.call('campaigns', { ...search, ...(cursor ? { cursor } : {}) });
    yield* result.campaigns;
    cursor = result.next_cursor;
  }
}

/**
 * Sends a photo. It is shown and paid when `state` is ready, unless the campaign's creator reviews first.
 *
 * ```ts
 * const { photo_id, state } = await submitPhoto(client, { campaign, photo, latitude: 52.51, longitude: 13.4 });
 * ```
 */
export const submitPhoto = async (
  client: Client,
  { photo, captured_at, ...fields }: NewPhoto,
  options: CallOptions = {},
): Promise<SubmittedPhoto> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  if (captured_at !== undefined) form.append('captured_at', time(captured_at));
  form.append('photo', photo instanceof Blob ? photo : new Blob([photo]), 'photo');
  const reply = await client.request(`/proof/v1/${client.proofType}/submit-photo`, {
    method: 'POST',
    body: form,
    headers: { ...onceHeader(), ...options.headers },
    signal: options.signal ?? null,
  });
  return ((await reply.json()) as { result: SubmittedPhoto }).result;
};

/**
 * A campaign's photos, newest first, page after page as they are asked for. `since` is about their upload, `visibleSince` about when
 * they were first shown. To poll, ask with `visibleSince` a few seconds before the latest `visible_at` that you know.
 *
 * ```ts
 * for await (const it of listPhotos(client, campaign)) show(it.thumbnail_url);
 * ```
 */
export async function* listPhotos(
  client: Client,
  campaign: string,
  { since, visibleSince, pageSize }: { since?: string | Date; visibleSince?: string | Date; pageSize?: number } = {},
): AsyncGenerator<PhotoInfo> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('photo-feed-from-campaign', {
      campaign,
      ...(since === undefined ? {} : { since: time(since) }),
      ...(visibleSince === undefined ? {} : { visible_since: time(visibleSince) }),
      ...(pageSize === undefined ? {} : { limit: pageSize }),
      ...(cursor ? { cursor } : {}),
    });
    yield* page.photos;
    cursor = page.next_cursor;
  }
}

/**
 * What I submitted or, for a campaign of mine, what everyone did.
 *
 * ```ts
 * for await (const it of listSubmissions(client, { campaign })) show(it.photo_id, it.review);
 * ```
 */
export async function* listSubmissions(client: Client, search: SubmissionSearch = {}): AsyncGenerator<SubmissionInfo> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { result } = await client.call('submissions', { ...search, ...(cursor ? { cursor } : {}) });
    yield* result.submissions;
    cursor = result.next_cursor;
  }
}

/**
 * One submission by its photo's id; undefined where it is not this key's to see.
 *
 * ```ts
 * const submission = await findSubmission(client, photoId);
 * show(submission?.reward);
 * ```
 */
export const findSubmission = async (client: Client, photoId: string): Promise<SubmissionInfo | undefined> =>
  (await client.call('submissions', { photo_id: photoId })).result.submissions[0];

/**
 * Shows and pays a photo that waited for its campaign's creator.
 *
 * ```ts
 * await acceptPhoto(client, photoId);
 * ```
 */
export const acceptPhoto = async (client: Client, photoId: string): Promise<void> => {
  await client.call('review-photo', { photo_id: photoId, accept: true });
};

/**
 * Takes a photo out of the feed. The reason is told to whoever sent it.
 *
 * ```ts
 * await rejectPhoto(client, photoId, 'This is not street art.');
 * ```
 */
export const rejectPhoto = async (client: Client, photoId: string, reason: string): Promise<void> => {
  await client.call('review-photo', { photo_id: photoId, accept: false, reason });
};
