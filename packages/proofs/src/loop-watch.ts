/**
 * Watches whether the event loop of this process was held. A probe that waited for our own machine says nothing about the network.
 * A timer beats every BEAT_MS. If a beat comes more than HELD_MS late, the loop was held.
 */
const BEAT_MS = 4;
/** On an idle machine timers are up to 1 ms late, so 5 ms mean a held loop. In a round trip 5 ms are worth 500 km of distance. */
const HELD_MS = 5;
/** Datagrams that waited in the kernel while the loop was held are read in the next turn of the loop, well within this time. */
const JUST_MS = 2;

export interface LoopWatch {
  /** Whether the loop was held until just now. What is being read then may have waited. */
  justHeld(): boolean;
  stop(): void;
}

export function watchLoop(): LoopWatch {
  let last = performance.now();
  let heldUntil = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = performance.now();
    if (now - last > BEAT_MS + HELD_MS) heldUntil = now;
    return now;
  };
  const timer = setInterval(() => {
    last = look();
  }, BEAT_MS);
  return {
    justHeld: () => look() - heldUntil < JUST_MS,
    stop: () => clearInterval(timer),
  };
}
