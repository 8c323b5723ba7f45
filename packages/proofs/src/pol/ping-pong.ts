import { randomInt } from 'node:crypto';
import { antipodeKm } from '../geo.ts';
import { type Channel, CONSENT_MS } from '../handshake.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { TAG_BYTES } from '../udp-listener.ts';
import { kmPerMs } from './discs.ts';
import * as wire from './probe-wire.ts';

/** A reply that comes later counts as lost. No path on Earth takes longer, satellites included. */
const PROBE_TIMEOUT_MS = 1_000;
const BURSTS = 4;
/** How many bursts there are if our own machine was held in all answers so far. More would need more than 64 probes. */
const BURSTS_MOST = 6;
/** A random pause before each burst, so that nobody knows when to be quick. It is short enough that the CPU does not sleep. */
const GAP_MS = { least: 5, most: 120 };
/**
 * On a short path the next probe leaves the moment the reply arrives, so that neither machine falls asleep. 4 bursts of 10 take about
 * a second. On a longer path as many probes fly at once as the chain of nonces allows. 4 bursts of 6 take little more than 4 round
 * trips.
 */
const SHORT_MS = 25;
const SHORT_BURST = 10;
const LONG_BURST = wire.WINDOW;
/** The pause between two probes that fly at once, so that they do not queue behind each other. */
const SPACING_MS = 4;
/** An answer slower than this can come from anywhere on Earth. */
export const NO_BOUND_MS = antipodeKm / kmPerMs;
/** A series needs this many answers, because the fastest of few says little. If it gives no bound anyway, fewer are enough. */
export const ANSWERED_LEAST = { bound: 8, noBound: 4 };

export interface Series {
  readonly sent: number;
  readonly answered: readonly { readonly index: number; readonly rttUs: number; readonly starved: boolean }[];
  /** Datagrams that looked like replies and did not count: forged, early, late or repeated. */
  readonly rejected: number;
}

/**
 * Measures round trips, on the challenger's side. Probes are sent on a connected socket, in bursts at random times. The first probe
 * of a burst wakes both ends. It is kept like all others, and the fastest decides.
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
  const flying = new Map<number, { nonce: Buffer; at: number; lost: NodeJS.Timeout }>();
  const replies: (Buffer | undefined)[] = [];
  let sent = 0;
  let rejected = 0;
  /** The fastest of the answers during which our own machine was not held. A busy machine would make a short path look long. */
  let fastestMs = Number.POSITIVE_INFINITY;
  let heardAt = channel.consentedAt;
  let next: () => void = () => {};

  const launch = () => {
    const index = sent++;
    const nonce = wire.nonceAt(seed, index, replies[index - wire.WINDOW] ?? wire.chainStart(key));
    const datagram = wire.writeExchange(tag, wire.PROBE, index, nonce);
    const lost = setTimeout(() => {
      flying.delete(index);
      next();
    }, PROBE_TIMEOUT_MS);
    flying.set(index, { nonce, at: performance.now(), lost });
    socket.send(datagram);
  };

  const onMessage = (datagram: Buffer) => {
    const now = performance.now();
    if (datagram[TAG_BYTES] !== wire.REPLY || datagram.length !== wire.PROBE_BYTES) return;
    const index = wire.indexOf(datagram);
    const probe = flying.get(index);
    if (!probe || !wire.expectedReply(key, index, probe.nonce).equals(wire.bodyOf(datagram))) {
      rejected += 1;
      return;
    }
    clearTimeout(probe.lost);
    flying.delete(index);
    heardAt = now;
    replies[index] = Buffer.from(wire.bodyOf(datagram));
    const starved = watch.justHeld();
    if (!starved) fastestMs = Math.min(fastestMs, now - probe.at);
    answered.push({ index, rttUs: (now - probe.at) * 1000, starved });
    next();
  };

  const burst = () =>
    new Promise<void>((resolve) => {
      const first = sent;
      let spacing: NodeJS.Timeout | undefined;
      next = () => {
        const now = performance.now();
        // A prover that fell silent has withdrawn its consent.
        const isOver = now > untilMs || now - heardAt > CONSENT_MS - PROBE_TIMEOUT_MS || signal.aborted;
        const isLong = fastestMs > SHORT_MS && Number.isFinite(fastestMs);
        if (isOver || sent - first >= (isLong ? LONG_BURST : SHORT_BURST)) {
          if (isOver || flying.size === 0) {
            clearTimeout(spacing);
            resolve();
          }
          return;
        }
        const mayLaunch = isLong ? !flying.has(sent - wire.WINDOW) : flying.size === 0;
        if (!mayLaunch || spacing) return;
        launch();
        if (isLong)
          spacing = setTimeout(() => {
            spacing = undefined;
            next();
          }, SPACING_MS);
      };
      next();
    });

  socket.on('message', onMessage);
  const onAbort = () => next();
  signal.addEventListener('abort', onAbort);
  try {
    let undisturbed = 0;
    for (let i = 0; i < (undisturbed > 0 ? BURSTS : BURSTS_MOST); i++) {
      if (performance.now() > untilMs || signal.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, randomInt(GAP_MS.least, GAP_MS.most)));
      await burst();
      onBurst({ sent, answered, rejected });
      undisturbed = answered.filter((it) => !it.starved).length;
      if (fastestMs > NO_BOUND_MS && undisturbed >= ANSWERED_LEAST.noBound) break;
    }
  } finally {
    for (const { lost } of flying.values()) clearTimeout(lost);
    socket.off('message', onMessage);
    signal.removeEventListener('abort', onAbort);
  }
  answered.sort((a, b) => a.index - b.index);
  return { sent, answered, rejected };
}
