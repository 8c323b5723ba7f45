/**
 * What other rooms may do to a challenge's rows. A challenge that is due is taken under a lease, and whoever holds the lease
 * takes the next step. If the lease is lost meanwhile, the statement of that step changes nothing. Steps of the coordinator hold
 * a lease; consents and readings do not.
 */
export { type DirectRow, findDirect, openForNonce } from './direct-store.ts';
export {
  type ChallengeRow,
  endChallenge,
  findChallenge,
  hasten,
  hastenAll,
  leaseDue,
  leaseEarly,
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
