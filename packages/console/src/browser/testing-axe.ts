import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Axe {
  readonly _audit: { readonly rules: readonly { id: string; tags: string[] }[] };
  run(options: object): Promise<{ violations: Finding[] }>;
}

/**
 * These rules are not asked. The makers of axe call some experimental, because they may be wrong, and some deprecated. Those of level
 * AAA ask for colours that no palette with three tones of ink has.
 */
const notAsked = ['experimental', 'deprecated', 'wcag2aaa'];

/** What axe finds, whatever its impact, one line each: level AA, best practice, and the sizes of what is tapped. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // It stays while the console goes from page to page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate((notAsked) => {
    const { axe } = window as unknown as { axe: Axe };
    const asked = axe._audit.rules.filter(({ tags }) => !notAsked.some((it) => tags.includes(it)));
    const runOnly = { type: 'rule', values: asked.map((it) => it.id) };
    return axe
      .run({ runOnly, resultTypes: ['violations'], selectors: false, preload: false })
      .then(({ violations }) => violations);
  }, notAsked);
  return found.flatMap((it) =>
    it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
};
