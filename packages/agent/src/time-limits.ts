export interface TimeLimit {
  /** Aborts when `stop` does, or when the time is over. */
  readonly signal: AbortSignal;
  /** To be called when the work has ended: nothing is left waiting. */
  release(): void;
}

/**
 * A signal that aborts after a time or when told to. On Node 20 the signal of `AbortSignal.any` with `AbortSignal.timeout`
 * may be collected before its time, and then never fires; a timer of our own holds its controller until it is released.
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
