import type { MessagePort } from 'node:worker_threads';
import type { Endpoint, Failure, ProbeTask } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import type { PobSeries } from './series.ts';

/** How a measuring thread is told to begin a round. All messages of the round go through `port`, so no other round hears them. */
export interface Begin {
  readonly data: RoundData;
  readonly port: MessagePort;
}

/** What the measuring thread is told about its end of a round. */
export interface RoundData {
  readonly role: 'challenger' | 'prover';
  readonly task: ProbeTask<PobAsk>;
  readonly mbps: number;
  /** Two counts that the controlling thread reads: the bytes sent, as a 64-bit integer, and the bytes received, as a 64-bit float. */
  readonly spent: SharedArrayBuffer;
  /** Where a challenger waits for TCP, from a prover whose UDP does not get through. */
  readonly tcpAt: Endpoint | undefined;
  readonly offload: boolean;
}

export type ToWorker =
  /** UDP got through: the thread opens a socket from `local` to `peer`, and uses this key. */
  | { readonly kind: 'udp'; readonly local: Endpoint; readonly peer: Endpoint; readonly key: Uint8Array }
  /** UDP did not get through: the thread dials over TCP. */
  | { readonly kind: 'dial' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: string | boolean };

export type FromWorker =
  | { readonly kind: 'sign'; readonly id: number; readonly text: string }
  | { readonly kind: 'verify'; readonly id: number; readonly text: string; readonly signature: string }
  | { readonly kind: 'offload'; readonly id: number; readonly descriptor: number }
  | { readonly kind: 'progress'; readonly update: Readonly<Record<string, string | number>> }
  /** The prover connected over TCP and showed that it has its key: nobody needs to wait for its UDP. */
  | { readonly kind: 'tcp' }
  | { readonly kind: 'done'; readonly outcome: PobSeries | Failure | undefined };
