import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './testing-browser.ts';
import { type RunningService, startTrigpoint } from './testing-service.ts';

/** A service and a browser for all tests of a suite; both end with it. */
export const openStage = (...command: Parameters<typeof startTrigpoint>) => {
  let service: RunningService | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startTrigpoint(...command), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const started = <T>(it: T | undefined): T => {
    if (it === undefined) throw new Error('Only tests may use the stage: it opens before the first of them.');
    return it;
  };
  return {
    get service(): RunningService {
      return started(service);
    },
    get browser(): Browser {
      return started(browser);
    },
  };
};
