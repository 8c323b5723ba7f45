import { describe, expect, test } from 'vitest';
import { openActs } from './testing-acts.ts';
import { axeFindings } from './testing-axe.ts';
import { hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { openBrowserAlone } from './testing-stage.ts';

interface Replayed {
  /** Rows of answers at each change. */
  readonly counts: number[];
  readonly said: string[];
}

const watchReplay = (): void => {
  const replay: Replayed = { counts: [], said: [] };
  Object.assign(window, { replay });
  new MutationObserver(() => {
    const skip = [...document.querySelectorAll('button')].find((it) => it.textContent === 'Skip to the verdict');
    // On a phone too: what is not drawn has no parent to stand in.
    if (!skip?.offsetParent) return;
    const count = document.querySelectorAll('.round-trips tbody tr:not(.group):not(.to-come)').length;
    if (replay.counts.at(-1) === count) return;
    replay.counts.push(count);
    replay.said.push(document.querySelector('h1')?.textContent ?? '');
    if (count >= 3) skip.click();
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
};

/** As long as the challenge of the recorded evidence would have been given. */
const until = () => new Date(Date.now() + 25_000).toISOString();

describe.skipIf(!hasBrowser)(inBrowser('a challenge while it runs, and when it ends'), () => {
  const stage = openBrowserAlone();

  const seats = (acts: Awaited<ReturnType<typeof openActs>>) => acts.evidence.transcript.draw?.seats.length ?? 0;

  test.each([
    ['evidence-1.json', /^Verified: .+ is within/, 'desktop'],
    ['evidence-2.json', /^Refuted: .+ is not in Sydney/, 'phone'],
  ])(
    '%s: counts while it runs; then the answers once more as they came, which can be skipped',
    async (fixture, says, size) => {
      const acts = await openActs(fixture);
      const { page, problems } = await stage.visit(size === 'phone' ? { size: phone, dark: true } : {});
      acts.tell('accepted', { asked: seats(acts), until: until() });
      let evidenceAsked = 0;
      page.on('request', (it) => {
        if (it.url().endsWith('/challenge-evidence')) evidenceAsked++;
      });
      await page.goto(acts.url);
      await page.getByRole('heading', { level: 1, name: `Measuring: 0 of ${seats(acts)} have reported` }).waitFor();
      for (let n = 1; n <= 3; n++) acts.tell('reading', { answered: n });
      await page.getByRole('heading', { level: 1, name: `Measuring: 3 of ${seats(acts)} have reported` }).waitFor();
      const left = page.locator('.figures > *').filter({ hasText: 'Answers due within' });
      expect(Number(/\d+/.exec((await left.textContent()) ?? '')?.[0])).toBeLessThanOrEqual(25);
      await page.getByText(/ at the latest$/).waitFor();
      await picture(page, `running-${size}`);
      for (let n = 4; n <= seats(acts); n++) acts.tell('reading', { answered: n });
      await page.getByRole('heading', { level: 1, name: `Measuring: all ${seats(acts)} have reported` }).waitFor();
      // A watcher inside the page skips the replay in the middle, however slow the machine is.
      await page.evaluate(watchReplay);
      // The service would refuse it, and the browser would report that as an error.
      expect(evidenceAsked).toBe(0);
      acts.end();
      await page.getByRole('heading', { level: 1, name: says }).waitFor();
      expect(evidenceAsked).toBe(1);
      const { counts, said } = await page.evaluate(() => (window as unknown as { replay: Replayed }).replay);
      // Answers came one after another, and the verdict was not told before.
      expect(counts[0]).toBe(0);
      expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
      const answers = said.map((it) => /^Replaying the answers as they came: (\d+) of \d+$/.exec(it)?.[1]);
      expect(answers).toEqual(counts.map(String));
      expect(await page.locator('.to-come').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Skip to the verdict' }).count()).toBe(0);
      expect(problems.filter((it) => !/404/.test(it))).toEqual([]);
    },
    240_000,
  );

  test('nothing is replayed to who opens an old challenge, nor to who asked for less motion', async () => {
    const acts = await openActs('evidence-1.json');
    acts.tell('accepted', { asked: seats(acts), until: until() });
    const still = await stage.visit();
    await still.page.emulateMedia({ reducedMotion: 'reduce' });
    await still.page.goto(acts.url);
    await still.page.getByRole('heading', { level: 1, name: /^Measuring/ }).waitFor();
    const seen = (page: typeof still.page) =>
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const look = () => {
              if (document.body?.textContent?.includes('Skip to the verdict')) resolve(true);
              else if (/Verified:/.test(document.querySelector('h1')?.textContent ?? '')) resolve(false);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
    const looking = seen(still.page);
    acts.end();
    expect(await looking).toBe(false);
    const late = await stage.visit();
    await late.page.goto(acts.url, { waitUntil: 'commit' });
    expect(await seen(late.page)).toBe(false);
  }, 240_000);

  test('while the service cannot be reached, one banner says so, what was loaded stays, and it comes back by itself', async () => {
    const acts = await openActs('evidence-1.json');
    acts.tell('accepted', { asked: seats(acts), until: until() });
    const { page } = await stage.visit();
    await page.clock.install();
    await page.goto(acts.url);
    await page.getByRole('heading', { level: 1, name: /^Measuring/ }).waitFor();
    acts.away(true);
    const banner = page.getByText('The service cannot be reached.');
    await banner.waitFor();
    await page.getByText(/What you see is as of \d\d:\d\d\. Trying again/).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: /^Measuring/ }).count()).toBe(1);
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'offline-desktop');
    // While no timer runs, only the click can ask again. What is being tried at that moment waits for a timer of its own first.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    for (;;) {
      const asked = page.waitForRequest(/challenge-history/, { timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      await page.getByRole('button', { name: 'Try now' }).click();
      if (await asked) break;
      await page.clock.runFor(1_500);
    }
    await page.clock.resume();
    acts.away(false);
    await banner.waitFor({ state: 'detached' });
    acts.end();
    await page.getByRole('heading', { level: 1, name: /^Verified/ }).waitFor();
  }, 240_000);
});
