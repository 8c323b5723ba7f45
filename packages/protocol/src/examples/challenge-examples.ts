import type { challengeRoutes } from '../challenge-routes.ts';
import type { networkRoutes } from '../network-routes.ts';
import type { verdictRoutes } from '../verdict-routes.ts';
import {
  type At,
  address,
  ask,
  challengeId,
  challengerId,
  type Examples,
  hash,
  otherAddress,
  proverId,
} from './values.ts';

const submitted = 'SUBMITTED_TO_CHALLENGE_COORDINATOR' as const;

/** Asking for challenges, and what came of them. */
export const challengeExamples = (at: At): Examples<typeof challengeRoutes & typeof verdictRoutes> => ({
  'challenge-request-dcl': {
    body: { challenge_id: '7' },
    reply: { result: { challenge_id: '7', challenge_status: submitted } },
  },
  'challenge-request': {
    body: {
      prover: proverId,
      parameters: { latitude: 50.11, longitude: 8.68, zone: 'EU' },
      number_of_challengers: 12,
      tolerance: 4,
    },
    reply: {
      result: {
        ...{ challenge_id: challengeId, challenge_status: submitted, ask, request: '{"type":"request",…}' },
        seed_from: 'service',
      },
    },
  },
  'challenge-reveal': {
    body: { challenge_id: challengeId, nonce: hash },
    reply: { result: { challenge_id: challengeId, challenge_status: submitted } },
  },
  'challenge-status-dcl': {
    body: { challenge_id: challengeId },
    reply: {
      id: challengeId,
      challenge_start_time: at(-1),
      challenge_end_time: at(0),
      state: 'ENDED_SUCCESSFULLY',
      challenge_parameters: { number_of_challengers: 12, latitude: '50.11' },
      consolidated_result: { verified: 'true', uncertainty_km: '41', reason: 'It is within 41 km of its claim.' },
      prover: { id: proverId, claims: { city: 'Frankfurt' } },
    },
  },
  'challenge-history': {
    body: { prover: proverId, limit: 10 },
    reply: {
      result: {
        challenges: [
          {
            ...{ id: challengeId, state: 'ENDED_SUCCESSFULLY' },
            ...{ challenge_start_time: at(-1), challenge_end_time: at(0) },
            ...{ prover: proverId, payer: otherAddress, parameters: { latitude: '50.11' }, verified: 'true' },
            ...{ reason: 'It is within 41 km of its claim.', result: { uncertainty_km: '41' } },
          },
        ],
      },
    },
  },
  'challenge-evidence': {
    body: { challenge_id: challengeId },
    reply: { result: { transcript: {}, transcript_hash: hash, eligible_tree: {}, calibration: null } },
  },
  'challenge-attestation': {
    body: { challenge_id: challengeId, format: 'vc' },
    reply: {
      result: { format: 'vc', attestation: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJkaWQ6d2ViOnRwLmV4YW1wbGUifQ.c2ln' },
    },
  },
  'challenge-payments': {
    body: { challenge_id: challengeId },
    reply: {
      result: { points: 2, payments: [{ challenger: challengerId, points: 2, reason: 'reading accepted' }] },
    },
  },
});

const admission = (at: At) => ({
  status: 'admitted' as const,
  since: at(-24),
  since_block: 1204,
  by: address,
  reason: 'known operator',
});
const agent = (at: At, id: string, publicKey: string, role: 'prover' | 'challenger') => ({
  ...{ id, keyType: 'ethereum' as const, publicKey, projectName: 'db-7', projectPublicKey: '' },
  claims: { city: 'Frankfurt', latitude: 50.11, longitude: 8.68 },
  online: true,
  last_alive: at(0),
  verified_place: { latitude: 50.11, longitude: 8.68, uncertainty_km: 41, challenge_id: challengeId, at: at(-1) },
  verified_result: { uncertainty_km: '41', challenge_id: challengeId, at: at(-1) },
  number_of_challenges: 3,
  number_of_successful_challenges: 2,
  admission: role === 'challenger' ? admission(at) : null,
});
const reading = (at: At) => ({
  ...{ challenge_id: challengeId, prover: proverId, challenger: challengerId, received_at: at(-1) },
  ...{ message: '{"type":"reading",…}', signature: `0x${'5c'.repeat(64)}1b` },
});
const oneAgent = (at: At, id: string, publicKey: string, role: 'prover' | 'challenger') => ({
  result: {
    ...agent(at, id, publicKey, role),
    ...{ version: '0.1.0', first_seen: at(-240), results: [reading(at)], set_aside: 'its stated place is in doubt' },
    seen: { since: at(-24), spans: [{ from: at(-24), until: at(0) }], share: 0.98 },
    set_aside_evidence: [reading(at)],
    refusals: [{ challenge_id: challengeId, code: 'late', reason: 'The attempt was over.', at: at(-1) }],
  },
});
const decided = (at: At) => ({
  ...{ id: challengerId, ...admission(at), latitude: 50.11, longitude: 8.68, owner: address, endpoint: '' },
});
const tally = { true: 12, false: 1, inconclusive: 2 };

/** Who takes part in the network. */
export const networkExamples = (at: At): Examples<typeof networkRoutes> => ({
  provers: {
    body: { limit: 10 },
    reply: { result: { provers: [agent(at, proverId, address, 'prover')], total: 1, next_cursor: null } },
  },
  prover: { body: { id: proverId }, reply: oneAgent(at, proverId, address, 'prover') },
  challengers: {
    body: { limit: 10 },
    reply: {
      result: { challengers: [agent(at, challengerId, otherAddress, 'challenger')], total: 1, next_cursor: null },
    },
  },
  challenger: { body: { id: challengerId }, reply: oneAgent(at, challengerId, otherAddress, 'challenger') },
  'admit-challenger': {
    body: { challenger: challengerId, reason: 'known operator', latitude: 50.11, longitude: 8.68 },
    reply: { result: { admissions: [decided(at)] } },
  },
  'list-admissions': {
    body: { status: 'candidate', limit: 10 },
    reply: { result: { admissions: [decided(at)], total: 1 } },
  },
  statistics: {
    body: {},
    reply: {
      result: {
        ...{ provers: 6, challengers: 17, open_challenges: 1, ended: tally },
        hours: [{ hour: at(-1), ...tally }],
      },
    },
  },
});
