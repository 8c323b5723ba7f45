import type { Browser } from 'playwright-core';
import { openBrowser, phone } from './testing-browser.ts';
import { serveRecorded, visitRecorded } from './testing-recorded.ts';
import { pages, recorded } from './testing-recorded-pages.ts';

/**
 * Prints, for every page of the record, when the browser had painted the largest part of it and how much it shifted, on a CPU that
 * is slowed down four times: `node packages/console/dist/browser/testing-paints.js [pages] [times]`, on a quiet machine. The first argument
 * is a pattern of the pages' names.
 */
const [pattern = '', times = '3'] = process.argv.slice(2);
const slowdown = 4;
const restMs = 2500;

interface Seen {
  readonly paintMs: number;
  readonly shift: number;
}

const look = async (browser: Browser, url: string, size: typeof phone): Promise<Seen> => {
  const { context, page } = await visitRecorded(browser, recorded, { size });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    const seen = { paintMs: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.paintMs = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) seen.shift += (it as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(restMs);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  return seen;
};

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const [browser, served] = await Promise.all([openBrowser(), serveRecorded(recorded)]);
const sizes = { phone, desktop: { width: 1280, height: 900 } };
for (const [name, path] of pages.filter(([it]) => new RegExp(pattern).test(it)))
  for (const [device, size] of Object.entries(sizes)) {
    const seen: Seen[] = [];
    for (let i = 0; i < Number(times); i++) seen.push(await look(browser, `${served.url}${path}`, size));
    const [paintMs, shift] = [middle(seen.map((it) => it.paintMs)), Math.max(...seen.map((it) => it.shift))];
    process.stdout.write(
      `${name.padEnd(28)} ${device.padEnd(8)} ${String(Math.round(paintMs)).padStart(6)} ms  shift ${shift.toFixed(3)}\n`,
    );
  }
await browser.close();
served.close();
