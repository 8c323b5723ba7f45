import { Client } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { writeRows } from './testing-rows.ts';
import { openStage } from './testing-stage.ts';

describe.skipIf(!hasBrowser)(inBrowser('the console of a service without a chain'), () => {
  const stage = openStage(['up', '--no-chain']);

  test('asks with one click, ends with a verdict, and makes an API key that works until it is revoked', async () => {
    const { page, problems } = await stage.visit();
    const { url } = stage.service;
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByText('Development key').click();
    await page.getByRole('button', { name: 'Sign with the development key' }).click();
    await page.locator('a[href="/account"]').click();
    await page.getByLabel('Name of the new key').fill('backups');
    await picture(page, 'api-keys-desktop');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.locator('code', { hasText: /^tpk_/ }).textContent()) as string;
    await picture(page, 'api-key-made-desktop');
    expect(await axeFindings(page)).toEqual([]);
    const program = new Client({ url, proofType: 'pol', apiKey: key });
    expect((await program.call('user-info', {})).result.role).toBe('payer');
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No API keys').waitFor();
    await expect(program.call('user-info', {})).rejects.toMatchObject({ code: 'invalid_key' });

    // By links, so that the page still knows the account that signed in.
    await page.locator('a[href="/"]').first().click();
    await page.locator('a[href^="/request"]').first().click();
    await page.getByLabel('Pay with').waitFor();
    expect(await page.getByLabel('Pay with').inputValue()).toBe('direct');
    await page.locator('.outlook dd', { hasText: 'of them lookouts' }).waitFor();
    await picture(page, 'request-without-chain-desktop');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Request the challenge' }).click();
    await page.waitForURL('**/challenges/pol/ask-*');
    await page.getByRole('heading', { level: 1, name: /^(Verified|Refuted|Inconclusive):/ }).waitFor();
    await page.getByText('at the service, signed by the payer').waitFor();
    await page.getByText('Request made at the service, without a transaction').waitFor();
    await page.getByRole('button', { name: 'Recompute it here' }).click();
    await page.getByText('Recomputed here: same verdict').waitFor();
    await picture(page, 'without-chain-desktop');
    expect(problems).toEqual([]);
  }, 300_000);

  test('what only the service refuses is seen on a phone, and can be changed', async () => {
    const { page } = await stage.visit({ size: phone });
    await page.goto(stage.service.url);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByText('Development key').click();
    await page.getByRole('button', { name: 'Sign with the development key' }).click();
    await page.locator('a[href="/account"]').waitFor();
    await page.goto(`${stage.service.url}/request`);
    const zone = page.getByLabel('Zone');
    await zone.fill('{"type":"Polygon"}');
    await page.getByRole('button', { name: 'Request the challenge' }).click();
    await page.getByText('zone: no coordinates.').waitFor();
    await zone.fill('DE');
    // The prover that was chosen is gone. The page still has it.
    writeRows(stage.service.dataDir, `UPDATE agent SET chain_address = '' WHERE role = 'prover'`);
    await page.getByRole('button', { name: 'Request the challenge' }).click();
    await page.getByRole('alert').waitFor();
    const heading = page.getByRole('heading', { name: 'The request', exact: true });
    expect(await heading.evaluate((it) => it === document.activeElement)).toBe(true);
    const { y = -1 } = (await heading.boundingBox()) ?? {};
    const headerEnds = await page
      .locator('header')
      .first()
      .evaluate((it) => it.getBoundingClientRect().bottom);
    expect(y).toBeGreaterThanOrEqual(headerEnds);
    expect(y).toBeLessThan(phone.height);
    await page.getByRole('button', { name: 'Change and try again' }).click();
    expect(await zone.inputValue()).toBe('DE');
  });
});
