import type { campaignRoutes, uploadRoutes } from '../campaign-routes.ts';
import { type At, address, type Examples } from './values.ts';

const photoId = '5e1f0c9a8b7d6e5f4a3b2c1d';
const terms = (at: At) => ({
  ...{ total_rewards: 100, reward_per_task: 2.5, fuel_required: 1, max_submissions: 40, is_active: true },
  ...{ starts_at: at(-1), ends_at: at(48) },
});
const where = { latitude: 52.52, longitude: 13.4, radius: 10 };
const campaign = (at: At) => ({
  campaign_id: '8f3a5b0c1d2e4f60718293a4',
  ...{ campaign: 'Street art', description: 'Murals in the middle of Berlin', type: 'individual' as const },
  ...{ tags: ['art'], ...where, currency: 'POINTS', ...terms(at) },
  banner_url: 'https://example.org/banner.png',
  poster_url: 'https://example.org/poster.png',
  ...{ review: false, require_proof: { max_age_minutes: 60 }, status: 'live' as const, creator: address },
  ...{ created_at: at(-1), submissions: 1, paid: 2.5 },
});
const files = { url: '/photos/5e1f.jpg', thumbnail_url: '/photos/5e1f-small.webp', width: 1600, height: 1200 };
const picture = { ...files, format: 'jpeg', thumbhash: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG' };
const submission = (at: At) => ({
  ...{ ...picture, photo_id: photoId, campaign: 'Street art', submitter: address, state: 'ready' as const },
  ...{ review: 'accepted' as const, reason: '', received_at: at(-1), created_at: at(-1), captured_at: at(-2) },
  ...{ latitude: 52.51, longitude: 13.4, accuracy_m: 5, reward: 2.5, paid: true },
  near_duplicate_of: '4d0e1f2a3b4c5d6e7f8091a2',
});
const sent = { result: { success: true, photo_id: photoId, state: 'ready' as const } };

/** Campaigns and their photos. */
export const campaignExamples = (at: At): Examples<typeof campaignRoutes & typeof uploadRoutes> => ({
  'create-campaign': {
    body: {
      ...{ campaign: 'Street art', description: 'Murals in the middle of Berlin', type: 'individual' },
      ...{ currency: 'POINTS', ...where, ...terms(at) },
    },
    reply: { result: { success: true, campaign_id: '8f3a5b0c1d2e4f60718293a4', action: 'campaign-created' } },
  },
  'photo-feed-from-campaign': {
    body: { campaign: 'Street art', limit: 10 },
    reply: {
      photos: [{ ...picture, photo_id: photoId, created_at: at(-1), visible_at: at(-1), distance_km: 0.4 }],
      next_cursor: 'MTc2MjM0NTY3ODkwMA',
    },
  },
  campaigns: {
    body: { text: 'art', status: 'live', limit: 10 },
    reply: { result: { campaigns: [campaign(at)], next_cursor: 'MTc2MjM0NTY3ODkwMA' } },
  },
  'campaign-figures': {
    body: { campaign: 'Street art' },
    reply: {
      result: {
        ...{ held: 5, contributors: 2, paid_in_7_days: 3 },
        refused_in_24_hours: [{ code: 'outside_area', count: 4 }],
      },
    },
  },
  'edit-campaign': {
    body: { campaign: 'Street art', max_submissions: 80 },
    reply: { result: { success: true, campaign: campaign(at) } },
  },
  submissions: {
    body: { campaign: 'Street art', state: 'ready' },
    reply: { result: { submissions: [submission(at)], next_cursor: 'MTc2MjM0NTY3ODkwMA' } },
  },
  'review-photo': { body: { photo_id: photoId, accept: false, reason: 'It is blurred.' }, reply: sent },
  'submit-photo': {
    body: { campaign: 'Street art', latitude: '52.51', longitude: '13.4', accuracy_m: '5', photo: 'mural.png' },
    reply: sent,
  },
});
