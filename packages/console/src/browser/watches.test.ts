import { randomBytes } from 'node:crypto';
import { testServer } from '@trigpoint/proofs/testing';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { endedSlots, formerAgent, writeRows } from './testing-rows.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

const prover = `IPv4/0x${'7a'.repeat(20)}`;
const hour = 3_600_000;
/** Three months of six hours each, with a pause in the middle and one that nobody could decide. */
const results = Array.from({ length: 360 }, (_, i) =>
  i === 150 || i === 151 ? 'absent' : i === 300 ? 'undecided' : 'inside',
);

/** Nobody is kept out by what a page looks like at either size. */
const look = async (page: Page, name: string): Promise<void> => {
  for (const [size, as] of [
    [phone, 'phone'],
    [desktop, 'desktop'],
  ] as const) {
    await page.setViewportSize(size);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(page, `${name}-${as}`);
  }
  expect(await axeFindings(page)).toEqual([]);
};

describe.skipIf(!hasBrowser)(inBrowser('watches and webhooks in the console'), () => {
  const stage = openStage(['serve'], { DEVELOPMENT: 'on', WEBHOOKS_TO_PRIVATE: 'on' });

  test('a watch is set up with its price, seen slot by slot, shown to others, paused and ended', async () => {
    const { url, dataDir } = stage.service;
    writeRows(
      dataDir,
      formerAgent(prover, { name: 'db-7', city: 'Frankfurt', latitude: '50.11', longitude: '8.68' }, 'prover'),
      formerAgent(`IPv4/0x${'7b'.repeat(20)}`, { city: 'Lisbon', latitude: '38.7', longitude: '-9.1' }, 'prover'),
    );
    const { page, problems } = await stage.visit();
    await installWallet(page, randomBytes(32).toString('hex'));
    await page.goto(`${url}/watches`);
    await page.getByText('Your watches appear here.').waitFor();
    await page.getByText('No public watches').waitFor();
    await signInByWallet(page, `${url}/watches`);
    await page.getByText('No watches yet').waitFor();
    await page.locator('a[href="/watches/new"]').first().click();
    await page.getByText('Choose a prover.').waitFor();
    expect(await page.locator('input[name="prover"]:checked').count()).toBe(0);
    await page.getByLabel('Search provers').fill('frankf');
    await page.getByRole('radio', { name: /Frankfurt/ }).check();
    await page.getByText(/^\d+\sslots, free of charge\.$/).waitFor();
    await page.getByText('One country', { exact: true }).click();
    await page.getByLabel('Country', { exact: true }).selectOption('DE');
    await page.getByRole('heading', { name: 'Is it inside Germany?' }).waitFor();
    await page.getByText('The EU', { exact: true }).click();
    await page.getByLabel('Challengers').fill('1000');
    await page.getByText('A whole number from 1 to 100.').waitFor();
    expect(await page.getByRole('button', { name: 'Start the watch' }).isDisabled()).toBe(true);
    await page.getByLabel('Challengers').fill('8');
    await look(page, 'watch-new');
    await page.getByRole('button', { name: 'Start the watch' }).click();
    await page.getByRole('heading', { level: 1, name: 'db-7: no answer yet' }).waitFor();
    const path = new URL(page.url()).pathname;
    writeRows(dataDir, endedSlots(path.slice('/watches/'.length), results, 6 * hour));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /has been seen only inside the EU since/ }).waitFor();
    await page
      .getByRole('img', { name: /360 slots: 357 inside, 1 undecided, 0 outside, 0 refuted, 2 without/ })
      .waitFor();
    await page.getByText('2 in a row: no answer,').waitFor();
    await page.locator('.zone path').first().waitFor({ state: 'attached' });
    expect(await page.locator('tbody tr').count()).toBe(20);
    // People count from 1. What webhooks and the command line call it stands behind the number.
    const newest = page.locator('tbody tr td').first();
    expect([await newest.textContent(), await newest.getAttribute('title')]).toEqual(['360', 'number 359 in the log']);
    await look(page, 'watch');

    // What the log does not know is certified to nobody.
    await page.getByRole('button', { name: 'Certificate' }).first().click();
    await page.getByRole('button', { name: 'Download JSON' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');

    const { page: other } = await stage.visit({ dark: true });
    await other.goto(`${url}${path}`);
    await other.getByText('There is no public watch here').waitFor();
    await page.getByRole('button', { name: 'Let anybody see it' }).click();
    const badge = page.getByRole('img', { name: 'The badge of this watch' });
    await expect.poll(() => badge.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    // Somebody who is not signed in finds it in the list.
    await other.goto(`${url}/watches`);
    await other.getByRole('row', { name: /Inside db-7 should be inside the EU/ }).waitFor();
    await look(other, 'watches-visitor-dark');
    await other.getByRole('link', { name: 'db-7' }).click();
    await other.getByRole('heading', { level: 1, name: /has been seen only inside the EU since/ }).waitFor();
    for (const name of ['Pause', 'Edit', 'End', 'Certificate'])
      expect(await other.getByRole('button', { name }).count()).toBe(0);
    await other.getByText('its payer downloads it, for any period').waitFor();
    await look(other, 'watch-public-dark');
    // Nor is somebody else asked for what is not theirs, who would be refused.
    await installWallet(other, randomBytes(32).toString('hex'));
    await signInByWallet(other, `${url}/watches`);
    const refused: string[] = [];
    // The challenges of these slots were never made, so that their evidence is missing.
    other.on('response', (it) => {
      if (it.status() >= 400 && !it.url().endsWith('/challenge-evidence')) refused.push(`${it.status()} ${it.url()}`);
    });
    await other.goto(`${url}${path}`);
    await other.getByRole('heading', { level: 1, name: /has been seen only inside the EU since/ }).waitFor();
    expect(await other.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    await other.waitForLoadState('networkidle');
    expect(refused).toEqual([]);

    await page.getByRole('button', { name: 'Edit' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Ask once in every').fill('soon');
    await sheet.getByText('A time such as 15m, 6h or 1d.').waitFor();
    await sheet.getByLabel('Ask once in every').fill('12h');
    await sheet.getByLabel('Challengers').fill('10');
    await look(page, 'watch-edit');
    await sheet.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('10 challengers every 12 h').waitFor();
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await page.getByRole('button', { name: 'Resume' }).first().waitFor();
    await page.getByRole('button', { name: 'End' }).first().click();
    await page.getByRole('button', { name: 'End it' }).click();
    await page.getByText('It is over.').waitFor();
    await page.locator('a[href="/watches"]').first().click();
    // It is the owner's, and public.
    // The list of one's own, and the public one, where one's own are marked.
    for (const name of [/Inside db-7 should be inside the EU/, /Inside db-7 · yours should be inside the EU/])
      await expect.poll(() => page.getByRole('row', { name }).count()).toBe(1);
    await look(page, 'watches');
    expect(problems).toEqual([]);
  });

  test('a webhook is added, tried, replayed, given a new secret and paused', async () => {
    const got: string[] = [];
    const url = await testServer((request, reply) => {
      got.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => reply.writeHead(204).end());
    });
    const { page, problems } = await stage.visit();
    await installWallet(page, randomBytes(32).toString('hex'));
    await signInByWallet(page, `${stage.service.url}/webhooks`);
    await page.getByText('No webhooks yet').waitFor();
    await page.getByLabel('Address').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Address').fill(`${url}/hook`);
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await page.getByText('it is not shown again').waitFor();
    const secret = await page.locator('code', { hasText: /^whsec_/ }).textContent();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => got.length, { timeout: 60_000 }).toBe(2);
    expect(got[1]).toBe(got[0]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.locator('code', { hasText: /^whsec_/ }).waitFor();
    expect(await page.locator('code', { hasText: /^whsec_/ }).textContent()).not.toBe(secret);
    await look(page, 'webhooks');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await page.getByRole('button', { name: 'Test' }).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });
});
