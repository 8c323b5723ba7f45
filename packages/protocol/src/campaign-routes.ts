import { Type } from '@trigpoint/schema';
import { operations } from './route.ts';
import { moment, momentOrNull, resultOf, stricter, timeText } from './wire-texts.ts';

export const campaignTypes = ['individual', 'group', 'task'] as const;
export const campaignStatuses = ['scheduled', 'live', 'full', 'ended', 'inactive'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** received → processing → ready | rejected. */
export const photoStates = ['received', 'processing', 'ready', 'rejected'] as const;
export type PhotoState = (typeof photoStates)[number];

export const photoReviews = ['pending', 'accepted', 'rejected'] as const;
export type PhotoReview = (typeof photoReviews)[number];

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const name = Type.String({ minLength: 1, maxLength: 128, description: 'Name of the campaign' });
const newName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Name of the campaign, not blank',
  ...stricter({ pattern: '\\S' }),
});
const description = Type.String({ maxLength: 4096 });
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 32 });
const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });
/** At most half the way around the Earth: every place is within that. */
const radius = Type.Number({ exclusiveMinimum: 0, maximum: 20_038, description: 'Kilometres' });
const url = Type.String({
  maxLength: 2048,
  description: 'http or https',
  ...stricter({ pattern: '^https?://.' }),
});
const time = timeText();
/** The most POINTS that a JSON number can state exactly to the millionth. */
const counted = stricter({ minimum: 0, maximum: 9_007_199_254, multipleOf: 0.000001 });
const reward = Type.Number({
  description: 'POINTS, more than 0, at most six decimals',
  ...stricter({ minimum: 0.000001, maximum: 9_007_199_254, multipleOf: 0.000001 }),
});
const fuel = Type.Number({ description: 'Fuel, at most six decimals', ...counted });
const maxSubmissions = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const requireProof = Type.Object({
  max_age_minutes: Type.Integer({ minimum: 1, maximum: 525_600 }),
  min_withstands: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many lying challengers the verdict must withstand',
    }),
  ),
});
const limit = (max: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: max }));
const cursor = Type.Optional(
  orNull(
    Type.String({
      maxLength: 256,
      description: 'next_cursor of the page before',
      ...stricter({ pattern: '^([A-Za-z0-9_-]{4,110})?$' }),
    }),
  ),
);

