/**
 * Watches whether this process' event loop was held: a probe that waited for our own machine says nothing about the
 * network. A beat every BEAT_MS that comes more than HELD_MS late means the loop was held in between.
 */
const BEAT_MS = 4;
/** Timers are up to 1 ms late on an idle machine; 5 ms is far outside that, and 500 km of round trip. */
const HELD_MS = 5;
/** What waited in the kernel while the loop was held is read in the very next turn, well within this. */
const JUST_MS = 2;

export interface LoopWatch {
  /** Whether the loop was held until just now, so that what is being read may have waited. */
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
