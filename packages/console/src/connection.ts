import { useEffect, useState } from 'preact/hooks';

/** The service did not answer something that the page loads by itself. A banner says so, once for the whole page. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface Connection {
  readonly isDown: boolean;
  /** When something was loaded last. */
  readonly goodAt: number | undefined;
  /** When the next try is made. */
  readonly nextAt: number;
}

let state: Connection = { isDown: false, goodAt: undefined, nextAt: 0 };
const watching = new Set<(state: Connection) => void>();
const retrying = new Set<() => void>();

const become = (next: Connection): void => {
  state = next;
  for (const tell of watching) tell(state);
};

export const isDown = (): boolean => state.isDown;

/** The service answered, whatever it said. */
export const reached = (at: number): void => {
  // Every load comes here. Listeners are told only when the connection is back.
  if (state.isDown) become({ isDown: false, goodAt: at, nextAt: 0 });
  else state = { ...state, goodAt: at };
};

/** The service did not answer. The page that asked tries again by itself. */
export const missed = (nextAt: number): void => {
  const isSooner = !state.isDown || nextAt < state.nextAt || state.nextAt < Date.now();
  become({ ...state, isDown: true, nextAt: isSooner ? nextAt : state.nextAt });
};

/** Everything that waits to be loaded again is loaded now. */
export const tryNow = (): void => {
  for (const retry of [...retrying]) retry();
};

/** Calls back when somebody asks to try now. */
export const onTryNow = (retry: () => void): (() => void) => {
  retrying.add(retry);
  return () => retrying.delete(retry);
};

export const useConnection = (): Connection => {
  const [now, setNow] = useState(state);
  useEffect(() => {
    setNow(state);
    watching.add(setNow);
    return () => {
      watching.delete(setNow);
    };
  }, []);
  return now;
};
