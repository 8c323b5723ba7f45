import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Axe {
  readonly _audit: { readonly rules: readonly { id: string; enabled: boolean; impact: string; tags: string[] }[] };
  run(options: object): Promise<{ violations: Finding[] }>;
}

/** What axe finds that is serious or worse, one line each. Rules that find less are not asked, which is half of the work. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // It stays while the console goes from page to page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: Axe };
    const isSerious = ({ enabled, impact, tags }: Axe['_audit']['rules'][number]) =>
      enabled && ['serious', 'critical'].includes(impact) && !tags.includes('experimental');
    const values = axe._audit.rules.filter(isSerious).map((it) => it.id);
    const runOnly = { type: 'rule', values };
    return axe
      .run({ runOnly, resultTypes: ['violations'], selectors: false, preload: false })
      .then(({ violations }) => violations);
  });
  return found.flatMap((it) =>
    it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
};
