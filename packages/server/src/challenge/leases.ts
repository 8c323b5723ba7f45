/**
 * What other rooms may do to a challenge's rows. A challenge that is due is claimed under a lease, and whoever holds the lease
 * takes the next step. If the lease is lost meanwhile, the statement of that step changes nothing. Steps of the coordinator hold
 * a lease; consents and readings do not.
 */
export { type DirectRow, findDirect, openForNonce } from './direct-store.ts';
export {
  type ChallengeRow,
  claimDue,
  claimEarly,
  endChallenge,
  findChallenge,
  hasten,
  hastenAll,
  lockChallenge,
  lockChallenges,
  nextDue,
  postpone,
  recordConsent,
  recordDeclined,
  release,
  renewLeases,
  type Standing,
  startAttempt,
  waitingFor,
} from './store.ts';
export { isDirect } from './taking-in.ts';
