import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { blemishesOf } from './testing-blemishes.ts';
import { desktop, hasBrowser, inBrowser, openBrowser, phone, picture, settled, visit } from './testing-browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'dist/specimen-page');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const states = [
  'verified',
  'refuted',
  'near-lie',
  'improbable',
  'several',
  'measuring',
  'inconclusive',
  'contradictory',
  'stopped',
  'no-estimate',
  'refuted-replay',
  'replay-begins',
  'pob-verified',
  'pob-refuted',
  'pob-measuring',
];

/** The others are made of the same parts and colours. */
const seenInBoth = new Set(['verified', 'refuted', 'inconclusive', 'pob-verified']);

const serve = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
      try {
        const body = await readFile(join(folder, path === '/' ? 'specimen.html' : path));
        response.setHeader(
          'content-type',
          types[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream'),
        );
        response.end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

describe.skipIf(!hasBrowser)(inBrowser('every state of a challenge’s page'), () => {
  let server: Server;
  let browser: Browser;
  let url: string;
  /** One page for all states, which goes from one to the next. */
  let stage: Awaited<ReturnType<typeof visit>>;
  const asked: string[] = [];
  let waits = 0;
  beforeAll(async () => {
    const { build } = await import('vite');
    await build({ root, configFile: join(root, 'vite.config.ts'), mode: 'specimen', logLevel: 'error' });
    [server, browser] = await Promise.all([serve(), openBrowser()]);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stage = await visit(browser);
    stage.page.on('request', (request) => {
      asked.push(request.url());
      waits++;
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      stage.page.on(end as 'requestfinished', () => waits--);
    await stage.page.goto(`${url}/?show=stopped`);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const show = async (state: string, size = desktop): Promise<Page> => {
    const { page } = stage;
    await page.setViewportSize(size);
    await page.evaluate((state) => {
      history.pushState(null, '', `?show=${state}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, state);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Chromium does not call every page idle that has nothing left to load.
    await expect.poll(() => waits, { timeout: 60_000 }).toBe(0);
    await page.evaluate(() => document.fonts.ready);
    return page;
  };

  test.each(states)(
    '%s: readable by everybody in light and dark, at every width, from this origin alone',
    async (state) => {
      const page = await show(state);
      for (const colorScheme of seenInBoth.has(state) ? (['light', 'dark'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        expect(await axeFindings(page)).toEqual([]);
        await picture(page, `specimen-${state}-${colorScheme}`);
      }
      for (const width of [320, 390, 640, 834, 960]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        expect([width, fits]).toEqual([width, true]);
        expect([width, await blemishesOf(page)]).toEqual([width, []]);
      }
      expect(asked.filter((it) => !it.startsWith(url) && !it.startsWith('data:'))).toEqual([]);
      expect(stage.problems.filter((it) => !it.includes('favicon'))).toEqual([]);
    },
  );

  test('a row and its disc are chosen together', async () => {
    const page = await show('verified');
    const row = page.getByRole('row', { name: /Darmstadt/ });
    await row.hover();
    await expect.poll(() => page.locator('.map > svg .disc path[stroke-width="2.5"]').count()).toBe(1);
  });

  test('a map is zoomed and moved by buttons, keys, wheel and drag, and goes back to its first view', async () => {
    const page = await show('verified');
    const drawing = page.locator('.map > svg');
    const scale = () => drawing.locator('.tick', { hasText: 'km' }).last().textContent();
    const first = await scale();
    const back = page.getByRole('button', { name: 'Back to the first view' });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await back.waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('+');
    await expect.poll(scale).not.toBe(first);
    // Near enough for names of cities that are no challengers.
    await drawing.locator('.city').first().waitFor();
    await drawing.locator('.river').waitFor({ state: 'attached' });
    await picture(page, 'map-zoomed');
    await page.keyboard.press('0');
    await back.waitFor({ state: 'detached' });
    expect(await scale()).toBe(first);
    // Labels find their places anew; the sign of the claim is drawn last and moves with the map.
    const claim = () =>
      drawing
        .locator('g.mark')
        .last()
        .evaluate((it) => Number(/translate\(([\d.]+)/.exec(it.getAttribute('transform') ?? '')?.[1]));
    const before = await claim();
    await page.keyboard.press('ArrowRight');
    await expect.poll(claim).toBe(before - 80);
    const box = (await drawing.boundingBox()) ?? expect.fail();
    await page.mouse.move(box.x + 60, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 300, { steps: 4 });
    await page.mouse.up();
    await expect.poll(claim).toBe(before);
    await page.mouse.wheel(0, -600);
    await expect.poll(scale).not.toBe(first);
    // Whoever scrolls past a map that has no focus is not caught by it.
    await page.keyboard.press('0');
    await back.waitFor({ state: 'detached' });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.mouse.wheel(0, 100);
    await page.getByText('to zoom with the wheel').waitFor();
    expect(await scale()).toBe(first);
  }, 240_000);

  test('two fingers zoom the map where they are, and not the page; one finger scrolls the page until the map is nearer, and then moves the map', async () => {
    const { context, page } = await visit(browser, { size: phone });
    await page.goto(`${url}/?show=verified`);
    const drawing = page.locator('.map > svg');
    await drawing.scrollIntoViewIfNeeded();
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (readonly [number, number])[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const { x, y, width, height } = (await drawing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [cx, cy] = [x + width / 2, y + height / 2];
    const scale = () => drawing.locator('.tick', { hasText: 'km' }).last().textContent();
    const before = await scale();
    expect(await drawing.evaluate((it) => getComputedStyle(it).touchAction)).toBe('pan-y');
    const pinch = async (from: number, to: number) => {
      const fingers = (apart: number) => [[cx - apart, cy] as const, [cx + apart, cy] as const];
      await send('touchStart', fingers(from));
      for (let i = 1; i <= 8; i++) await send('touchMove', fingers(from + ((to - from) * i) / 8));
      await send('touchEnd', []);
    };
    await pinch(20, 100);
    await expect.poll(scale).not.toBe(before);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(await drawing.evaluate((it) => getComputedStyle(it).touchAction)).toBe('none');
    await pinch(100, 60);
    await picture(page, 'map-pinched');
    const left = async () => (await drawing.locator('.mark').last().boundingBox())?.x ?? Number.NaN;
    const start = await left();
    await send('touchStart', [[cx, cy]]);
    for (let i = 1; i <= 10; i++) await send('touchMove', [[cx + 10 * i, cy]]);
    await send('touchEnd', []);
    await expect.poll(async () => Math.abs((await left()) - start - 100)).toBeLessThan(20);
    await page.getByRole('button', { name: 'Back to the first view' }).click();
    await expect.poll(scale).toBe(before);
    await context.close();
  });

  test('nothing turns when somebody asked for less motion', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'reduce' });
    const page = await show('measuring');
    const name = await page.locator('.glyph.turning .arc').evaluate((it) => getComputedStyle(it).animationName);
    expect(name).toBe('none');
  });
});
