import type { ChallengeState } from './states.ts';

interface Stamped<Kind extends string> {
  readonly kind: Kind;
  /** Counts from 1 within a challenge; undefined for progress, which is shown once and not kept. */
  readonly seq: number | undefined;
  /** By the service's clock. */
  readonly at: string;
}

/** An attempt began: who is measured, and by whom. */
export interface AcceptedEvent extends Stamped<'accepted'> {
  readonly attempt: number;
  readonly prover: string;
  readonly challengers: readonly string[];
}

/** Where challengers measure one after another: whose turn it is, from 0. */
export interface RoundEvent extends Stamped<'round'> {
  readonly position: number;
  readonly challenger: string;
}

/** A reading was taken; `failure` says how a measurement failed. */
export interface ReadingEvent extends Stamped<'reading'> {
  readonly challenger: string;
  readonly failure: 'unreachable' | 'timeout' | 'refused' | 'own_fault' | null;
}

/** What an agent tells while it measures, such as `fastest_us` or `mbps`: for people who watch, never evidence. */
export interface ProgressEvent extends Stamped<'progress'> {
  readonly agent: string;
  readonly role: 'prover' | 'challenger';
  readonly challenger: string;
  readonly [value: string]: string | number | undefined;
}

export interface EndedEvent extends Stamped<'ended'> {
  readonly state: ChallengeState;
  readonly verified: 'true' | 'false' | 'inconclusive';
  readonly reason: string;
}

/** What `GET /proof/v1/{proof_type}/events` streams, each with its kind as the event's name. */
export type ChallengeEvent = AcceptedEvent | RoundEvent | ReadingEvent | ProgressEvent | EndedEvent;
