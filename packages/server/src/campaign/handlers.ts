import { type BodyOf, campaignRoutes, invalidField, readTime, serviceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { nextCursor, readCursor } from '../db/cursors.ts';
import { changedParts, handlersFor, listed } from '../http/handler.ts';
import { fromMillionths } from '../ledger/amounts.ts';
import { iso } from '../times.ts';
import { fromCentreKm } from './area.ts';
import { type Campaign, type CampaignTerms, type NewCampaign, positionOf, statusOf } from './campaigns.ts';
import type { Photo, Picture } from './photos.ts';
import { photoPath } from './serve-photos.ts';
import { readAmount } from './wire-values.ts';

const feedPage = 20;
const listPage = 50;
const defaultRadiusKm = 100;

type Create = BodyOf<(typeof campaignRoutes)['create-campaign']>;
type Edit = BodyOf<(typeof campaignRoutes)['edit-campaign']>;

const readCampaign = (body: Create) =>
  ({
    ...{ name: body.campaign, type: body.type, currency: body.currency },
    ...readTerms({
      ...body,
      tags: body.tags ?? [],
      radius: body.radius ?? defaultRadiusKm,
      review: body.review ?? false,
    }),
  }) as NewCampaign;

/** Only fields that are named are changed. */
const readChanges = (body: Edit): Partial<CampaignTerms> => {
  const changes = readTerms(body);
  if (Object.keys(changes).length > 0) return changes;
  throw serviceError('invalid_body', { detail: 'Name at least one field to change.' });
};

/** The terms that a body names. Null stands for an optional one that is not wanted. */
const readTerms = (body: Edit): Partial<CampaignTerms> => {
  const amount = (name: 'total_rewards' | 'reward_per_task' | 'fuel_required') =>
    body[name] === undefined ? undefined : readAmount(name, body[name]);
  const time = (name: 'starts_at' | 'ends_at') => (body[name] === undefined ? undefined : readTime(name, body[name]));
  const terms: { [K in keyof CampaignTerms]: CampaignTerms[K] | null | undefined } = {
    description: body.description,
    tags: body.tags,
    latitude: body.latitude,
    longitude: body.longitude,
    radiusKm: body.radius,
    bannerUrl: body.banner_url,
    posterUrl: body.poster_url,
    totalRewards: amount('total_rewards'),
    rewardPerTask: amount('reward_per_task'),
    fuelRequired: amount('fuel_required'),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    maxSubmissions: body.max_submissions,
    isActive: body.is_active,
    review: body.review,
    proofMaxAgeMs: body.require_proof && body.require_proof.max_age_minutes * 60_000,
    // What an edit leaves out of the object is no longer asked for.
    proofMinWithstands: body.require_proof && (body.require_proof.min_withstands ?? null),
  };
  const named = Object.entries(terms).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? undefined]));
};

const writeCampaign = (it: Campaign, now: number) => ({
  campaign_id: it.id,
  campaign: it.name,
  description: it.description,
  type: it.type,
  tags: [...it.tags],
  latitude: it.latitude ?? null,
  longitude: it.longitude ?? null,
  radius: it.radiusKm,
  banner_url: it.bannerUrl ?? null,
  poster_url: it.posterUrl ?? null,
  currency: it.currency,
  total_rewards: fromMillionths(it.totalRewards),
  reward_per_task: fromMillionths(it.rewardPerTask),
  fuel_required: fromMillionths(it.fuelRequired),
  starts_at: iso(it.startsAt),
  ends_at: iso(it.endsAt),
  max_submissions: it.maxSubmissions,
  is_active: it.isActive,
  review: it.review,
  require_proof:
    it.proofMaxAgeMs === undefined
      ? null
      : { max_age_minutes: it.proofMaxAgeMs / 60_000, min_withstands: it.proofMinWithstands ?? 0 },
  status: statusOf(it, now),
  creator: it.creator.publicKey,
  created_at: iso(it.createdAt),
  submissions: it.taken,
  paid: fromMillionths(it.paid),
});

const writePicture = (it: Picture, origin: string) => ({
  url: photoPath(origin, it.originalKey),
  thumbnail_url: photoPath(origin, it.thumbnailKey),
  width: it.width,
  height: it.height,
  format: it.format,
  thumbhash: it.thumbhash,
});

const noPicture = { url: null, thumbnail_url: null, width: null, height: null, format: null, thumbhash: null };

