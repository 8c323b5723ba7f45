import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

/** The shell is the same browser without windows, menus and tabs, which take a third of the work and which no test sees. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const places = [process.env.CHROMIUM_PATH, ...programs.map((it) => `/usr/bin/${it}`)];
const executablePath = places.find((it) => it !== undefined && existsSync(it));

/** Whether a browser is installed, and what a suite that needs one is then called. */
export const hasBrowser = executablePath !== undefined;
export const inBrowser = (name: string): string =>
  hasBrowser ? name : `${name} (no browser is installed: install Debian's chromium-headless-shell)`;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath as string,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export interface Look {
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /** What the browser prefers to read. */
  readonly locale?: string;
}

/** A fresh visitor. Everything that goes wrong inside the page ends up in `problems`. */
export const visit = async (
  browser: Browser,
  { size = desktop, dark = false, locale = 'en-US' }: Look = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> => {
  const isPhone = size.width < 640;
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A refused request is part of some flows; what the policy blocks never is.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
};

const devtools = new WeakMap<Page, CDPSession>();

/** When the page has been drawn anew and colours and sizes have stopped gliding. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
    const gliding = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.allSettled(gliding.map((it) => it.finished));
  });

/** Shows an open page as another device would, which is less work than to load it there. What `visit` asked for is overruled. */
export const showAs = async (page: Page, { size = desktop, dark = false }: Look): Promise<void> => {
  const session = devtools.get(page) ?? (await page.context().newCDPSession(page));
  devtools.set(page, session);
  const isPhone = size.width < 640;
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...{ ...size, screenWidth: size.width, screenHeight: size.height },
    ...{ deviceScaleFactor: 1, mobile: isPhone },
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  // The page learns of it a moment later.
  await page.waitForFunction((width) => screen.width === width, size.width);
  await settled(page);
};

/** This page is loaded anew by links as well. */
const isApart = (url: URL): boolean => url.pathname === '/verify';

/** Goes to a page as a link does: within the console it takes half of the work of a first one. */
export const follow = (page: Page, url: string): Promise<unknown> => {
  const [from, to] = [new URL(page.url()), new URL(url)];
  return from.origin === to.origin && !isApart(from) && !isApart(to)
    ? page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, url)
    : page.goto(url);
};

const folder = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url));

/** The whole page as `showAs` shows it. Playwright would first put back the size that `visit` asked for, and draw that one's layout. */
const drawn = async (session: CDPSession, timeout: number): Promise<Buffer> => {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { width, height } = cssContentSize;
  const asked = session.send('Page.captureScreenshot', {
    ...{ format: 'jpeg', quality: 70, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`No picture within ${timeout} ms.`)), timeout).unref();
  });
  return Buffer.from((await Promise.race([asked, late])).data, 'base64');
};

/** For a person to look at: packages/console/dist/screenshots. */
export const picture = async (page: Page, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const session = devtools.get(page);
  const take = (timeout: number) =>
    session
      ? drawn(session, timeout)
      : page.screenshot({ type: 'jpeg', quality: 70, fullPage: true, animations: 'disabled', timeout });
  // Now and then the browser never answers. The page is well, and is drawn when it is asked again.
  const taken = await take(30_000).catch(() => take(150_000));
  await writeFile(join(folder, `${name}.jpeg`), taken);
};
