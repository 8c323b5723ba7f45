import { HELD_MS } from './spec.ts';

const LOOK_MS = 5;

/** Adds up how long the event loop of this thread was held. On a starved machine a rate says nothing about the link. */
export function watchHeld(): { heldUs(): number; stop(): number } {
  let held = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - last > HELD_MS + LOOK_MS) held += now - last - LOOK_MS;
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  const heldUs = () => {
    look();
    return Math.round(held * 1e3);
  };
  return {
    heldUs,
    stop() {
      clearInterval(timer);
      return heldUs();
    },
  };
}