const writeSubmission = (it: Photo & { campaignName: string }, origin: string) => ({
  photo_id: it.id,
  campaign: it.campaignName,
  submitter: it.submitter.publicKey,
  state: it.state,
  review: it.review,
  reason: it.reason,
  received_at: iso(it.receivedAt),
  created_at: iso(it.createdAt),
  captured_at: it.capturedAt === undefined ? null : iso(it.capturedAt),
  latitude: it.latitude,
  longitude: it.longitude,
  accuracy_m: it.accuracyM ?? null,
  reward: fromMillionths(it.reward),
  paid: it.paid,
  near_duplicate_of: it.nearDuplicateOf ?? null,
  ...(it.picture ? writePicture(it.picture, origin) : noPicture),
});

const readPosition = (cursor: string | null | undefined) => (cursor ? readCursor(cursor) : undefined);

export const campaignHandlers = ({ campaigns, photos, now }: Pick<Context, 'campaigns' | 'photos' | 'now'>) =>
  handlersFor(campaignRoutes, {
    'create-campaign': async ({ body, session, once }) => {
      const { id } = await campaigns.create(readCampaign(body), session, once);
      return { result: { success: true, campaign_id: id, action: 'campaign-created' } };
    },

    'photo-feed-from-campaign': async (call) => {
      const { body, session } = call;
      const limit = body.limit ?? feedPage;
      const since = body.since == null ? 0 : readTime('since', body.since);
      const visibleSince = body.visible_since == null ? undefined : readTime('visible_since', body.visible_since);
      const before = readPosition(body.cursor);
      const skip = body.skip ?? 0;
      const found = await photos.feed(body.campaign, session, { since, visibleSince, before, skip, limit: limit + 1 });
      if (found.length > 0) call.sessionConfirmed();
      const page = found.length > limit ? found.slice(0, limit) : found;
      const last = found.length > limit ? page.at(-1) : undefined;
      const { origin } = call.site;
      return {
        photos: page.map((it) => ({
          photo_id: it.id,
          url: photoPath(origin, it.originalKey),
          created_at: iso(it.createdAt),
          visible_at: iso(it.visibleAt),
          thumbnail_url: photoPath(origin, it.thumbnailKey),
          width: it.width,
          height: it.height,
          format: it.format,
          thumbhash: it.thumbhash,
          distance_km: fromCentreKm(it),
        })),
        next_cursor: nextCursor(last, ({ createdAt: at, id }) => ({ at, id })),
      };
    },

    campaigns: async ({ body, session }) => {
      if ((body.latitude === undefined) !== (body.longitude === undefined))
        throw invalidField(body.latitude === undefined ? 'latitude' : 'longitude', 'must be given with the other');
      const near =
        body.latitude === undefined || body.longitude === undefined
          ? undefined
          : { latitude: body.latitude, longitude: body.longitude };
      const { parts, more } = campaigns.search({
        viewer: session,
        name: body.campaign,
        text: body.text,
        tag: body.tag,
        near,
        status: body.status,
        mine: body.mine ?? false,
        before: readPosition(body.cursor),
        limit: body.limit ?? listPage,
      });
      const after = () => ({ next_cursor: nextCursor(more(), positionOf) });
      return listed('campaigns', { parts: changedParts(parts, (it) => writeCampaign(it, now())), after });
    },

    'campaign-figures': async ({ body, session }) => {
      const { held, contributors, paidInWeek, refused } = await photos.figures(body.campaign, session);
      return {
        result: {
          held: fromMillionths(held),
          contributors,
          paid_in_7_days: paidInWeek,
          refused_in_24_hours: [...refused].map(([code, count]) => ({ code, count })),
        },
      };
    },

    'edit-campaign': async ({ body, session }) => {
      const campaign = await campaigns.edit(body.campaign, session, readChanges(body));
      return { result: { success: true, campaign: writeCampaign(campaign, now()) } };
    },

    submissions: async ({ body, session, site }) => {
      const { parts, more } = await photos.submissions(session, {
        campaign: body.campaign,
        photoId: body.photo_id,
        state: body.state,
        review: body.review,
        before: readPosition(body.cursor),
        limit: body.limit ?? listPage,
      });
      const after = () => ({ next_cursor: nextCursor(more(), ({ receivedAt: at, id }) => ({ at, id })) });
      return listed('submissions', { parts: changedParts(parts, (it) => writeSubmission(it, site.origin)), after });
    },

    'review-photo': async ({ body, session }) => {
      const reason = body.reason?.trim() ?? '';
      if (!body.accept && reason === '') throw invalidField('reason', 'is required to reject a photo');
      const state = await photos.review(session, body.photo_id, body.accept, reason);
      return { result: { success: true, photo_id: body.photo_id, state } };
    },
  });
