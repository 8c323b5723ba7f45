import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { blemishesOf } from './testing-blemishes.ts';
import { desktop, hasBrowser, inBrowser, type Look, phone, picture, showAs } from './testing-browser.ts';
import { labelClashes } from './testing-labels.ts';
import { testMenu } from './testing-menu.ts';
import { untilWhole } from './testing-recorded.ts';
import { ended, pagePath, pages, pictured, proverPath, provers, watches } from './testing-recorded-pages.ts';
import { type Said, saidOn } from './testing-said.ts';
import { search, testSameNumbers } from './testing-same-numbers.ts';
import { openRecordedStage } from './testing-stage.ts';

/** Those that the record can draw, by their names, and others whose numbers or maps differ though they look alike. */
const names = new Map(pages.map(([name, path]) => [path, name]));
const others = [
  ...ended.map(pagePath),
  ...watches.map((it) => `/watches/${it}`),
  ...provers.map(proverPath),
  search,
  '/campaigns/new',
  '/watches/new',
];
const mostLooks = 20;
const toRecompute = new Set(pictured.filter(({ proofType }) => proofType === 'pol').map(pagePath));

/** Lets what is asked for wait until the function that it gives is called. */
const hold = async (page: Page, pattern: string): Promise<() => void> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

describe.skipIf(!hasBrowser)(inBrowser('every page, drawn from one record'), () => {
  const { open, openForAll, urlOf, load, missing } = openRecordedStage();

  const said = new Map<string, Said>();
  const recomputed = new Map<string, readonly string[]>();
  /** What is wrong, by what was asked of each page. */
  const wrong: Record<'access' | 'width' | 'blemish' | 'nonsense' | 'label' | 'missing' | 'problem', string[]> = {
    ...{ access: [], width: [], blemish: [], nonsense: [] },
    ...{ label: [], missing: [], problem: [] },
  };
  let [maps, labels] = [0, 0];

  const look = async (page: Page, path: string, name: string, as: Look & { size: typeof desktop }) => {
    const note = (what: keyof typeof wrong, found: readonly string[]) =>
      wrong[what].push(...found.map((it) => `${path} on a ${name}: ${it}`));
    await showAs(page, as);
    await untilWhole(page);
    const title = names.get(path);
    if (title !== undefined) {
      note('access', await axeFindings(page));
      // A phone widens its window to what does not fit, so that `innerWidth` would tell nothing.
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      note('width', width === as.size.width ? [] : [`${width} px`]);
      note('blemish', await blemishesOf(page));
      const text = (await page.locator('main').textContent()) ?? '';
      note('nonsense', /undefined|NaN|\[object|Invalid Date/.exec(text) ?? []);
      await picture(page, `recorded-${title}-${name}`);
    }
    await lookAtLabels(page, path, name);
  };
  const lookAtLabels = async (page: Page, path: string, name: string) => {
    let clashes = await labelClashes(page);
    // A map that has just got another size is drawn anew. Labels that clash then stay where they are.
    for (let looks = 1; clashes.length > 0 && looks < mostLooks; looks++) {
      await untilWhole(page);
      clashes = await labelClashes(page);
    }
    wrong.label.push(...clashes.map((it) => `${path} on a ${name}: ${it}`));
    if (clashes.length > 0) await picture(page, `labels-${name}${path.replaceAll('/', '-')}`);
    maps += await page.locator('.map').count();
    labels += await page.locator('.map .map-text').count();
  };

  beforeAll(async () => {
    const { page, problems } = await openForAll();
    for (const path of new Set([...names.keys(), ...others])) {
      missing().length = 0;
      await showAs(page, { size: desktop });
      await load(page, path);
      if (path.startsWith('/request?type=pol')) await page.locator('tr.chosen').waitFor();
      said.set(path, await saidOn(page));
      await look(page, path, 'desktop', { size: desktop });
      const hasMap = (await page.locator('.map').count()) > 0;
      if (hasMap) {
        await showAs(page, { size: { width: 1280, height: 900 } });
        await untilWhole(page);
        await lookAtLabels(page, path, 'small desktop');
      }
      if (hasMap || names.has(path)) await look(page, path, 'phone-dark', { size: phone, dark: true });
      // A record has the evidence of some challenges, and a watch may show another one.
      if (names.has(path)) wrong.missing.push(...missing().filter((it) => !it.includes('challenge-evidence')));
      if (!toRecompute.has(path)) continue;
      await page.getByRole('button', { name: 'Recompute it here' }).click();
      await page.getByText('Recomputed here: same verdict').waitFor();
      recomputed.set(path, await page.locator('.recomputed li').allTextContents());
    }
    wrong.problem.push(...problems.filter((it) => !/EventSource|event-stream|404/.test(it)));
  }, 900_000);

  test('is readable by everybody, on a desktop in light and on a phone in dark', () => {
    expect(wrong.access).toEqual([]);
  });

  test('is whole: nothing is cut off, no figure is made of nothing, and no answer is missing', () => {
    expect(wrong.width).toEqual([]);
    expect(wrong.blemish).toEqual([]);
    expect(wrong.nonsense).toEqual([]);
    expect(wrong.missing).toEqual([]);
    expect(wrong.problem).toEqual([]);
  });

  test('no label of a map lies on another one or on a mark, and nothing covers one or cuts it off', () => {
    expect(wrong.label).toEqual([]);
    expect(maps).toBeGreaterThan(30);
    expect(labels).toBeGreaterThan(300);
  });

  testSameNumbers((path) => said.get(path) ?? expect.fail(path), recomputed);

  test('while a watch is loaded its page holds the place of what comes', async () => {
    const { page } = await open();
    const release = await hold(page, '**/watch-show');
    await page.goto(urlOf(`/watches/${watches[0]}`));
    const skeletons = page.locator('main [aria-busy="true"] .skeleton');
    // They are hidden for 300 ms: what comes at once does not flicker.
    await expect
      .poll(() =>
        skeletons.evaluateAll((all) => all.filter((it) => it.checkVisibility({ visibilityProperty: true })).length),
      )
      .toBeGreaterThan(3);
    release();
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
  }, 120_000);

  test('what a challenge shows is loaded while the script of its page comes, and once', async () => {
    const { page } = await open();
    const loaded: string[] = [];
    page.on('request', (it) => {
      const [operation] = /challenge-(evidence|payments)$/.exec(it.url()) ?? [];
      if (operation) loaded.push(operation);
    });
    const release = await hold(page, '**/assets/challenge-*.js');
    await page.goto(urlOf([...toRecompute][0] ?? expect.fail('No challenge was recorded.')));
    await expect.poll(() => loaded.toSorted()).toEqual(['challenge-evidence', 'challenge-payments']);
    expect(await page.locator('main h1').count()).toBe(0);
    release();
    await page.getByRole('heading', { level: 1, name: /^(Verified|Refuted|Inconclusive)/ }).waitFor();
    expect(loaded).toHaveLength(2);
  }, 120_000);

  test.each([
    ['explore', '/'],
    [
      'a bandwidth',
      pagePath(pictured.find((it) => it.proofType === 'pob') ?? expect.fail('No bandwidth was recorded.')),
    ],
  ])(
    'what %s has painted stays where it is, also if the service says late what it is',
    async (_, path) => {
      const { page } = await open({ size: { width: 1280, height: 900 } });
      const release = await hold(page, '**/.well-known/trigpoint.json');
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          // The header gets the name of the chain.
          for (const it of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element }[] })[])
            if (it.value > 0.01) shifts.push(`${it.value} ${it.sources.map(({ node }) => node?.className).join(', ')}`);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(urlOf(path));
      await page.locator('main h1').waitFor();
      release();
      await page.locator('.footer').waitFor();
      await untilWhole(page);
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    },
    120_000,
  );

  test('a link with a made-up proof type leads to no operation of its maker’s choice', async () => {
    const { page } = await open();
    const posted: string[] = [];
    page.on('request', (it) => {
      if (it.method() === 'POST') posted.push(new URL(it.url()).pathname);
    });
    await page.goto(urlOf('/challenges/x%2F..%2Fpol%2Flogout%3F/nobody'));
    await page.getByText('No challenge nobody was handed to this service').waitFor();
    expect(posted).toContain('/proof/v1/pol/challenge-history');
    expect(posted.filter((it) => !/^\/proof\/v1\/(pol|pob)\/(user-info|challenge-history)$/.test(it))).toEqual([]);
  }, 120_000);

  test('on a phone a line that was changed stands like the others, with its remark below', async () => {
    const { page } = await open({ size: phone });
    await load(page, pages.find(([name]) => name === 'verify')?.[1] ?? expect.fail('No evidence was recorded.'));
    await page.getByRole('button', { name: 'Check the altered file' }).click();
    await page.locator('.statement .changed').waitFor();
    const widths = await page
      .locator('.statement li')
      .evaluateAll((all) => all.map((it) => it.querySelector('code')?.getBoundingClientRect().width));
    expect(new Set(widths).size).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    expect(await blemishesOf(page)).toEqual([]);
    await picture(page, 'verify-altered-phone');
  }, 120_000);

  testMenu({ open, load }, 'en-US');
});
