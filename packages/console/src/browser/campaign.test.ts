import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture, showAs } from './testing-browser.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

const keys = {
  creator: '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  sender: '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
};

const photo = (hue: number): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: hue, g: 120, b: 255 - hue } } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="640" height="480"><circle cx="${100 + hue}" cy="240" r="${60 + hue / 3}" fill="#fff"/></svg>`,
        ),
      },
    ])
    .jpeg()
    .toBuffer();

const addPhoto = async (page: Page, hue: number): Promise<void> => {
  await page.getByRole('button', { name: 'Add a photo' }).click();
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: await photo(hue) });
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect.poll(() => page.locator('#photo-latitude').inputValue()).not.toBe('');
  await page.getByRole('button', { name: /^Send it/ }).click();
};

describe.skipIf(!hasBrowser)(inBrowser('campaigns in the console'), () => {
  const stage = openStage(['up', '--no-agents']);

  test('created with a form, filled by somebody else on a phone, reviewed, and seen in the feed', async () => {
    const creator = await stage.visit({ size: desktop });
    await installWallet(creator.page, keys.creator);
    await signInByWallet(creator.page, stage.service.url);
    await creator.page.goto(`${stage.service.url}/campaigns/new`);
    await creator.page.getByLabel('Name', { exact: true }).fill('EV chargers of Leipzig');
    await creator.page.getByLabel('What to photograph').fill('One photo of each public charging point.');
    await creator.page.getByLabel('Tags').fill('infrastructure, mobility');
    // No circle before somebody has chosen its centre.
    await creator.page.getByRole('img', { name: 'click the map to place the circle' }).waitFor();
    await creator.page.getByLabel('Latitude', { exact: true }).fill('51.34');
    await creator.page.getByLabel('Longitude', { exact: true }).fill('12.37');
    await creator.page.getByLabel('Radius, km').fill('10');
    await creator.page.getByRole('img', { name: 'A circle of 10 km around 51.34, 12.37' }).waitFor();
    await creator.page.getByLabel('I review every photo').check();
    await creator.page.waitForLoadState('networkidle');
    await picture(creator.page, 'campaign-new-desktop');
    expect(await axeFindings(creator.page)).toEqual([]);
    await creator.page.getByRole('button', { name: 'Create the campaign' }).click();
    await creator.page.getByRole('heading', { level: 1, name: 'EV chargers of Leipzig' }).waitFor();

    const sender = await stage.visit({ size: phone });
    await sender.context.grantPermissions(['geolocation'], { origin: stage.service.url });
    await sender.context.setGeolocation({ latitude: 51.35, longitude: 12.38, accuracy: 20 });
    await installWallet(sender.page, keys.sender);
    await signInByWallet(sender.page, stage.service.url);
    await sender.page.goto(creator.page.url());
    for (const hue of [10, 90, 200]) {
      await addPhoto(sender.page, hue);
      await sender.page.getByText('The creator reviews it before it is shown').waitFor();
      await sender.page.getByRole('button', { name: 'Done' }).click();
    }
    await sender.page.getByText('Waiting for the creator’s review').first().waitFor();

    await creator.page.reload();
    await creator.page.getByText('3 waiting').waitFor();
    await creator.page.getByText('3 photos wait for the creator’s review.').waitFor();
    expect(await creator.page.locator('.review').first().textContent()).toContain('1.3\u00a0km from the centre');
    // The same sum stands in two places.
    await creator.page.locator('.figures dd', { hasText: '485 POINTS' }).waitFor();
    await creator.page.locator('.sums dd', { hasText: /^485$/ }).waitFor();
    await picture(creator.page, 'campaign-review-desktop');
    expect(await axeFindings(creator.page)).toEqual([]);
    await creator.page.getByRole('button', { name: 'Reject…' }).first().click();
    await creator.page.getByLabel('Reason, told to the sender').fill('No charger is in it');
    await creator.page.getByRole('button', { name: 'Reject', exact: true }).click();
    for (const left of [2, 1]) {
      await creator.page.getByText(`${left} waiting`).waitFor();
      await creator.page.getByRole('button', { name: 'Accept' }).first().click();
    }
    await expect.poll(() => creator.page.locator('.tile button').count()).toBe(2);
    await creator.page.locator('.tile').getByText('1.3\u00a0km from the centre').first().waitFor();
    await creator.page.waitForLoadState('networkidle');
    await creator.page.getByText(/^After its first hour the campaign says here how long/).waitFor();
    await picture(creator.page, 'campaign-desktop');
    await creator.page.locator('.tile button').first().click();
    await creator.page.getByRole('button', { name: 'Older photo' }).click();
    await picture(creator.page, 'campaign-lightbox-desktop');
    await creator.page.keyboard.press('Escape');

    await sender.page.reload();
    await sender.page.getByText('Rejected by the creator: No charger is in it').waitFor();
    await sender.page.getByText('Accepted, 5 POINTS paid').first().waitFor();
    await picture(sender.page, 'campaign-phone');
    expect(await axeFindings(sender.page)).toEqual([]);
    expect(await sender.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await sender.page.goto(`${stage.service.url}/account`);
    await sender.page.getByText('10 POINTS').first().waitFor();
    await sender.page.goto(`${stage.service.url}/campaigns`);
    await sender.page.getByRole('link', { name: 'EV chargers of Leipzig' }).waitFor();
    await picture(sender.page, 'campaigns-phone');
    await sender.page.getByText('Map', { exact: true }).click();
    await sender.page.locator('.legend').getByText('open for photos').waitFor();
    expect([...creator.problems, ...sender.problems]).toEqual([]);
  });

  test('a photo from outside of the circle is refused with the reason', async () => {
    const { context, page } = await stage.visit();
    await context.grantPermissions(['geolocation'], { origin: stage.service.url });
    await context.setGeolocation({ latitude: 48.1, longitude: 11.6, accuracy: 20 });
    await installWallet(page, keys.sender);
    await signInByWallet(page, stage.service.url);
    await page.goto(`${stage.service.url}/campaigns/${encodeURIComponent('EV chargers of Leipzig')}`);
    await addPhoto(page, 150);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/km/);
    // The page behind the sheet counts it at once.
    await page.locator('main').getByText('Outside the area').waitFor();
    await page.getByLabel('Latitude', { exact: true }).fill('51,35');
    await page.getByLabel('Longitude', { exact: true }).fill('12,38');
    await page.getByLabel('Taken at').fill('2026-01-02T03:04');
    await page.getByText(/^The photo is from 2 Jan.* 03:04.*; the campaign opened /).waitFor();
    await page.getByRole('button', { name: /^Send it/ }).click();
    await page.locator('main').getByText('Taken at another time').waitFor();
    await page.getByLabel('Taken at').fill('');
    await page.getByRole('button', { name: /^Send it/ }).click();
    await page.getByText('The creator reviews it before it is shown').waitFor();
  });

  test('the operator sees this node', async () => {
    const { page, problems } = await stage.visit();
    await page.goto(`${stage.service.url}/operator`);
    for (const [name, size, dark] of [
      ['desktop', desktop, true],
      ['phone', phone, false],
    ] as const) {
      await showAs(page, { size, dark });
      await page.getByText('Its database is reachable').waitFor();
      await page.getByRole('columnheader', { name: 'Node' }).waitFor();
      await picture(page, `operator-${name}`);
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });
});
