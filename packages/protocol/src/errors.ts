import { ServiceError } from './service-error.ts';

/**
 * Every error the service can answer with: code → status and sentence (docs/errors.md is generated from here).
 * `{name}` in a sentence is filled from the error's details. Sentences say what to do and name the field.
 */
export const errorTable = {
  invalid_body: [400, '{detail}'],
  not_http: [400, 'The request is not valid HTTP/1.1.'],
  unreadable_path: [400, 'The path cannot be read: it is too long or wrongly encoded.'],
  invalid_json: [400, 'The body is not valid JSON: {detail}.'],
  invalid_field: [400, '{field} {problem}.'],
  unknown_proof_type: [400, 'proof_type in the path must be one of {known}, not "{given}".'],
  invalid_photo: [400, 'photo {problem}.'],
  campaign_exists: [400, 'campaign "{campaign}" exists already; choose another name.'],
  budget_short: [400, 'total_rewards needs {needed} POINTS from your balance, and it holds {held}.'],
  idempotency_key_reused: [400, 'This {what} was sent before with a different request.'],
  not_logged_in: [401, 'Log in first: call pre-login, sign its message, then login within the same cookie session.'],
  session_expired: [401, 'This session has ended. Log in again.'],
  invalid_key: [401, 'This API key is unknown here, has expired or was revoked. Make another one.'],
  no_pending_login: [401, 'No login is pending in this cookie session. Call pre-login first and send its cookie back.'],
  pending_login_expired: [401, 'The message from pre-login has expired. Call pre-login again.'],
  wrong_signature: [401, 'The signature does not match the message from pre-login and the publicKey given there.'],
  too_many_attempts: [401, 'Too many wrong signatures for this message. Call pre-login again.'],
  stake_required: [
    402,
    'This service asks for a funded or staked account for the role {role}, and {publicKey} is not one.',
  ],
  fuel_short: [402, 'A photo for this campaign spends {needed} fuel, and you have {held}. It is refilled every day.'],
  insufficient_balance: [402, 'A challenge costs {price} POINTS here, and {payer} has {balance}.'],
  points_short: [402, 'Your balance holds {held} POINTS, and {needed} are needed.'],
  cross_site: [403, 'This request came from another site ({origin}), which may not act in your session.'],
  not_allowed: [403, '{detail}'],
  scope_missing: [403, 'This operation takes {needed}, and this API key has the scopes {scopes}.'],
  too_many_keys: [403, 'You have {most} API keys. Revoke one first.'],
  challenge_not_on_chain: [404, 'The chain has no challenge {challenge_id}. Call submitRequest first and use its id.'],
  challenge_not_found: [404, 'Challenge {challenge_id} was never brought here. Call challenge-request-dcl first.'],
  agent_not_found: [404, 'There is no {role} {id} here for {proof_type}.'],
  webhook_not_found: [404, 'You have no webhook {webhook}. List yours with my-webhooks.'],
  delivery_not_found: [404, 'Webhook {webhook} has no delivery {delivery}. They are kept for 30 days.'],
  route_not_found: [404, 'There is nothing at {method} {path}. See /docs for what there is.'],
  method_not_allowed: [405, '{path} answers to {allowed} only.'],
  too_many_webhooks: [
    409,
    'There are {most} webhooks {whose} already, which is the most. One of them must be removed first.',
  ],
  webhook_test_refused: [409, 'Nothing is sent to webhook {webhook}: {problem}.'],
  challenge_of_other_type: [409, 'Challenge {challenge_id} asks for {attribute_id}, not for a {proof_type} proof.'],
  challenge_not_confirmed: [
    409,
    'Challenge {challenge_id} does not have {confirmations} confirmations yet. Try again in {seconds} s.',
  ],
  challenge_expired: [409, 'Challenge {challenge_id} expired at {expired_at}. Call submitRequest again.'],
  challenge_already_ended: [409, 'Challenge {challenge_id} already has a result on the chain.'],
  challenge_unusable: [409, 'Challenge {challenge_id} cannot be carried out: {problem}.'],
  ask_unusable: [409, 'What the watch asks cannot be carried out: {problem}.'],
  challenge_not_accepted: [
    409,
    'Challenge {challenge_id} is not accepted in the log yet. Keep the nonce secret, and try again in {seconds} s.',
  ],
  nonce_not_wanted: [409, 'Challenge {challenge_id} waits for no nonce of yours: its request named no nonce_hash.'],
  challenge_not_verified: [409, 'Challenge {challenge_id} was not verified. Nothing else is attested.'],
  not_about_a_place: [409, 'A {proof_type} proof is about no place. Ask for eas or vc.'],
  challenge_not_logged: [409, 'Challenge {challenge_id} is not in the log yet. Try again in {seconds} s.'],
  challenge_running: [409, 'Challenge {challenge_id} has not ended yet. Try again in {seconds} s.'],
  campaign_hidden: [403, 'Campaign "{campaign}" is not active: only its creator sees it.'],
  proof_required: [
    403,
    'This campaign asks for a verified proof of location, not older than {minutes} minutes, which withstands {withstands} liars and whose whole uncertainty lies inside its area. Ask for one with the key you are logged in with, then submit again.',
  ],
  campaign_not_found: [404, 'There is no campaign named "{campaign}".'],
  photo_not_found: [404, 'There is no photo {photo}.'],
  watch_not_found: [404, 'There is no watch {watch} that you may see.'],
  watch_unchanged: [409, 'Watch {watch} {problem}.'],
  certificate_unready: [409, 'There is no certificate for this period yet: {problem}. Try again in {seconds} s.'],
  campaign_not_open: [409, 'Campaign "{campaign}" {problem}.'],
  campaign_full: [409, 'Campaign "{campaign}" has all its {places} submissions.'],
  campaign_spent: [409, 'Campaign "{campaign}" has no rewards left: {total} POINTS are paid or promised.'],
  rewards_used_up: [409, 'The budget for rewards of this day is used up: {whose}. Send the photo after {until}.'],
  outside_area: [409, 'The photo was taken {distance} km from the campaign’s centre, and its radius is {radius} km.'],
  outside_window: [409, 'captured_at {problem}.'],
  duplicate_photo: [409, 'You submitted this very photo to this campaign before.'],
  photo_decided: [409, 'Photo {photo} {problem}.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  body_too_large: [413, 'The body is larger than the limit of {limit} bytes.'],
  unsupported_media_type: [415, 'Send the body as {expected}.'],
  headers_too_large: [431, 'The headers are larger than this service reads.'],
  rate_limited: [429, 'Too many requests. Try again in {seconds} s.'],
  too_many_streams: [429, '{most} event streams of this caller are open. Close one of them.'],
  too_many_watches: [429, '{most} watches {whose} run already, which is the most. One of them must end first.'],
  too_many_uploads: [429, 'More than {most} uploads of this key run, and many wait. Try again in {seconds} s.'],
  too_many_waiting: [
    429,
    '{waiting} requests wait for the consent of prover {prover} already. Try again in {seconds} s; the request is not spent.',
  ],
  internal: [500, 'Something went wrong on our side. Give the operator this request id: {request_id}.'],
  unavailable: [503, '{detail} Try again in {seconds} s.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errorTable;

/** The error of a code, with its sentence filled in. */
export const serviceError = (
  code: ErrorCode,
  details: Readonly<Record<string, string | number>> = {},
  retryAfter?: number,
): ServiceError => {
  const [status, sentence] = errorTable[code];
  const message = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? name));
  return new ServiceError(code, status, message, retryAfter);
};

/** The error for a field that is missing or wrong. `problem` completes the sentence "<field> …". */
export const invalidField = (field: string, problem: string) => serviceError('invalid_field', { field, problem });
