import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './testing-axe.ts';
import { blemishesOf } from './testing-blemishes.ts';
import { desktop, hasBrowser, inBrowser, type Look, openBrowser, phone, picture } from './testing-browser.ts';
import { loadWhole, serveRecorded, visitRecorded } from './testing-recorded.ts';
import {
  campaign,
  ended,
  history,
  pagePath,
  pages,
  pictured,
  provers,
  type Row,
  recorded,
  watches,
} from './testing-recorded-pages.ts';

describe.skipIf(!hasBrowser)(inBrowser('every page, drawn from one record'), () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveRecorded>>;
  beforeAll(async () => {
    [browser, served] = await Promise.all([openBrowser(), serveRecorded(recorded)]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    served?.close();
  });

  const open = (look?: Look) => visitRecorded(browser, recorded, look);
  const load = (page: Page, path: string) => loadWhole(page, `${served.url}${path}`);
  const text = async (page: Page, selector: string): Promise<string> =>
    ((await page.locator(selector).first().textContent()) ?? '').replace(/\s+/g, ' ').trim();
  /** What stands under a label of the strip of figures. */
  const figure = async (page: Page, label: string): Promise<string | undefined> => {
    const cell = page
      .locator('.figures > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });
    if ((await cell.count()) === 0) return undefined;
    return ((await cell.locator('dd').textContent()) ?? '').replace(/\s+/g, ' ').trim();
  };
  /** The cells of the row with this link, in a table of challenges or agents. */
  const cells = async (page: Page, href: string): Promise<string[] | undefined> => {
    const row = page.locator('tr.linked').filter({ has: page.locator(`a[href="${href}"]`) });
    if ((await row.count()) === 0) return undefined;
    const all = await row.first().locator('td').allTextContents();
    return all.map((it) => it.replace(/\s+/g, ' ').trim());
  };
  const found = async (page: Page, it: Row): Promise<string | undefined> => (await cells(page, pagePath(it)))?.[3];

  test('what a list says was found is what the challenge’s page says, and every other page too', async () => {
    const { context, page } = await open();
    await load(page, '/challenges');
    const listed = new Map<Row, string>();
    for (const it of ended) listed.set(it, (await found(page, it)) ?? '');
    for (const it of ended) {
      const said = listed.get(it) ?? '';
      expect([it.id, said]).not.toEqual([it.id, '']);
      await load(page, pagePath(it));
      const [title, lead] = [await text(page, 'h1'), await text(page, '.heading .lead')];
      const at = [it.id, said, title, lead];
      // A rate is told of the rate that was asked: "19.7 of 20 Mbit/s".
      const told = it.proofType === 'pob' ? `${said.split(' ')[0]} of ` : said;
      if (it.verified === 'true') expect([...at, title.includes(told)]).toEqual([...at, true]);
      if (it.verified === 'false' && it.proofType === 'pol') {
        const [, n, of] = /^(\d+) of (\d+) answers?$/.exec((await figure(page, 'Rule the claim out')) ?? '') ?? [];
        expect(lead).toMatch(new RegExp(`${n} of ${of} answer`));
        if (said.startsWith('outside')) expect(title).toContain(said.replace('outside', 'not in'));
        else expect(said).toBe(`${n} of ${of} rule it out`);
        expect(await text(page, '.map-panel .sub')).toMatch(n === '1' ? /^the disc/ : new RegExp(`\\b${n} discs`));
      }
    }
    // Elsewhere the same challenges say the same.
    const agents = new Set(ended.map((it) => `/agents/${it.proofType}/prover/${it.prover}`));
    for (const path of ['/', '/account', '/search?text=sydney', ...agents]) {
      await load(page, path);
      for (const [it, said] of listed) {
        const there = await found(page, it);
        if (there !== undefined) expect([it.id, path, there]).toEqual([it.id, path, said]);
      }
    }
    await context.close();
  }, 600_000);

  test('inside a challenge’s page distances, counts and payments agree with each other', async () => {
    const { context, page } = await open();
    for (const it of ended.filter(({ proofType }) => proofType === 'pol')) {
      await load(page, pagePath(it));
      const bars = await page
        .locator('.bars li')
        .evaluateAll((all) =>
          all.map((li) => [li.querySelector('span')?.textContent ?? '', li.querySelector('b')?.textContent ?? '']),
        );
      const bar = (label: RegExp) => bars.find(([name = '']) => label.test(name))?.[1]?.replace(/\s+/g, ' ');
      if (it.verified === 'true') {
        expect([it.id, await figure(page, 'If nobody lied')]).toEqual([it.id, bar(/^If nobody/)]);
        expect([it.id, await figure(page, 'Furthest, even if \\d+ lied')]).toEqual([
          it.id,
          bars.at(-1)?.[1]?.replace(/\s+/g, ' '),
        ]);
      }
      if (it.verified === 'false') {
        const ruled = (await figure(page, 'Rule the claim out'))?.split(' ')[0];
        expect([it.id, String(bars.length)]).toEqual([it.id, ruled]);
      }
      const timeline = await text(page, '.timeline');
      const paid = (await figure(page, 'Paid to challengers'))?.split(' ')[0];
      if (paid !== undefined && paid !== '0') expect(timeline).toContain(`${paid} POINTS paid`);
      const [, near, lookouts = '0'] =
        /\d\d:\d\d:\d\d ?(\d+) challengers?(?: and (\d+) lookouts?)? drawn/.exec(timeline) ?? [];
      const drawn = near === undefined ? undefined : String(Number(near) + Number(lookouts));
      expect([it.id, drawn !== undefined]).toEqual([it.id, true]);
      if (!pictured.includes(it)) continue;
      await page.getByRole('button', { name: 'Recompute it here' }).click();
      await page.getByText('Recomputed here: same verdict').waitFor();
      const rows = await page.locator('.recomputed li').allTextContents();
      expect(rows.find((row) => row.startsWith('The draw'))).toContain(`${drawn} of ${drawn}`);
      const answers = / of (\d+) answers?$/.exec((await figure(page, 'Rule the claim out')) ?? '')?.[1];
      expect([it.id, Number(answers) <= Number(drawn)]).toEqual([it.id, true]);
      if (it.verified !== 'inconclusive')
        expect([it.id, await text(page, '.verdict .lead')]).toEqual([
          it.id,
          expect.stringMatching(new RegExp(`\\b${answers} answers?\\b`)),
        ]);
    }
    await context.close();
  }, 600_000);

  test('agents are counted alike in lists, on their own pages and by their histories', async () => {
    const { context, page } = await open();
    await load(page, '/agents');
    const all = Number(await text(page, '.panel .sub'));
    const labels = (await page.locator('fieldset.switch label').allTextContents()).join(' ');
    const [ofProvers, ofChallengers] = [/Provers (\d+)/, /Challengers (\d+)/].map((it) => Number(it.exec(labels)?.[1]));
    expect(Number(ofProvers) + Number(ofChallengers)).toBe(all);
    expect(await page.locator('tbody tr').count()).toBe(all);
    const inList = new Map<string, string[]>();
    for (const it of provers) inList.set(it.id, (await cells(page, `/agents/${it.proofType}/prover/${it.id}`)) ?? []);
    for (const it of provers) {
      await load(page, `/agents/${it.proofType}/prover/${it.id}`);
      const [, , signs = '', saysFound] = inList.get(it.id) ?? [];
      const tested = Number(await figure(page, 'Claims tested'));
      const sub = await text(page, '.of-8 .panel .sub');
      const [verified = 0, refuted = 0, open_ = 0] = (sub.match(/\d+/g) ?? []).map(Number);
      expect([it.id, verified + refuted + open_]).toEqual([it.id, tested]);
      if (tested > 0) {
        expect(await figure(page, 'Verified')).toBe(`${((verified / tested) * 100).toFixed(1)} %`);
        const rows = (await page.locator('.of-8 tr.linked').allTextContents())
          .map((row) => row.replace(/\s+/g, ' '))
          .filter((row) => !row.startsWith('Measuring'));
        expect([it.id, rows[0]?.includes(saysFound ?? '?')]).toEqual([it.id, true]);
        // Those who hear the list are told how many of each, and at most ten signs stand there.
        const heard = (signs.match(/\d+/g) ?? []).map(Number).reduce((sum, n) => sum + n, 0);
        expect([it.id, heard]).toEqual([it.id, Math.min(10, tested)]);
      }
    }
    await load(page, '/');
    const measuring = history.filter(({ state }) => !/^(ENDED|ERROR)_/.test(state)).length;
    expect(await figure(page, 'Running now')).toBe(String(measuring));
    expect(Number((await figure(page, 'Agents online'))?.split(' of ')[1])).toBe(
      Number(/^\d+/.exec(await text(page, 'h1'))?.[0]),
    );
    await context.close();
  }, 600_000);

  test('money, forms, watches and campaigns say one number once', async () => {
    const { context, page } = await open();
    await load(page, '/account');
    const budget = await page.locator('.budgets li').filter({ hasText: 'To you' }).textContent();
    expect(budget?.replace(/\s+/g, ' ')).toContain((await figure(page, 'Paid to you today')) ?? '?');
    await load(page, '/request?type=pol');
    await page.locator('tr.chosen').waitFor();
    const [challengers, withstands, drawn, costs] = await page.locator('tr.chosen td').allTextContents();
    const outlook = await page.locator('.outlook dd').allTextContents();
    expect(await page.getByLabel('Challengers', { exact: true }).inputValue()).toBe(challengers);
    expect([outlook[0], outlook[2]?.split(' ')[0], outlook[3]]).toEqual([costs, drawn, withstands]);
    // No more are asked than may be drawn, and the sentence below has the same lookouts.
    const ready = Number(/^\d+/.exec((await page.locator('#challengers-hint').textContent()) ?? '')?.[0]);
    expect(Number(drawn)).toBeLessThanOrEqual(ready);
    const lookouts = Number(drawn) - Number(challengers);
    expect(outlook[2]).toBe(`${drawn} (${lookouts} of them lookouts)`);
    expect(await text(page, '.outlook p')).toContain(
      `the ${challengers} challengers that you ask for, up to ${lookouts} `,
    );
    expect(await page.locator('#prover option:checked').textContent()).toMatch(/^honest-frankfurt/);
    for (const it of watches) {
      await load(page, `/watches/${it}`);
      const [held = 0, due = 0] = ((await figure(page, 'Slots answered'))?.match(/\d+/g) ?? []).map(Number);
      const n = async (label: string) => Number((await figure(page, label))?.split(' ')[0]);
      expect([it, (await n('Inside')) + (await n('Outside')) + (await n('Undecided'))]).toEqual([it, held]);
      // Slots in which nobody asked have a figure of their own, where there are some.
      const wasAlwaysAsked = (await page.locator('.figures dt').filter({ hasText: 'Not asked' }).count()) === 0;
      const unasked = wasAlwaysAsked ? 0 : await n('Not asked');
      expect([it, due - held]).toEqual([it, (await n('No answer')) + unasked]);
    }
    if (campaign !== undefined) {
      await load(page, '/campaigns');
      const photos = /(\d+) of (\d+) photos/.exec(await text(page, '.card .foot'));
      await load(page, `/campaigns/${encodeURIComponent(campaign)}`);
      expect(await page.locator('.tiles .tile img:not(.blur)').count()).toBe(Number(photos?.[1]));
      await load(page, '/account');
      expect(await text(page, '.plain-list')).toContain(photos?.[0] ?? '?');
    }
    await context.close();
  }, 600_000);

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ] as const)(
    'in German, whose words are longer, nothing is cut off on a %s either',
    async (_, size) => {
      const { context, page } = await open({ size, locale: 'de-DE' });
      for (const [, path] of pages) {
        await load(page, path);
        expect([path, await blemishesOf(page)]).toEqual([path, []]);
      }
      await context.close();
    },
    600_000,
  );

  test('while a watch is loaded its page holds the place of what comes', async () => {
    const { context, page } = await open();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/watch-show', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${served.url}/watches/${watches[0]}`);
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
    await context.close();
  }, 120_000);

  test.each(['en-US', 'de-DE'])(
    'on a phone the search in the menu is whole, and so is what it asks for (%s)',
    async (locale) => {
      const { context, page } = await open({ size: phone, locale });
      await load(page, '/agents');
      await page.locator('button.icon.only-narrow').click();
      const field = page.locator('dialog .search');
      await field.waitFor();
      await picture(page, `menu-${locale}`);
      const seen = await field.evaluate((it) => {
        const input = it.querySelector('input') as HTMLInputElement;
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        pen.font = getComputedStyle(input).font;
        const body = (it.closest('.sheet-body') as HTMLElement).getBoundingClientRect();
        const { left, right, top } = it.getBoundingClientRect();
        return {
          // The ring around a field that has the focus is 3 px wide.
          spare: Math.min(left - body.left, body.right - right, top - body.top) - 3,
          share: (right - left) / body.width,
          placeholder: input.clientWidth - pen.measureText(input.placeholder).width,
        };
      });
      expect(seen.spare).toBeGreaterThanOrEqual(0);
      expect(seen.share).toBeGreaterThan(0.8);
      expect(seen.placeholder).toBeGreaterThan(0);
      await context.close();
    },
    300_000,
  );

  test.each([
    ['desktop', desktop, false],
    ['phone-dark', phone, true],
  ] as const)(
    'on a %s every page is whole, and readable by everybody',
    async (name, size, dark) => {
      const { context, page, problems } = await open({ size, dark });
      served.missing.length = 0;
      for (const [title, path] of pages) {
        await load(page, path);
        expect([path, await seriousFindings(page)]).toEqual([path, []]);
        // A phone widens its window to what does not fit, so that `innerWidth` would tell nothing.
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, size.width]);
        expect([path, await blemishesOf(page)]).toEqual([path, []]);
        // No figure is told as what a program makes of nothing.
        expect([
          path,
          /undefined|NaN|\[object|Invalid Date/.exec((await page.locator('main').textContent()) ?? ''),
        ]).toEqual([path, null]);
        await picture(page, `recorded-${title}-${name}`);
      }
      // A record has the evidence of some challenges, and a watch may show another one.
      expect(served.missing.filter((it) => !it.includes('challenge-evidence'))).toEqual([]);
      expect(problems.filter((it) => !/EventSource|event-stream|404/.test(it))).toEqual([]);
      await context.close();
    },
    900_000,
  );
});