const campaignInfo = Type.Object({
  campaign_id: Type.String(),
  campaign: Type.String(),
  description: Type.String(),
  type: Type.Enum(campaignTypes),
  tags: Type.Array(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  radius: Type.Number(),
  banner_url: orNull(Type.String()),
  poster_url: orNull(Type.String()),
  currency: Type.String(),
  total_rewards: Type.Number(),
  reward_per_task: Type.Number(),
  fuel_required: Type.Number(),
  starts_at: moment(),
  ends_at: moment(),
  max_submissions: Type.Integer(),
  is_active: Type.Boolean(),
  review: Type.Boolean(),
  require_proof: orNull(requireProof),
  status: Type.Enum(campaignStatuses),
  creator: Type.String({ description: "The creator's public key" }),
  created_at: moment(),
  submissions: Type.Integer({ description: 'Places taken: accepted, or waiting to be' }),
  paid: Type.Number({ description: 'POINTS paid out so far' }),
});

const photoInfo = Type.Object({
  photo_id: Type.String(),
  url: Type.String(),
  created_at: moment(),
  visible_at: moment('When it was first shown: after its review, where there was one'),
  thumbnail_url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  format: Type.String(),
  thumbhash: Type.String(),
  distance_km: orNull(
    Type.Number({ description: 'From the centre of the campaign’s circle, to 0.1 km; null where it has none' }),
  ),
});

const submissionInfo = Type.Object({
  photo_id: Type.String(),
  campaign: Type.String(),
  submitter: Type.String(),
  state: Type.Enum(photoStates),
  review: Type.Enum(photoReviews),
  reason: Type.String({ description: 'Why it was rejected; empty otherwise' }),
  received_at: moment(),
  created_at: moment(),
  captured_at: momentOrNull(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  accuracy_m: orNull(Type.Number()),
  reward: Type.Number(),
  paid: Type.Boolean(),
  near_duplicate_of: orNull(Type.String({ description: 'A photo by the same person that looks the same' })),
  url: orNull(Type.String()),
  thumbnail_url: orNull(Type.String()),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  format: orNull(Type.String()),
  thumbhash: orNull(Type.String()),
});

/** Campaigns and their photos. */
export const campaignRoutes = operations({
  'create-campaign': {
    summary: 'Create a campaign and escrow its rewards',
    isAtRoot: true,
    auth: 'session',
    scope: 'campaigns',
    limit: 'create-campaign',
    once: true,
    body: Type.Object({
      campaign: newName,
      description,
      type: Type.Enum(campaignTypes, stricter({ enum: ['individual'] })),
      tags: Type.Optional(orNull(tags)),
      latitude: Type.Optional(orNull(latitude)),
      longitude: Type.Optional(orNull(longitude)),
      radius: Type.Optional(orNull(radius)),
      banner_url: Type.Optional(orNull(url)),
      poster_url: Type.Optional(orNull(url)),
      currency: Type.String({ maxLength: 64, ...stricter({ const: 'POINTS' }) }),
      total_rewards: reward,
      reward_per_task: reward,
      fuel_required: fuel,
      starts_at: time,
      ends_at: time,
      max_submissions: maxSubmissions,
      is_active: Type.Boolean(),
      review: Type.Optional(
        Type.Boolean({ description: 'Photos wait for the creator before they are shown and paid' }),
      ),
      require_proof: Type.Optional(orNull(requireProof)),
    }),
    reply: resultOf({ success: Type.Boolean(), campaign_id: Type.String(), action: Type.String() }),
    errors: ['campaign_exists', 'budget_short', 'idempotency_key_reused', 'not_allowed'],
  },
  'photo-feed-from-campaign': {
    summary: 'The photos of a campaign, newest first',
    isAtRoot: true,
    auth: 'session',
    scope: 'read',
    limit: 'feed',
    body: Type.Object({
      campaign: Type.String(),
      since: Type.Optional(orNull(time)),
      visible_since: Type.Optional(orNull(timeText('RFC 3339 date-time: only photos first shown after it'))),
      limit: limit(1000),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      cursor,
    }),
    reply: Type.Object({ photos: Type.Array(photoInfo), next_cursor: orNull(Type.String()) }),
    errors: ['campaign_not_found', 'campaign_hidden'],
  },
  campaigns: {
    summary: 'List and search campaigns',
    auth: 'session',
    scope: 'read',
    body: Type.Object(
      {
        campaign: Type.Optional(Type.String({ description: 'Only the one of this name or id' })),
        text: Type.Optional(Type.String({ maxLength: 128, description: 'Part of its name or description' })),
        tag: Type.Optional(Type.String({ maxLength: 64 })),
        latitude: Type.Optional(latitude),
        longitude: Type.Optional(longitude),
        status: Type.Optional(Type.Enum(campaignStatuses)),
        mine: Type.Optional(Type.Boolean({ description: 'Only those I created' })),
        limit: limit(1000),
        cursor,
      },
      stricter({ dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] } }),
    ),
    reply: resultOf({ campaigns: Type.Array(campaignInfo), next_cursor: orNull(Type.String()) }),
  },
  'campaign-figures': {
    summary: 'How fast a campaign pays, and why photos were not taken',
    auth: 'session',
    scope: 'read',
    body: Type.Object({ campaign: name }),
    reply: resultOf({
      held: Type.Number({ description: 'POINTS promised to photos in review' }),
      contributors: orNull(
        Type.Integer({ description: 'People whose photos were taken; null where there are too many to count' }),
      ),
      paid_in_7_days: Type.Integer({ description: 'Photos' }),
      refused_in_24_hours: Type.Array(
        Type.Object({ code: Type.String({ description: 'As in the refusal' }), count: Type.Integer() }),
      ),
    }),
    errors: ['campaign_not_found', 'campaign_hidden'],
  },
  'edit-campaign': {
    summary: 'Change a campaign of yours; never below what is already promised or paid',
    auth: 'session',
    scope: 'campaigns',
    body: Type.Object(
      {
        campaign: name,
        description: Type.Optional(description),
        tags: Type.Optional(tags),
        latitude: Type.Optional(orNull(latitude)),
        longitude: Type.Optional(orNull(longitude)),
        radius: Type.Optional(radius),
        banner_url: Type.Optional(orNull(url)),
        poster_url: Type.Optional(orNull(url)),
        total_rewards: Type.Optional(reward),
        reward_per_task: Type.Optional(reward),
        fuel_required: Type.Optional(fuel),
        starts_at: Type.Optional(time),
        ends_at: Type.Optional(time),
        max_submissions: Type.Optional(maxSubmissions),
        is_active: Type.Optional(Type.Boolean()),
        review: Type.Optional(Type.Boolean()),
        require_proof: Type.Optional(orNull(requireProof)),
      },
      stricter({ minProperties: 2 }),
    ),
    reply: resultOf({ success: Type.Boolean(), campaign: campaignInfo }),
    errors: ['campaign_not_found', 'not_allowed', 'budget_short'],
  },
  submissions: {
    summary: 'What I submitted, or everything submitted to a campaign of mine, newest first',
    auth: 'session',
    scope: 'campaigns',
    body: Type.Object({
      campaign: Type.Optional(Type.String()),
      photo_id: Type.Optional(Type.String({ maxLength: 64 })),
      state: Type.Optional(Type.Enum(photoStates)),
      review: Type.Optional(Type.Enum(photoReviews)),
      limit: limit(1000),
      cursor,
    }),
    reply: resultOf({ submissions: Type.Array(submissionInfo), next_cursor: orNull(Type.String()) }),
    errors: ['campaign_not_found'],
  },
  'review-photo': {
    summary: 'Accept or reject a photo submitted to a campaign of yours',
    auth: 'session',
    scope: 'campaigns',
    body: Type.Object(
      {
        photo_id: Type.String({ maxLength: 64 }),
        accept: Type.Boolean(),
        reason: Type.Optional(
          Type.String({ maxLength: 500, description: 'Told to the submitter; required to reject' }),
        ),
      },
      stricter({
        anyOf: [
          { properties: { accept: { const: true } } },
          { required: ['reason'], properties: { reason: { pattern: '\\S' } } },
        ],
      }),
    ),
    reply: resultOf({ success: Type.Boolean(), photo_id: Type.String(), state: Type.Enum(photoStates) }),
    errors: ['photo_not_found', 'photo_decided', 'not_allowed'],
  },
});

