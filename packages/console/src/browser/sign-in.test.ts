import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { openStage } from './testing-stage.ts';
import { installSolanaWallet, installWallet } from './testing-wallet.ts';

const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

describe.skipIf(!hasBrowser)(inBrowser('signing in to the console'), () => {
  const stage = openStage(['serve']);

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('a wallet found by EIP-6963 signs in, sees its session and signs out (%s)', async (name, size) => {
    const { page, problems } = await stage.visit({ size });
    const { address } = await installWallet(page, key);
    await page.goto(stage.service.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const sheet = page.getByRole('dialog', { name: 'Sign in' });
    await sheet.getByText('Test Wallet').waitFor();
    await picture(page, `sign-in-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    await sheet.getByText('Test Wallet').click();
    const message = page.locator('.message-text');
    await message.waitFor();
    expect(await message.textContent()).toContain(address);
    await picture(page, `sign-in-message-${name}`);
    await page.getByRole('button', { name: 'Sign with Test Wallet' }).click();
    await page.getByRole('link', { name: new RegExp(address.slice(-4)) }).click();
    await page.getByText('This browser').waitFor();
    // On a phone the boxes of an API key stand below each other, in two columns.
    const lefts = await page
      .locator('.check input')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left));
    expect(lefts).toHaveLength(4);
    if (size === phone) expect(new Set(lefts).size).toBe(2);
    await picture(page, `account-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('a Solana wallet found by wallet-standard signs in, stays so, and signs out', async () => {
    const { page, problems } = await stage.visit();
    const { address } = await installSolanaWallet(page);
    await page.goto(stage.service.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).getByText('Test Solana Wallet').click();
    const message = page.locator('.message-text');
    await message.waitFor();
    expect(await message.textContent()).toContain(address);
    await page.getByRole('button', { name: 'Sign with Test Solana Wallet' }).click();
    await page.getByRole('link', { name: new RegExp(address.slice(-4)) }).click();
    await page.getByText('This browser').waitFor();
    await page.reload();
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('before any script there is what stays in its place when the scripts have come (%s)', async (name, size) => {
    const { page, problems } = await stage.visit({ size });
    const gate = () => {
      let open = () => {};
      const passed = new Promise<void>((resolve) => {
        open = resolve;
      });
      return { open, passed };
    };
    const [frame, firstPage] = [gate(), gate()];
    await page.route('**/assets/*.js', async (route) => {
      await (route.request().url().includes('/explore-') ? firstPage : frame).passed;
      await route.continue();
    });
    const edges = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return { selector, x: box?.x, y: box?.y, height: box?.height };
    };
    const all = () => Promise.all(['.brand', '.header', '.first-rows .skeleton'].map(edges));
    await page.goto(stage.service.url, { waitUntil: 'commit' });
    await page.locator('.first-rows .skeleton').first().waitFor();
    const before = await all();
    await picture(page, `first-moment-${name}`);
    frame.open();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await all()).toEqual(before);
    firstPage.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(problems).toEqual([]);
  });

  test('escape closes the sheet and focus returns to the button', async () => {
    const { page } = await stage.visit();
    await page.goto(stage.service.url);
    const button = page.getByRole('button', { name: 'Sign in' });
    await button.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});
