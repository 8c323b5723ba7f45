import { randomBytes } from 'node:crypto';
import { Client, ethereumSigner } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture } from './testing-browser.ts';
import { formerAgent, writeRows } from './testing-rows.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

const key = randomBytes(32).toString('hex');
const ids = ['7a', '8b', '9c'].map((byte) => `IPv4/0x${byte.repeat(20)}`);

/** A challenger that came and waits. */
const waits = (id: string, hoursAgo: number, place: string) =>
  `INSERT INTO admission (proof_type, id, status, reason, since, since_block, decided_by, place, owner, endpoint, changes)
   VALUES ('pol', '${id}', 'candidate', 'It waits for an operator.', ${Date.now() - hoursAgo * 3_600_000}, NULL, 'arrival',
     '${place}', '${id.slice(5)}', '', 0)`;

describe.skipIf(!hasBrowser)(inBrowser('the admission queue in the console'), () => {
  const stage = openStage(['serve'], { OPERATORS: ethereumSigner(key).publicKey });
  const statusOf = async (id: string) => {
    const client = new Client({ url: stage.service.url, proofType: 'pol' });
    await client.login(ethereumSigner(key), { role: 'payer' });
    const { admissions } = (await client.call('list-admissions', {})).result;
    return admissions.find((it) => it.id === id);
  };

  test('an operator admits one and sets one aside with a reason; others see no queue', async () => {
    const [first = '', second = '', third = ''] = ids;
    writeRows(
      stage.service.dataDir,
      ...ids.map((id, i) => formerAgent(id, { latitude: String(48 + i), longitude: '16.4' })),
      waits(first, 30, '48.2,16.4'),
      waits(second, 20, '-33.87,151.21'),
      waits(third, 1, '50.1,8.7'),
    );
    const { url } = stage.service;
    for (const size of [desktop, phone]) {
      const { page, problems } = await stage.visit({ size });
      await installWallet(page, key);
      await signInByWallet(page, `${url}/account`);
      await page.goto(`${url}/operator`);
      await page.getByRole('heading', { name: 'Challengers that wait' }).waitFor();
      await expect.poll(() => page.locator('.candidate').count()).toBeGreaterThan(0);
      await picture(page, `admission-queue-${size.width}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(size.width);
      const row = page.locator('.candidate').first();
      if (size === desktop) {
        expect(await page.locator('.candidate').count()).toBe(3);
        expect(await axeFindings(page)).toEqual([]);
        await row.getByRole('textbox').fill('our rack in Vienna');
        await row.getByRole('button', { name: 'Admit' }).click();
        await expect.poll(() => page.locator('.candidate').count()).toBe(2);
        expect(await statusOf(first)).toMatchObject({ status: 'admitted', reason: 'our rack in Vienna' });
      } else {
        await row.getByRole('button', { name: 'Set aside…' }).click();
        expect(await row.getByRole('button', { name: 'Set aside' }).isDisabled()).toBe(true);
        await row.getByRole('textbox').fill('nobody knows it');
        await row.getByRole('button', { name: 'Set aside' }).click();
        await expect.poll(() => page.locator('.candidate').count()).toBe(1);
        expect(await statusOf(second)).toMatchObject({ status: 'set_aside', reason: 'nobody knows it' });
      }
      expect(problems).toEqual([]);
    }
    const { page } = await stage.visit();
    await installWallet(page, randomBytes(32).toString('hex'));
    await signInByWallet(page, `${url}/account`);
    const refused: string[] = [];
    page.on('response', (it) => void (it.status() >= 400 && refused.push(`${it.status()} ${it.url()}`)));
    await page.goto(`${url}/operator`);
    await page.getByRole('heading', { name: 'Operations' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    expect(await page.getByRole('heading', { name: 'Challengers that wait' }).count()).toBe(0);
    await page.goto(`${url}/agents/pol/challenger/${third}`);
    await page.getByText(`npx trigpoint admit ${third} --proof-type pol`).waitFor();
  });
});
