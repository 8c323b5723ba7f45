import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Look, phone, picture } from './testing-browser.ts';

interface Stage {
  readonly open: (look: Look) => Promise<{ readonly page: Page }>;
  readonly load: (page: Page, path: string) => Promise<void>;
}

/** The test that the menu of a phone holds the whole search, whose words are longer in some languages. */
export const testMenu = ({ open, load }: Stage, locale: string): void => {
  test('on a phone the search in the menu is whole, and so is what it asks for', async () => {
    const { page } = await open({ size: phone, locale });
    await load(page, '/agents');
    await page.locator('button.icon.only-narrow').click();
    const field = page.locator('dialog .search');
    await field.waitFor();
    await picture(page, `menu-${locale}`);
    const seen = await field.evaluate((it) => {
      const input = it.querySelector('input') as HTMLInputElement;
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = getComputedStyle(input).font;
      const body = (it.closest('.sheet-body') as HTMLElement).getBoundingClientRect();
      const { left, right, top } = it.getBoundingClientRect();
      return {
        // The ring around a field that has the focus is 3 px wide.
        spare: Math.min(left - body.left, body.right - right, top - body.top) - 3,
        share: (right - left) / body.width,
        placeholder: input.clientWidth - pen.measureText(input.placeholder).width,
      };
    });
    expect(seen.spare).toBeGreaterThanOrEqual(0);
    expect(seen.share).toBeGreaterThan(0.8);
    expect(seen.placeholder).toBeGreaterThan(0);
  }, 300_000);
};
