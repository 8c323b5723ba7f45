import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Look, openBrowser } from './testing-browser.ts';
import { loadWhole, serveRecorded, visitRecorded } from './testing-recorded.ts';
import { recorded } from './testing-recorded-pages.ts';
import { startTrigpoint } from './testing-service.ts';

/** What is looked at and a browser, for all tests of a suite; both end with it. */
const openWith = <T extends { close(): unknown }>(start: () => Promise<T>) => {
  let service: T | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [service, browser] = await Promise.all([start(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const started = <S>(it: S | undefined): S => {
    if (it === undefined) throw new Error('Only tests may use the stage: it opens before the first of them.');
    return it;
  };
  return {
    get service(): T {
      return started(service);
    },
    get browser(): Browser {
      return started(browser);
    },
  };
};

/** A service of its own, started as a person would. */
export const openStage = (...command: Parameters<typeof startTrigpoint>) => openWith(() => startTrigpoint(...command));

/** The record in place of a service. */
export const openRecordedStage = () => {
  const stage = openWith(() => serveRecorded(recorded));
  return {
    open: (look?: Look) => visitRecorded(stage.browser, recorded, look),
    urlOf: (path: string): string => `${stage.service.url}${path}`,
    load: (page: Page, path: string) => loadWhole(page, `${stage.service.url}${path}`),
    /** What was asked for and is not in the record. */
    missing: () => stage.service.missing,
  };
};