const notEmpty = stricter({ minLength: 1 });

/** Uploads are streamed, so they are not in the table of routes whose bodies are JSON. */
export const uploadRoutes = operations({
  'submit-photo': {
    summary: 'Submit a photo to a campaign',
    auth: 'session',
    scope: 'campaigns',
    encoding: 'multipart',
    once: true,
    body: Type.Object({
      campaign: Type.String({ description: 'Before the photo in the form', ...notEmpty }),
      photo: Type.String({ format: 'binary', description: 'JPEG, PNG, WebP or AVIF' }),
      latitude: Type.String({ description: 'From -90 to 90', ...notEmpty }),
      longitude: Type.String({ description: 'From -180 to 180', ...notEmpty }),
      accuracy_m: Type.Optional(Type.String({ description: 'Metres' })),
      captured_at: Type.Optional(time),
    }),
    reply: resultOf({ success: Type.Boolean(), photo_id: Type.String(), state: Type.Enum(photoStates) }),
    errors: [
      'too_many_uploads',
      'invalid_photo',
      'campaign_not_found',
      'campaign_not_open',
      'campaign_full',
      'campaign_spent',
      'rewards_used_up',
      'outside_area',
      'outside_window',
      'fuel_short',
      'idempotency_key_reused',
      'duplicate_photo',
      'proof_required',
    ],
  },
});
