import type { Browser } from 'playwright-core';
import { openBrowser, phone } from './testing-browser.ts';
import { serveRecorded, visitRecorded } from './testing-recorded.ts';
import { pages, recorded } from './testing-recorded-pages.ts';

/**
 * Prints, for every page of the record, when the browser had painted the largest part of it and how much it shifted, on a CPU that
 * is slowed down four times: `node packages/console/dist/browser/testing-paints.js [pages] [times]`, on a quiet machine. The first argument
 * is a pattern of the pages' names. Machines differ by twice as much, so each paint is also told as a multiple of what the frame alone
 * takes: the same page without its scripts.
 */
const [pattern = '', times = '3'] = process.argv.slice(2);
const slowdown = 4;
const restMs = 2500;

interface Seen {
  readonly paintMs: number;
  readonly shift: number;
}

const look = async (browser: Browser, url: string, size: typeof phone, withScripts = true): Promise<Seen> => {
  const { context, page } = await visitRecorded(browser, recorded, { size });
  if (!withScripts) await page.route('**/assets/*.js', (it) => it.abort());
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
  await page.waitForTimeout(restMs);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  if (seen.paintMs === 0) throw new Error(`${url} painted nothing. Is the console built (npm run build)?`);
  return seen;
};

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const [browser, served] = await Promise.all([openBrowser(), serveRecorded(recorded)]);
const frameMs: number[] = [];
// The first page of a browser that has just started is slower than any other.
await look(browser, served.url, phone);
const sizes = { phone, desktop: { width: 1280, height: 900 } };
for (const [name, path] of pages.filter(([it]) => new RegExp(pattern).test(it)))
  for (const [device, size] of Object.entries(sizes)) {
    frameMs.push((await look(browser, `${served.url}${path}`, size, false)).paintMs);
    const seen: Seen[] = [];
    for (let i = 0; i < Number(times); i++) seen.push(await look(browser, `${served.url}${path}`, size));
    const [paintMs, shift] = [middle(seen.map((it) => it.paintMs)), Math.max(...seen.map((it) => it.shift))];
    const ratio = (paintMs / middle(frameMs)).toFixed(1).padStart(4);
    process.stdout.write(
      `${name.padEnd(28)} ${device.padEnd(8)} ${String(Math.round(paintMs)).padStart(6)} ms  ${ratio} frames  shift ${shift.toFixed(3)}\n`,
    );
  }
process.stdout.write(`The frame alone took ${Math.round(middle(frameMs))} ms.\n`);
await browser.close();
served.close();
