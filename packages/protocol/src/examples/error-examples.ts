import type { ErrorCode, errorTable } from '../errors.ts';
import { address, challengeId, proverId } from './values.ts';

/** The names in braces of a sentence. */
type Holes<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type HolesOf<C extends ErrorCode> = Holes<(typeof errorTable)[C][1]>;

/** Every sentence that has names in braces must have an example here. Otherwise this does not compile. */
type ErrorExamples = {
  readonly [C in ErrorCode as [HolesOf<C>] extends [never] ? never : C]: Readonly<Record<HolesOf<C>, string | number>>;
};

const campaign = 'Street art';
const challenge_id = challengeId;
const photo = '3b9f0a7c5d1e4f60718293a4';
const watch = '0bf2c99141a210fc9488';
const webhook = '5e0c7d1a9b3f4826';

/** Example values for the names in braces. */
export const errorExamples: ErrorExamples = {
  invalid_body: { detail: 'Name at least one field to change.' },
  invalid_json: { detail: 'Unexpected end of JSON input' },
  invalid_field: { field: 'latitude', problem: 'must be a number from -90 to 90' },
  unknown_proof_type: { known: 'pol, pob', given: 'pox' },
  invalid_photo: { problem: 'is not an image; send JPEG, PNG, WebP or AVIF' },
  campaign_exists: { campaign },
  budget_short: { needed: 100, held: 42.5 },
  idempotency_key_reused: { what: 'Idempotency-Key' },
  stake_required: { role: 'challenger', publicKey: address },
  fuel_short: { needed: 2, held: 1 },
  insufficient_balance: { price: 12, payer: address, balance: 3.5 },
  points_short: { held: 3.5, needed: 12 },
  cross_site: { origin: 'https://elsewhere.example' },
  not_allowed: { detail: 'Only the creator of its campaign can review a photo.' },
  scope_missing: { needed: 'the scope ask', scopes: 'read' },
  too_many_keys: { most: 50 },
  challenge_not_on_chain: { challenge_id: 18204 },
  challenge_not_found: { challenge_id: 18204 },
  agent_not_found: { role: 'prover', id: proverId, proof_type: 'pol' },
  webhook_not_found: { webhook },
  delivery_not_found: { webhook, delivery: '8d41f0b2' },
  route_not_found: { method: 'POST', path: '/proof/v1/pol/challange-request' },
  method_not_allowed: { path: '/proof/v1/pol/provers', allowed: 'POST' },
  too_many_webhooks: { most: 10, whose: 'of yours' },
  webhook_test_refused: { webhook, problem: 'it is paused' },
  challenge_of_other_type: { challenge_id: 18204, attribute_id: 'bandwidth', proof_type: 'pol' },
  challenge_not_confirmed: { challenge_id: 18204, confirmations: 3, seconds: 12 },
  challenge_expired: { challenge_id: 18204, expired_at: '2026-11-17T02:41:00.000Z' },
  challenge_already_ended: { challenge_id: 18204 },
  challenge_unusable: { challenge_id, problem: 'zone: "XX" is no country' },
  ask_unusable: { problem: 'zone: "XX" is no country' },
  challenge_not_accepted: { challenge_id, seconds: 1 },
  nonce_not_wanted: { challenge_id },
  challenge_not_verified: { challenge_id },
  not_about_a_place: { proof_type: 'pob' },
  challenge_not_logged: { challenge_id, seconds: 2 },
  challenge_running: { challenge_id, seconds: 5 },
  campaign_hidden: { campaign },
  proof_required: { minutes: 60, withstands: 2 },
  campaign_not_found: { campaign },
  photo_not_found: { photo },
  watch_not_found: { watch },
  watch_unchanged: { watch, problem: 'is over' },
  certificate_unready: { problem: 'the log does not have all of it yet', seconds: 5 },
  campaign_not_open: { campaign, problem: 'is not active' },
  campaign_full: { campaign, places: 40 },
  campaign_spent: { campaign, total: 100 },
  rewards_used_up: { whose: 'that of the creator of this campaign', until: '2026-11-18T00:00:00.000Z' },
  outside_area: { distance: 14.2, radius: 10 },
  outside_window: { problem: 'lies after the campaign’s end' },
  photo_decided: { photo, problem: 'is still being read; try again shortly' },
  body_too_large: { limit: 65_536 },
  unsupported_media_type: { expected: 'multipart/form-data' },
  rate_limited: { seconds: 7 },
  too_many_streams: { most: 8 },
  too_many_watches: { most: 300, whose: 'from your network' },
  too_many_uploads: { most: 8, seconds: 5 },
  too_many_waiting: { waiting: 32, prover: proverId, seconds: 10 },
  internal: { request_id: 'c0ffee5d1e4f6071' },
  unavailable: { detail: 'Too many uploads are on their way.', seconds: 5 },
};
