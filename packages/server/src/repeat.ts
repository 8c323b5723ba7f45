/**
 * Does a piece of work at an interval. If it still runs when it is due again, that time is left out. Returns what stops it, which
 * waits for the work that runs.
 */
export const repeat = (
  everyMs: number,
  work: () => Promise<unknown>,
  warn: (error: unknown) => void,
): (() => Promise<void>) => {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(warn)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
