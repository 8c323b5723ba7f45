import { describe, expect, test } from 'vitest';
import { openActs } from './testing-acts.ts';
import { hasBrowser, inBrowser } from './testing-browser.ts';
import { openBrowserAlone } from './testing-stage.ts';

/** The script of /verify, a page that shows nothing of the service. */
const script = /\/assets\/verify-[^/]+\.js$/;
const isOfPage = (url: string): boolean => script.test(url) && !url.includes('verify-signature');

describe.skipIf(!hasBrowser)(inBrowser('a page whose script did not come'), () => {
  const stage = openBrowserAlone();

  /** Opens /verify while its script is kept back for as long as `keepBack` says. */
  const open = async (keepBack: (asked: number) => boolean) => {
    const acts = await openActs('evidence-1.json');
    const { page } = await stage.visit();
    let [asked, loads] = [0, 0];
    page.on('request', (it) => {
      if (it.isNavigationRequest()) loads++;
    });
    await page.route(
      (url) => isOfPage(url.pathname),
      (route) => (keepBack(++asked) ? route.fulfill({ status: 503 }) : route.continue()),
    );
    await page.goto(new URL('/verify', acts.url).href);
    return {
      page,
      title: page.getByRole('heading', { level: 1, name: 'Verify evidence' }),
      loads: () => loads,
      asked: () => asked,
    };
  };

  test('is loaded again with the whole console as soon as the service answers', async () => {
    const { title, loads } = await open((asked) => asked === 1);
    await title.waitFor();
    expect(loads()).toBe(2);
  }, 240_000);

  test('starts the console again once and not over and over, and the reader can do so', async () => {
    let isMissing = true;
    const { page, title, loads, asked } = await open(() => isMissing);
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(1);
    const again = page.getByRole('button', { name: 'Load again' });
    await again.waitFor();
    // Whoever tries now asks for the script once more, and the console stays.
    const answered = page.waitForResponse((it) => isOfPage(it.url()));
    await page.getByRole('button', { name: 'Try now' }).click();
    await answered;
    await again.waitFor();
    expect(loads()).toBe(2);
    isMissing = false;
    await again.click();
    await title.waitFor();
  }, 240_000);
});
