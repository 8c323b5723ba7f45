import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Look, openBrowser, visit } from './testing-browser.ts';
import { loadWhole, serveRecorded, visitRecorded } from './testing-recorded.ts';
import { recorded } from './testing-recorded-pages.ts';
import { startTrigpoint } from './testing-service.ts';

/** A visitor who leaves when the test is over. */
const forOneTest = async <T extends { readonly context: BrowserContext }>(coming: Promise<T>): Promise<T> => {
  const visitor = await coming;
  onTestFinished(() => visitor.context.close());
  return visitor;
};

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
    /** A fresh visitor. */
    visit: (look?: Look) => forOneTest(visit(started(browser), look)),
  };
};

/** A service of its own, started as a person would. */
export const openStage = (...command: Parameters<typeof startTrigpoint>) => openWith(() => startTrigpoint(...command));

/** A browser alone. Its tests start what they look at. */
export const openBrowserAlone = () => openWith(async () => ({ close: () => {} }));

/** The record in place of a service. */
export const openRecordedStage = () => {
  const stage = openWith(() => serveRecorded(recorded));
  const open = (look?: Look) => visitRecorded(stage.browser, recorded, look);
  return {
    open: (look?: Look) => forOneTest(open(look)),
    /** A visitor for all tests of a suite, who leaves with the browser. */
    openForAll: open,
    urlOf: (path: string): string => `${stage.service.url}${path}`,
    load: (page: Page, path: string) => loadWhole(page, `${stage.service.url}${path}`),
    /** What was asked for and is not in the record. */
    missing: () => stage.service.missing,
  };
};
