import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, inBrowser, openBrowser, phone, picture } from './testing-browser.ts';
import { labelClashes } from './testing-labels.ts';
import { loadWhole, serveRecorded, visitRecorded } from './testing-recorded.ts';
import { ended, pagePath, pages, provers, recorded, watches } from './testing-recorded-pages.ts';

/** Every page of the record that has a map, and some whose maps differ though the pages look alike. */
const paths = [
  ...new Set([
    ...pages.map(([, path]) => path),
    ...ended.map(pagePath),
    ...watches.map((it) => `/watches/${it}`),
    ...provers.map((it) => `/agents/${it.proofType}/prover/${it.id}`),
    '/campaigns/new',
    '/watches/new',
  ]),
];

describe.skipIf(!hasBrowser)(inBrowser('the labels of every map'), () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveRecorded>>;
  beforeAll(async () => {
    [browser, served] = await Promise.all([openBrowser(), serveRecorded(recorded)]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  test.each([
    ['a phone', phone, 'en-US'],
    ['a desktop', { width: 1280, height: 900 }, 'en-US'],
    ['a desktop in German, whose words are longer', { width: 1440, height: 900 }, 'de-DE'],
  ] as const)(
    'on %s no label lies on another one or on a mark, and nothing covers one or cuts it off',
    async (name, size, locale) => {
      const { context, page } = await visitRecorded(browser, recorded, { size, locale });
      let [maps, labels] = [0, 0];
      for (const path of paths) {
        await loadWhole(page, `${served.url}${path}`);
        const seen = await page.locator('.map').count();
        if (seen === 0) continue;
        maps += seen;
        labels += await page.locator('.map .map-text').count();
        const clashes = await labelClashes(page);
        if (clashes.length > 0) await picture(page, `labels-${name.split(' ')[1]}${path.replaceAll('/', '-')}`);
        expect([path, clashes]).toEqual([path, []]);
      }
      expect(maps).toBeGreaterThan(10);
      expect(labels).toBeGreaterThan(100);
      await context.close();
    },
    600_000,
  );
});
