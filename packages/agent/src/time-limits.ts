export interface TimeLimit {
  /** Aborts when `stop` does, or when the time is over. */
  readonly signal: AbortSignal;
  /** To be called when the work has ended. It removes the timer and the listener. */
  release(): void;
}

/**
 * A signal that aborts after a time, or when `stop` does. On Node 20 a signal made by `AbortSignal.any` with `AbortSignal.timeout` may
 * be garbage-collected before its time, and then never fires. Here a timer holds the controller until it is released.
 */
export const withLimit = (stop: AbortSignal, ms: number): TimeLimit => {
  const controller = new AbortController();
  const end = () => controller.abort(stop.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  if (stop.aborted) end();
  else stop.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
    },
  };
};
