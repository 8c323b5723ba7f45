import { randomBytes } from 'node:crypto';
import { Client, createCampaign, ethereumSigner } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { mostAgents } from '../network.ts';
import { hasBrowser, inBrowser, picture } from './testing-browser.ts';
import { endedChallenges, formerAgent, formerAgents, writeRows } from './testing-rows.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

/** More than two pages of two hundred. */
const many = 403;

describe.skipIf(!hasBrowser)(inBrowser('long lists in the console'), () => {
  const stage = openStage(['serve'], { DEVELOPMENT: 'on' });

  test.each([
    ['/agents', ['Show 200 more (203 left)', 'Show 3 more'], formerAgents(many)],
    // The service tells that there are more challenges, and not how many.
    ['/challenges', ['Show more', 'Show more'], endedChallenges(many)],
  ] as const)('%s shows two hundred, and the rest two hundred at a time', async (path, [first, then], rows) => {
    const row = 'tbody tr';
    writeRows(stage.service.dataDir, rows);
    const { page, problems } = await stage.visit();
    await page.goto(`${stage.service.url}${path}`);
    const more = (name: string) => page.getByRole('button', { name, exact: true });
    const shown = () => page.locator(row).count();
    await more(first).waitFor();
    expect(await shown()).toBe(200);
    await more(first).click();
    await expect.poll(shown).toBe(400);
    await more(then).click();
    await expect.poll(shown).toBe(many);
    await more(then).waitFor({ state: 'detached' });
    // Every row once.
    const links = await page.locator(`${row} a.cover`).evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    expect(new Set(links).size).toBe(many);
    await picture(page, `many${path.replace('/', '-')}`);
    expect(problems).toEqual([]);
  });

  test('campaigns go on by their cursor, for somebody who was told to sign in first', async () => {
    const creator = new Client({ url: stage.service.url, proofType: 'pol' });
    await creator.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
    const terms = { total_rewards: 1, reward_per_task: 1, max_submissions: 1, ends_at: new Date(Date.now() + 1e9) };
    for (let n = 0; n < 203; n++) await createCampaign(creator, { campaign: `Campaign ${n}`, ...terms });
    const { page, problems } = await stage.visit();
    await installWallet(page, randomBytes(32).toString('hex'));
    await page.goto(`${stage.service.url}/campaigns`);
    await page.getByText('Signing in costs nothing').waitFor();
    // The service shows campaigns to whoever is signed in, so there is nothing to search or to choose from yet.
    for (const label of ['Search campaigns', 'Which', 'View']) expect(await page.getByLabel(label).count()).toBe(0);
    await picture(page, 'campaigns-signed-out');
    await signInByWallet(page, `${stage.service.url}/campaigns`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.locator('.card').count()).toBe(203);
    await page.getByText('203 found').waitFor();
    expect(problems).toEqual([]);
  });

  test('a form offers the provers that were connected last, says so, and takes the key of any other', async () => {
    writeRows(stage.service.dataDir, formerAgents(mostAgents + 1, 'prover'));
    const oldest = `0x${'1'.padStart(40, '0')}`;
    const { page, problems } = await stage.visit();
    await page.goto(`${stage.service.url}/watches/new`);
    await page.getByText('The list has the 2,000 provers that were connected last.').waitFor();
    const search = page.getByLabel('Search provers');
    await search.fill(oldest);
    await page.locator('.choice', { hasText: 'claims Town 1 ' }).click();
    await search.fill('');
    expect(await page.locator('.choice', { has: page.locator(':checked') }).textContent()).toContain('Town 1 ');
    await search.fill(`0x${'f'.repeat(40)}`);
    await page.getByText('No prover fits.').waitFor();
    const key = randomBytes(32).toString('hex');
    await installWallet(page, key);
    await signInByWallet(page, `${stage.service.url}/request?type=pol`);
    await page.getByLabel('Or its key').fill(`0x${'f'.repeat(40)}`);
    await page.getByText('No prover here has this key.').waitFor();
    await page.getByLabel('Or its key').fill(oldest);
    await expect.poll(() => page.locator('#prover').inputValue()).toBe(`IPv4/${oldest}`);
    await page.getByText('It is not connected. The request waits for it').waitFor();
    await page.getByText('No challenger is connected that may be drawn. The request waits for some').waitFor();
    await page.getByText('It claims none: type what to test').waitFor();
    await picture(page, 'request-by-key');
    expect(problems).toEqual([]);
  });

  test('a click on the map where several agents stand offers each of them', async () => {
    const town = { latitude: '-33.87', longitude: '151.21' };
    for (const [id, name] of [
      [`IPv4/0x${'e1'.repeat(20)}`, 'one-of-two'],
      [`IPv4/0x${'e2'.repeat(20)}`, 'other-of-two'],
    ] as const)
      writeRows(stage.service.dataDir, formerAgent(id, { ...town, name }));
    const { page, problems } = await stage.visit();
    await page.goto(`${stage.service.url}/agents?view=map&find=of-two`);
    const dots = page.locator('.map > svg .dot-link');
    await expect.poll(() => dots.count()).toBe(2);
    await dots.last().click();
    await page.getByRole('dialog').getByRole('link', { name: 'one-of-two' }).waitFor();
    await picture(page, 'agents-at-one-place');
    await page.getByRole('dialog').getByRole('link', { name: 'other-of-two' }).click();
    await page.waitForURL(`**/agents/**${'e2'.repeat(20)}`);
    await page.goto(`${stage.service.url}/agents?view=map&find=one-of-two`);
    await expect.poll(() => dots.count()).toBe(1);
    await dots.click();
    await page.waitForURL(`**/agents/**${'e1'.repeat(20)}`);
    expect(problems).toEqual([]);
  });
});
