import type { ChallengeState } from './states.ts';

interface Stamped<Kind extends string> {
  readonly kind: Kind;
  /** Counts from 1 within a challenge. */
  readonly seq: number;
  /** By the service's clock. */
  readonly at: string;
}

/** An attempt began: who is measured, by how many, and when it is due to end. Evidence names the challengers after the end. */
export interface AcceptedEvent extends Stamped<'accepted'> {
  readonly attempt: number;
  readonly prover: string;
  readonly asked: number;
  /** The last time for readings. The attempt ends earlier if enough have answered. */
  readonly until: string;
}

/** If challengers measure one after another: the number of the round that began, from 1. */
export interface RoundEvent extends Stamped<'round'> {
  readonly number: number;
}

/** A challenger answered: how many of those asked have answered so far, in this attempt. */
export interface ReadingEvent extends Stamped<'reading'> {
  readonly answered: number;
}

export interface EndedEvent extends Stamped<'ended'> {
  readonly state: ChallengeState;
  readonly verified: 'true' | 'false' | 'inconclusive';
  readonly reason: string;
}

/**
 * What `GET /proof/v1/{proof_type}/events` streams, each with its kind as the event's name. Before the end it only counts readings and
 * names no challenger, because a challenger that knew what others saw could fit its own reading to theirs.
 */
export type ChallengeEvent = AcceptedEvent | RoundEvent | ReadingEvent | EndedEvent;
