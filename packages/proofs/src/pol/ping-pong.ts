import { randomInt } from 'node:crypto';
import { type Channel, CONSENT_MS } from '../handshake.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { TAG_BYTES } from '../udp-listener.ts';
import * as wire from './probe-wire.ts';

/** No path on earth takes longer, satellites included. A reply that comes later counts as lost. */
const PROBE_TIMEOUT_MS = 1_000;
const BURSTS = 4;
/** 4 bursts of at least 6 make 24 probes, on the longest path in 8 s; short paths get 10 each. */
const BURST_PROBES = { least: 6, most: 10, ms: 600 };
/** A random pause before each burst, so that nobody knows when to be quick. It is short enough that the CPU does not sleep. */
const GAP_MS = { least: 5, most: 250 };

export interface Series {
  readonly sent: number;
  readonly answered: readonly { readonly index: number; readonly rttUs: number; readonly starved: boolean }[];
  /** Datagrams that looked like replies and did not count: forged, early, late or repeated. */
  readonly rejected: number;
}

/**
 * The challenger's stopwatch. How probes are sent decides what is measured: on a connected socket, in
 * bursts in which the next chained nonce leaves the moment the reply arrives, so that neither machine falls asleep.
 * The first of each burst wakes both ends; like all others it is kept, and the minimum decides.
 */
export async function pingPong(
  channel: Channel,
  seed: Buffer,
  watch: LoopWatch,
  untilMs: number,
  signal: AbortSignal,
  onBurst: (series: Series) => void,
): Promise<Series> {
  const { key, socket, tag } = channel;
  const answered: { index: number; rttUs: number; starved: boolean }[] = [];
  let sent = 0;
  let rejected = 0;
  let lastReply: Uint8Array = wire.chainStart(key);
  let heardAt = channel.consentedAt;
  let flying: { index: number; nonce: Buffer; at: number } | undefined;
  let next: () => void = () => {};

  const launch = () => {
    const index = sent++;
    const nonce = wire.nonceAt(seed, index, lastReply);
    const datagram = wire.writeExchange(tag, wire.PROBE, index, nonce);
    const at = performance.now();
    socket.send(datagram);
    flying = { index, nonce, at };
    timer.refresh();
  };
  const timer = setTimeout(() => {
    flying = undefined;
    next();
  }, PROBE_TIMEOUT_MS);

  const onMessage = (datagram: Buffer) => {
    const now = performance.now();
    if (datagram[TAG_BYTES] !== wire.REPLY || datagram.length !== wire.PROBE_BYTES) return;
    const probe = flying;
    if (
      !probe ||
      wire.indexOf(datagram) !== probe.index ||
      !wire.expectedReply(key, probe.index, probe.nonce).equals(wire.bodyOf(datagram))
    ) {
      rejected += 1;
      return;
    }
    flying = undefined;
    heardAt = now;
    lastReply = Buffer.from(wire.bodyOf(datagram));
    answered.push({ index: probe.index, rttUs: (now - probe.at) * 1000, starved: watch.justHeld() });
    next();
  };

  const burst = () =>
    new Promise<void>((resolve) => {
      const startedAt = performance.now();
      const first = sent;
      next = () => {
        const now = performance.now();
        const count = sent - first;
        const enough = count >= BURST_PROBES.most || (count >= BURST_PROBES.least && now - startedAt > BURST_PROBES.ms);
        // A prover that fell silent has withdrawn its consent.
        if (enough || now > untilMs || now - heardAt > CONSENT_MS - PROBE_TIMEOUT_MS || signal.aborted) resolve();
        else launch();
      };
      next();
    });

  socket.on('message', onMessage);
  const onAbort = () => next();
  signal.addEventListener('abort', onAbort);
  try {
    for (let i = 0; i < BURSTS && performance.now() < untilMs && !signal.aborted; i++) {
      await new Promise((resolve) => setTimeout(resolve, randomInt(GAP_MS.least, GAP_MS.most)));
      await burst();
      onBurst({ sent, answered, rejected });
    }
  } finally {
    clearTimeout(timer);
    socket.off('message', onMessage);
    signal.removeEventListener('abort', onAbort);
  }
  return { sent, answered, rejected };
}
