import { randomBytes } from 'node:crypto';
import { routes } from '@trigpoint/protocol';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { desktop, follow, hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { formerAgents, writeRows } from './testing-rows.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

describe.skipIf(!hasBrowser)(inBrowser('the reference in the console'), () => {
  const stage = openStage(['serve'], { DEVELOPMENT: 'on' });

  test('every operation is found, shows its examples, and is tried with one’s session', async () => {
    const { url } = stage.service;
    const { page, problems } = await stage.visit();
    // The first example names a prover of this network, so that it can be pasted.
    writeRows(stage.service.dataDir, formerAgents(1, 'prover'));
    const asked = await fetch(`${url}/proof/v1/pol/provers`, { method: 'POST' });
    const [there] = ((await asked.json()) as { result: { provers: { id: string }[] } }).result.provers;
    await page.goto(`${url}/docs`);
    await page.getByRole('heading', { level: 1, name: 'Calling the service' }).waitFor();
    await page
      .locator('pre')
      .getByText(there?.id ?? expect.fail('Nobody is listed.'))
      .waitFor();
    const links = page.getByRole('navigation', { name: 'Docs' }).getByRole('link');
    for (const name of Object.keys(routes))
      expect([name, await links.getByText(name, { exact: true }).count()]).toEqual([name, 1]);
    await page.getByLabel('Find in docs').fill('once in every window');
    await expect.poll(() => links.allTextContents()).toEqual(['watch-add']);
    await links.first().click();
    await page.getByRole('heading', { level: 1, name: 'watch-add' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/watch-add');
    await page.getByText('safe to repeat with the same Idempotency-Key').waitFor();
    const code = page.locator('.docs-code pre').first();
    expect(await code.textContent()).toContain(`curl ${url}/proof/v1/pol/watch-add`);
    await page.getByText('Python', { exact: true }).click();
    await expect.poll(() => code.textContent()).toContain('requests.post(');
    await page.getByText('TypeScript', { exact: true }).click();
    await expect.poll(() => code.textContent()).toContain("client.call('watch-add', {");

    // What needs a session asks for one, and takes what the example says.
    await installWallet(page, randomBytes(32).toString('hex'));
    await signInByWallet(page, `${url}/docs/watch-add`);
    await page.getByRole('button', { name: 'Fill in the example' }).click();
    await page.getByLabel('dry_run').selectOption('true');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('.try-answer');
    await answer.getByText('200', { exact: true }).waitFor();
    expect(await answer.locator('pre').textContent()).toContain('"watch": null');
    await page.getByLabel('parameters').fill('{zone');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('parameters must be JSON').waitFor();
    expect(await answer.textContent()).toBe('');
    for (const [size, as] of [
      [desktop, 'desktop'],
      [phone, 'phone'],
    ] as const) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await picture(page, `docs-${as}`);
    }
    expect(await axeFindings(page)).toEqual([]);

    for (const name of Object.keys(routes)) {
      await follow(page, `${url}/docs/${name}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      // A field that is squeezed puts one letter on a line.
      const narrowest = await page.evaluate(() =>
        Math.min(...[...document.querySelectorAll('.docs-fields dd')].map((it) => it.getBoundingClientRect().width)),
      );
      expect([name, narrowest > 120]).toEqual([name, true]);
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
        name,
        true,
      ]);
    }

    await page.goto(`${url}/docs/errors`);
    await page.getByText('invalid_field', { exact: true }).waitFor();
    await page.goto(`${url}/docs/nothing`);
    await page.getByText('There is no operation nothing').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 240_000);
});
