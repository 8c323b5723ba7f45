import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, type Look, openBrowser, phone, picture } from './testing-browser.ts';
import { loadWhole, serveRecorded, visitRecorded } from './testing-recorded.ts';
import { campaign, pages, recorded } from './testing-recorded-pages.ts';

/** Words of ours that no German text has. */
const english =
  /(?<![-\w])(the|and|of|is|are|were|with|from|this|that|these|which|what|who|your|you|its|not|no|to|for|by|has|have|provers?|challengers?|challenges?|readings?|claims?|verified|refuted|inconclusive|signed|proofs?|ago|none|nothing|copy|sign in)(?![-\w])/i;

/** Whether the console itself says something in English. The name of a campaign is its maker's. */
const isEnglish = (text: string): boolean => english.test(text.replaceAll(campaign ?? '', ''));

/** What is read on a page or heard of it, without what stands there in English for a reason. */
const saidOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isGerman = (it: Element | null) => it?.closest('[lang]')?.getAttribute('lang') === 'de';
    const said: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (isGerman(parent) && !parent?.closest('script, style, noscript, code, pre, .mono, .docs-menu a, .docs-path'))
        said.push(texts.currentNode.textContent ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const it of document.querySelectorAll(`[${name}]`)) if (isGerman(it)) said.push(it.getAttribute(name) ?? '');
    return [document.title, ...said].map((it) => it.replace(/\s+/g, ' ').trim()).filter(Boolean);
  });

/** What a record has not: the document of the interface, and a node's own figures. */
const operation = {
  operationId: 'statistics',
  summary: 'How many challenges there were, and how they ended',
  ...{ tags: ['Challenges'], security: [], parameters: [{ name: 'Idempotency-Key' }], 'x-scope': 'read' },
  'x-codeSamples': [{ label: 'curl', source: 'curl' }],
  requestBody: {
    content: {
      'application/json': {
        schema: { properties: { hours: { type: 'integer', minimum: 1, maximum: 1000, description: 'How far back' } } },
      },
    },
  },
  responses: { 200: { description: 'The figures', content: { 'application/json': { schema: {} } } } },
};
const files: Readonly<Record<string, string>> = {
  '/openapi.json': JSON.stringify({
    tags: [{ name: 'Challenges' }],
    paths: { '/proof/v1/{proof_type}/statistics': { post: operation } },
  }),
  '/healthz': 'ok',
  '/readyz': 'ok',
  '/metrics': [
    'trigpoint_http_requests_total{route="/a",status="500"} 3',
    'trigpoint_http_requests_total{route="/a",status="429"} 2',
    'trigpoint_http_request_seconds_bucket{le="0.1",route="/a"} 5',
    'trigpoint_readings_total{outcome="bad_signature"} 4',
    'trigpoint_process_resident_memory_bytes 150000000',
  ].join('\n'),
};

describe.skipIf(!hasBrowser)(inBrowser('the console in German'), () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveRecorded>>;
  beforeAll(async () => {
    [browser, served] = await Promise.all([openBrowser(), serveRecorded(recorded)]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  const open = async (look: Look) => {
    const visited = await visitRecorded(browser, recorded, look);
    for (const [path, body] of Object.entries(files))
      await visited.page.route(`${served.url}${path}`, (route) => route.fulfill({ body }));
    return visited;
  };
  const load = (page: Page, path: string) => loadWhole(page, `${served.url}${path}`);

  const all = [
    ...pages,
    ['new-watch', '/watches/new'],
    ['new-campaign', '/campaigns/new'],
    ['webhooks', '/webhooks'],
    ['docs', '/docs'],
    ['docs-operation', '/docs/statistics'],
    ['docs-errors', '/docs/errors'],
    ['operator', '/operator'],
  ] as const;

  test('every page speaks German to a German browser, fits a phone and is readable by everybody', async () => {
    const { context, page, problems } = await open({ size: phone, locale: 'de-DE' });
    for (const [name, path] of all) {
      await load(page, path);
      expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, 'de']);
      expect.soft([path, (await saidOn(page)).filter(isEnglish)]).toEqual([path, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft([path, width]).toEqual([path, phone.width]);
      expect.soft([path, await seriousFindings(page)]).toEqual([path, []]);
      await picture(page, `german-${name}`);
    }
    expect(problems.filter((it) => !/EventSource|event-stream|404/.test(it))).toEqual([]);
    await context.close();
  }, 900_000);

  test('who chooses a language keeps it, whatever the browser prefers, and each is found by its own name', async () => {
    const { context, page } = await open({ size: desktop, locale: 'fr-FR' });
    await load(page, '/agents');
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    expect(await page.title()).toBe('Agents · Trigpoint');
    await page.getByRole('button', { name: 'Deutsch' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Agenten' }).waitFor();
    expect(await page.title()).toBe('Agenten · Trigpoint');
    await load(page, '/');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('html[lang="en"]').waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).first().waitFor();
    await context.close();
  }, 300_000);
});
