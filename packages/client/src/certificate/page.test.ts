import { readFileSync } from 'node:fs';
import type { Certificate } from '@trigpoint/log/watches';
import { readDrawingAtlas } from '@trigpoint/proofs/node';
import { expect, test } from 'vitest';
import { certificatePage, restWords, shownWords, titleOf } from './page.ts';

const certificate: Certificate = JSON.parse(
  readFileSync(new URL('../../fixtures/certificate.json', import.meta.url), 'utf8'),
);
const { summary } = certificate;

test('the title says only inside where most slots were, and how few otherwise', () => {
  const title = (figures: Partial<Certificate['summary']>) =>
    titleOf({ summary: { ...summary, ...figures } }, 'db-7', 'inside the EU');
  expect(title({})).toBe('db-7 was seen only inside the EU, 3 March to 8 March 2026');
  expect(title({ inside: 2, undecided: 20 })).toMatch(/^db-7 was seen inside the EU at only 2 of 24 slots, /);
  expect(title({ inside: 0, undecided: 22 })).toMatch(/^db-7 was never seen inside the EU, /);
  expect(title({ inside: 19, outside: 2 })).toMatch(/^db-7 was seen outside the EU 2 times, /);
});

test('what it shows is what the answers say, on both sides', () => {
  const shown = (figures: Partial<Certificate['summary']>) => shownWords({ ...summary, ...figures }, 'inside the EU');
  expect(shown({})).toBe('answered too fast to be anywhere but inside the EU, at 21 of the 24 slots.');
  expect(shown({ inside: 19, outside: 2 })).toMatch(
    /at 19 of the 24 slots\. It answered too fast to be inside the EU, at 2 of the 24 slots\.$/,
  );
  expect(shown({ inside: 0, undecided: 22 })).toBe('gave no answer that decides.');
});

test('a certificate of a watch that goes on says which slots are not in it; of one that is over it says nothing', () => {
  const changed = (fields: object) => ({
    ...certificate,
    entries: certificate.entries.map(({ index, entry }) => {
      const says = JSON.parse(entry);
      return { index, entry: says.kind === 'watch' ? JSON.stringify({ ...says, ...fields }) : entry };
    }),
  });
  const after = 'slots after 9 March 2026, 00:00 UTC; the last window of the watch ends on';
  const later = '2026-03-10T13:00:00.000Z';
  expect(restWords(certificate)).toBeUndefined();
  // The last window ends an hour before.
  expect(restWords(changed({ until: later }))).toBe(`${after} 10 March 2026, 12:00 UTC`);
  expect(restWords(changed({ until: later, change: 'ended', begins: summary.to }))).toBeUndefined();
  expect(restWords(changed({ change: 'ended', begins: later }))).toBe(`${after} 10 March 2026, 13:00 UTC`);
});

test('the page is as wide as the screen that shows it, and as one sheet on paper', async () => {
  const page = certificatePage(certificate, await readDrawingAtlas());
  expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  const [onPaper = '', onScreens = ''] = /<style>(.*)<\/style>/s.exec(page)?.[1]?.split('@media screen') ?? [];
  expect(onPaper).toContain('main { width: 794px; height: 1122px;');
  expect(onScreens).toContain('main { width: auto; height: auto;');
  expect(page).toMatch(/<div class="wide" tabindex="0"><svg class="strip"/);
});
