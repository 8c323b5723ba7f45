import type { Page } from 'playwright-core';

/** The parts of pages whose texts say a number that another part or another page says as well. */
const parts = [
  'h1',
  '.heading .lead',
  '.map-panel .sub',
  '.panel .sub',
  '.of-8 .panel .sub',
  '.of-8 tr.linked',
  '.timeline',
  'fieldset.switch label',
  'tbody tr',
  '.budgets li',
  '.plain-list',
  'tr.chosen td',
  '.outlook dd',
  '.outlook p',
  '#challengers-hint',
  '#prover option:checked',
  '.card .foot',
] as const;
type Part = (typeof parts)[number];

/** What a page says. Blanks of any kind are one space. */
export interface Said {
  readonly texts: Readonly<Record<Part, readonly string[]>>;
  /** The first text of a part; nothing where the page has no such part. */
  readonly text: (part: Part) => string;
  /** What stands under a label of the strip of figures. */
  readonly figure: (label: RegExp | string) => string | undefined;
  /** Labels and values of a chart of bars. */
  readonly bars: readonly (readonly [label: string, value: string])[];
  /** The cells of the row with this link, in a table of challenges or agents. */
  readonly cells: (href: string) => readonly string[] | undefined;
  readonly photos: number;
  readonly challengers: string;
}

export const saidOn = async (page: Page): Promise<Said> => {
  const { figures, rows, ...said } = await page.evaluate((parts) => {
    const clean = (it: Element | null) => (it?.textContent ?? '').replace(/\s+/g, ' ').trim();
    const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll(selector)];
    return {
      texts: Object.fromEntries(parts.map((it) => [it, all(it).map(clean)])) as Record<Part, string[]>,
      figures: all('.figures > div').map(
        (it) => [clean(it.querySelector('dt')), clean(it.querySelector('dd'))] as const,
      ),
      bars: all('.bars li').map((it) => [clean(it.querySelector('span')), clean(it.querySelector('b'))] as const),
      rows: all('tr.linked').map((it) => ({
        links: all('a', it).map((link) => link.getAttribute('href')),
        cells: all('td', it).map(clean),
      })),
      photos: all('.tiles .tile img:not(.blur)').length,
      challengers: document.querySelector<HTMLInputElement>('input#challengers')?.value ?? '',
    };
  }, parts);
  return {
    ...said,
    text: (part) => said.texts[part][0] ?? '',
    figure: (label) => figures.find(([it]) => (typeof label === 'string' ? it === label : label.test(it)))?.[1],
    cells: (href) => rows.find(({ links }) => links.includes(href))?.cells,
  };
};
