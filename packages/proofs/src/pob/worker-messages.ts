import type { MessagePort } from 'node:worker_threads';
import type { Endpoint, Failure, ProbeTask } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import type { PobSeries } from './transcript.ts';

/** How a measuring thread begins a round: all messages of the round go through its port, and no other round hears them. */
export interface Begin {
  readonly data: RoundData;
  readonly port: MessagePort;
}

/** What the measuring thread is told of one end of a round. */
export interface RoundData {
  readonly role: 'challenger' | 'prover';
  readonly task: ProbeTask<PobAsk>;
  readonly mbps: number;
  /** One 64-bit count of the bytes sent. The controlling thread reads it. */
  readonly spent: SharedArrayBuffer;
  /** Where a challenger waits for a prover whose UDP does not get through. */
  readonly tcpAt: Endpoint | undefined;
  readonly offload: boolean;
}

export type ToWorker =
  /** UDP got through: this socket address, this peer, this key. */
  | { readonly kind: 'udp'; readonly local: Endpoint; readonly peer: Endpoint; readonly key: Uint8Array }
  /** UDP did not get through: dial over TCP. */
  | { readonly kind: 'dial' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: string | boolean };

export type FromWorker =
  | { readonly kind: 'sign'; readonly id: number; readonly text: string }
  | { readonly kind: 'verify'; readonly id: number; readonly text: string; readonly signature: string }
  | { readonly kind: 'offload'; readonly id: number; readonly descriptor: number }
  | { readonly kind: 'progress'; readonly update: Readonly<Record<string, string | number>> }
  /** A prover came over TCP and proved itself: stop waiting for its UDP. */
  | { readonly kind: 'tcp' }
  | { readonly kind: 'done'; readonly outcome: PobSeries | Failure | undefined };
