import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { blemishesOf } from './testing-blemishes.ts';
import { desktop, hasBrowser, inBrowser, type Look, phone, picture, showAs } from './testing-browser.ts';
import { labelClashes } from './testing-labels.ts';
import { testMenu } from './testing-menu.ts';
import { untilWhole } from './testing-recorded.ts';
import { answersTo, campaign, ended, pagePath, pages, proverPath, provers, watches } from './testing-recorded-pages.ts';
import { openRecordedStage } from './testing-stage.ts';

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

const more = [
  ['new-watch', '/watches/new'],
  ['new-campaign', '/campaigns/new'],
  ['webhooks', '/webhooks'],
  ['docs', '/docs'],
  ['docs-operation', '/docs/statistics'],
  ['docs-errors', '/docs/errors'],
  ['operator', '/operator'],
] as const;

const sampleOf = (name: string, body: string): string =>
  `curl http://127.0.0.1:8080/proof/v1/pol/${name} -H 'Content-Type: application/json' -d '${body}'`;

/** What a record has not: the document of the interface, and a node's own figures. */
const operation = {
  operationId: 'statistics',
  summary: 'How many challenges there were, and how they ended',
  ...{ tags: ['Challenges'], security: [], parameters: [{ name: 'Idempotency-Key' }], 'x-scope': 'read' },
  'x-codeSamples': [{ label: 'curl', source: sampleOf('statistics', '{"hours":24}') }],
  requestBody: {
    content: {
      'application/json': {
        schema: { properties: { hours: { type: 'integer', minimum: 1, maximum: 1000, description: 'How far back' } } },
      },
    },
  },
  responses: {
    200: {
      description: 'The figures',
      content: {
        'application/json': {
          schema: { properties: { verified: { type: 'integer', description: 'How many were verified' } } },
          example: { result: { verified: 13 } },
        },
      },
    },
  },
};
/** The first page of the reference quotes two more. */
const quoted = ['guest-key', 'challenge-request'].map((name) => [
  `/proof/v1/{proof_type}/${name}`,
  {
    post: {
      ...{ ...operation, operationId: name, summary: `What ${name} does` },
      'x-codeSamples': [{ label: 'curl', source: sampleOf(name, '{}') }],
    },
  },
]);
const files: Readonly<Record<string, string>> = {
  '/openapi.json': JSON.stringify({
    tags: [{ name: 'Challenges' }],
    paths: { '/proof/v1/{proof_type}/statistics': { post: operation }, ...Object.fromEntries(quoted) },
  }),
  '/proof/v1/pol/watch-add': JSON.stringify({
    result: { watch: null, slots: 363, price_per_slot: '0', price: '0', extra_price: '0', balance: '2.5' },
  }),
  '/healthz': 'ok',
  '/readyz': 'ok',
  '/metrics': [
    'trigpoint_http_requests_total{route="/a",status="500"} 3',
    'trigpoint_http_requests_total{route="/a",status="429"} 2',
    'trigpoint_http_request_seconds_bucket{le="0.1",route="/a"} 5',
    'trigpoint_readings_total{outcome="bad_signature"} 4',
    'trigpoint_process_resident_memory_bytes 150000000',
    'trigpoint_nodejs_eventloop_lag_p99_seconds 0.012',
    'trigpoint_challenges_open 0',
    'trigpoint_rewards_today_points{for="readings"} 120',
    'trigpoint_rewards_per_day_points{for="readings"} 1000000',
  ].join('\n'),
};

/** What people wrote about their campaigns is in no language of the console. */
const descriptions = new Set(
  answersTo('campaigns').flatMap(({ reply }) =>
    ((reply.result?.campaigns ?? []) as { description: string }[]).map((it) => it.description),
  ),
);

/** The names of pages by their paths. The last ones have no name: what differs there are their maps. */
const names = new Map([
  ...[...pages, ...more].map(([name, path]) => [path, name] as const),
  ...[...ended.map(pagePath), ...watches.map((it) => `/watches/${it}`), ...provers.map(proverPath)]
    .filter((path) => pages.every(([, known]) => known !== path))
    .map((path) => [path, ''] as const),
]);

describe.skipIf(!hasBrowser)(inBrowser('the console in German'), () => {
  const { open: visitOne, openForAll, urlOf, load } = openRecordedStage();

  const withFiles = async <T extends { readonly page: Page }>(coming: Promise<T>): Promise<T> => {
    const visited = await coming;
    for (const [path, body] of Object.entries(files))
      await visited.page.route(urlOf(path), (route) => route.fulfill({ body }));
    return visited;
  };
  const open = (look: Look) => withFiles(visitOne(look));

  /** What is wrong, by what was asked of each page. */
  const wrong: Record<'english' | 'access' | 'width' | 'blemish' | 'label' | 'problem', string[]> = {
    ...{ english: [], access: [], width: [] },
    ...{ blemish: [], label: [], problem: [] },
  };
  let [maps, labels] = [0, 0];

  beforeAll(async () => {
    const { page, problems } = await withFiles(openForAll({ size: desktop, locale: 'de-DE' }));
    for (const [path, name] of names) {
      const note = (what: keyof typeof wrong, found: readonly string[]) =>
        wrong[what].push(...found.map((it) => `${path}: ${it}`));
      await showAs(page, { size: phone });
      await load(page, path);
      if (name !== '') {
        const language = await page.locator('html').getAttribute('lang');
        note('english', [
          ...(await saidOn(page)).filter((it) => isEnglish(it) && !descriptions.has(it)),
          ...(language === 'de' ? [] : [`lang ${language}`]),
        ]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        note('width', width === phone.width ? [] : [`${width} px`]);
        note('access', await axeFindings(page));
        note('blemish', await blemishesOf(page));
        await picture(page, `german-${name}`);
      }
      await showAs(page, { size: desktop });
      await untilWhole(page);
      note('blemish', await blemishesOf(page));
      note('label', await labelClashes(page));
      maps += await page.locator('.map').count();
      labels += await page.locator('.map .map-text').count();
    }
    wrong.problem.push(...problems.filter((it) => !/EventSource|event-stream|404/.test(it)));
  }, 900_000);

  test('every page speaks German to a German browser, fits a phone and is readable by everybody', () => {
    const { english, width, access, problem } = wrong;
    expect({ english, width, access, problem }).toEqual({ english: [], width: [], access: [], problem: [] });
  });

  test('nothing is cut off, and no label of a map lies on another one, though the words are longer', () => {
    expect({ blemish: wrong.blemish, label: wrong.label }).toEqual({ blemish: [], label: [] });
    expect(maps).toBeGreaterThan(10);
    expect(labels).toBeGreaterThan(100);
  });

  test('who chooses a language keeps it, whatever the browser prefers, and each is found by its own name', async () => {
    const { page } = await open({ size: desktop, locale: 'fr-FR' });
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
  }, 300_000);

  testMenu({ open, load }, 'de-DE');
});
