import type { Page } from 'playwright-core';

/**
 * What a person would notice at once: a blank between a map and its legend, words that are cut off by a panel or a map, a footer in two
 * lines, a digit alone on a line, and what is too small for a finger.
 */
export const blemishesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const panel of document.querySelectorAll('.map-panel:has(.legend)')) {
      const [map, legend] = [panel.querySelector('.map'), panel.querySelector('.legend')];
      if (!map || !legend) continue;
      const blank = legend.getBoundingClientRect().top - map.getBoundingClientRect().bottom;
      if (Math.abs(blank) > 1) found.push(`${blank} px between map and legend`);
    }
    // A panel cuts off what does not fit, so that the page as a whole is not widened by it.
    const width = document.documentElement.clientWidth;
    for (const it of document.querySelectorAll('main :is(td, th, p, dd, li)')) {
      const { right, height } = it.getBoundingClientRect();
      if (height > 0 && right > width + 1) found.push(`cut off: ${it.textContent}`);
    }
    for (const it of document.querySelectorAll('.map')) {
      const over = it.getBoundingClientRect().right - width;
      if (over > 1) found.push(`a map ${over} px wider than the window`);
    }
    // The frame of a map hides what lies outside of it. Names of countries and ticks may end there.
    for (const it of document.querySelectorAll('.map > svg .map-text:is(.big, .sub, .claim-name)')) {
      const [text, map] = [it.getBoundingClientRect(), it.closest('.map')?.getBoundingClientRect()];
      if (map && (text.right > map.right + 1 || text.left < map.left - 1))
        found.push(`the map cuts off: ${it.textContent}`);
    }
    for (const it of document.querySelectorAll('main :is(dt, th, p)')) {
      const text = it.lastChild;
      if (!(text instanceof Text)) continue;
      const before = text.data.trimEnd().search(/\S\s\S{1,2}$/);
      if (before < 0) continue;
      const topOf = (at: number) => {
        const letter = new Range();
        letter.setStart(text, at);
        letter.setEnd(text, at + 1);
        return letter.getBoundingClientRect().top;
      };
      if (topOf(before + 2) > topOf(before) + 4) found.push(`ends with a line of its own: ${text.data}`);
    }
    // A link of a row or a card is as large as that. Others are as wide as their words.
    const isPhone = matchMedia('(max-width: 639px) and (pointer: coarse)').matches;
    for (const it of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]')) {
      if (it.matches('.skip') || !it.checkVisibility({ visibilityProperty: true })) continue;
      const target = it.closest('label') ?? (it.matches('.cover') ? it.closest('tr, .card') : null) ?? it;
      const { width: wide, height: high } = target.getBoundingClientRect();
      const least = isPhone && !it.matches('main a:not(.button)') ? 40 : 24;
      if ((wide < 24 && !it.matches('a.link')) || high < least)
        found.push(`${Math.round(wide)} × ${high} px: ${it.outerHTML.slice(0, 160)}`);
    }
    const lines = new Set([...document.querySelectorAll('.footer > *')].map((it) => it.getBoundingClientRect().bottom));
    const spread = Math.max(...lines) - Math.min(...lines);
    if (width >= 1440 && spread > 12) found.push(`a footer of ${spread} px`);
    return found;
  });
