import { readFileSync } from 'node:fs';
import type { Certificate } from '@trigpoint/log/watches';
import { readDrawingAtlas } from '@trigpoint/proofs/node';
import { expect, test } from 'vitest';
import { certificatePage, restWords } from './page.ts';
import { challengerWords, cosignedWords, leadOf, loggedWords, shownWords, titleOf } from './words.ts';

const certificate: Certificate = JSON.parse(
  readFileSync(new URL('../../fixtures/certificate.json', import.meta.url), 'utf8'),
);
const { summary } = certificate;

test('the title says only inside where most slots were, and how few otherwise', () => {
  const title = (figures: Partial<Certificate['summary']>) =>
    titleOf({ summary: { ...summary, ...figures } }, 'db-7', 'inside the EU');
  expect(title({})).toBe('db-7 was seen only inside the EU, 3 March to 8 March 2026 (UTC)');
  expect(title({ inside: 2, undecided: 20 })).toMatch(/^db-7 was seen inside the EU at only 2 of 24 slots, /);
  expect(title({ inside: 0, undecided: 22 })).toMatch(/^db-7 was never seen inside the EU, /);
  expect(title({ inside: 19, outside: 2 })).toMatch(/^db-7 was seen outside the EU 2 times, /);
});

test('extra slots that were elsewhere, and proven moves, are told wherever the windows are', () => {
  const findings = { compared: 20, changed: 3, probably_moved: 0, moved: 0, extra: 3, extra_held: 3, extra_outside: 0 };
  const of = (found: Partial<typeof findings>, figures: Partial<Certificate['summary']> = {}) => {
    const some = { ...summary, ...figures, findings: { ...findings, ...found } };
    const words = 'inside the EU';
    return [titleOf({ summary: some }, 'db-7', words), leadOf(some, words, 8), shownWords(some, words)];
  };
  const [kept, plain] = of({});
  expect(kept).toMatch(/^db-7 was seen only inside the EU, 3 March/);
  expect(plain).toContain('21 of the 22 answers put it inside the EU');
  const [title, lead, shown] = of({ extra_outside: 3 });
  expect(title).toBe(
    'db-7 was seen inside the EU at its slots; asked again, it was elsewhere 3 times; 3 March to 8 March 2026 (UTC)',
  );
  expect(lead).toMatch(
    /21 of the 22 answers at its slots put .*\. Asked again after a change, it was elsewhere 3 times\./,
  );
  expect(shown).toMatch(/ It answered too fast to be where it claims to be, 3 times when it was asked again\.$/);
  const [moved, proven] = of({ moved: 1 });
  expect(moved).toMatch(/^db-7 was seen inside the EU at its slots; 1 answer proves that it has moved; 3 March/);
  expect(proven).toContain(' 1 answer proves that it has moved.');
  for (const [figures, seen] of [
    [{ inside: 2, undecided: 20 }, 'seen inside the EU at only 2 of 24 slots'],
    [{ inside: 0, undecided: 22 }, 'never seen inside the EU'],
    [{ inside: 19, outside: 2 }, 'seen outside the EU 2 times'],
    [{ inside: 19, refuted: 2 }, 'seen not where it claims to be 2 times'],
  ] as const)
    expect(of({ extra_outside: 1 }, figures)[0]).toBe(
      `db-7 was ${seen}; asked again, it was elsewhere once; 3 March to 8 March 2026 (UTC)`,
    );
});

test('the lead says how many other watches ask the same prover', () => {
  const lead = (others: string[]) => leadOf({ ...summary, others }, 'inside the EU', 8);
  expect(lead([])).not.toMatch(/other watch/);
  expect(lead(['a'])).toMatch(/ 1 other watch asks this prover\.$/);
  expect(lead(Array.from({ length: 60 }, String))).toMatch(/ 60 other watches ask this prover\.$/);
});

test('a refuted claim is not told as an answer outside of the zone', () => {
  const some = { ...summary, inside: 18, outside: 0, refuted: 3 };
  expect(titleOf({ summary: some }, 'db-7', 'inside the EU')).toMatch(
    /^db-7 was seen not where it claims to be 3 times/,
  );
  expect(titleOf({ summary: { ...some, outside: 1 } }, 'db-7', 'inside the EU')).toMatch(/seen outside the EU once, /);
  expect(leadOf(some, 'inside the EU', 8)).toContain(', none put it elsewhere, 3 refuted its claim.');
  expect(shownWords(some, 'inside the EU')).toMatch(
    / It answered too fast to be where it claims to be, at 3 of the 24/,
  );
  const plain = { ...summary, inside: 0, verified: 18, outside: 0, refuted: 3 };
  expect(leadOf(plain, 'where it claims to be', 8)).toContain(', 3 put it elsewhere.');
});

test('what it shows is what the answers say, on both sides', () => {
  const shown = (figures: Partial<Certificate['summary']>) => shownWords({ ...summary, ...figures }, 'inside the EU');
  expect(shown({})).toBe('answered too fast to be anywhere but inside the EU, at 21 of the 24 slots.');
  expect(shown({ inside: 19, outside: 2 })).toMatch(
    /at 19 of the 24 slots\. It answered too fast to be inside the EU, at 2 of the 24 slots\.$/,
  );
  expect(shown({ inside: 0, undecided: 22 })).toBe('gave no answer that decides.');
});

test('one slot is spoken of as one', () => {
  const one = { ...summary, due: 1, held: 1, inside: 1, undecided: 0, missed: 0, absent: 0, longest_gap_seconds: 20 };
  const span = { from: '2026-03-03T10:00:00.000Z', to: '2026-03-03T10:00:30.000Z' };
  const lead = (figures: Partial<Certificate['summary']>) =>
    leadOf({ ...one, ...figures, ...span }, 'inside the EU', 8);
  expect(lead({ liars: 2 })).toBe(
    'It was asked once in 30 s, at a moment it could not predict. Its one answer put it inside the EU even if 2 of the 8 challengers drawn for its claim lied. The longest time without an answer that decides was 20\u00a0s.',
  );
  expect(lead({ inside: 0, undecided: 1 })).toMatch(/predict\. Its one answer could not tell where it was\.$/);
  expect(lead({ inside: 0, outside: 1 })).toContain('Its one answer put it elsewhere. The longest');
  expect(lead({ inside: 0, held: 0, refused: 1 })).toMatch(/asked once .* It gave no answer\.$/);
  expect(lead({ inside: 0, held: 0, missed: 1 })).toBe('It was never asked in 30 s.');
  expect(shownWords(one, 'inside the EU')).toMatch(/, at its one slot\.$/);
  expect(loggedWords(1)).toMatch(/^The slot is in a public log/);
  expect(loggedWords(2)).toMatch(/^All 2 slots, /);
  expect(titleOf({ summary: { ...one, ...span } }, 'db-7', 'inside the EU')).toMatch(/2026, 10:00:00 to 10:00:30 UTC$/);
});

test('it tells whom the payer asked for apart from lookouts, and says of neither where they stand', () => {
  expect(challengerWords(8)).toBe('8 challengers drawn for its claim, besides any lookouts drawn worldwide');
  expect(challengerWords(1)).toMatch(/^1 challenger drawn /);
});

test('of several answers it says how many did what', () => {
  expect(leadOf(summary, 'inside the EU', 8)).toMatch(
    /^It was asked 23 times in 6 days, at moments .* 21 of the 22 answers/,
  );
  expect(leadOf({ ...summary, inside: 0, undecided: 22 }, 'inside the EU', 8)).toMatch(
    / None of the 22 answers put it inside the EU, 22 left it open, none put it elsewhere\.$/,
  );
});

test('cosignatures are counted, and never said to be checked by a page', () => {
  expect([0, 1, 15].map(cosignedWords)).toEqual([
    'without cosignatures of witnesses',
    'with 1 cosignature; the check counts those of witnesses that trust.json names',
    'with 15 cosignatures; the check counts those of witnesses that trust.json names',
  ]);
});

test('what the service or the payer wrote adds no script, and no sentence of the page', async () => {
  const atlas = await readDrawingAtlas();
  const page = certificatePage(certificate, atlas);
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  );
  expect(page).not.toMatch(/<script|\son\w+=|src=|href=/);
  const name = certificate.name || certificate.summary.prover;
  expect(certificate.name === '' || page.includes(`<h1>“${name}” was seen`)).toBe(true);
  for (const issued_at of ['<img src=x 1 Jan 2026', '2026-03-09', 'yesterday'])
    expect(() => certificatePage({ ...certificate, issued_at }, atlas)).toThrow('This certificate does not hold');
});

test('it says what its reader names so that it is anchored', async () => {
  expect(certificatePage(certificate, await readDrawingAtlas())).toMatch(
    /<dt>Anchored<\/dt><dd>if you trust its log and witnesses: .*trust --witnesses/,
  );
});

test('slots in which nobody asked are not called slots without an answer', async () => {
  const page = certificatePage(certificate, await readDrawingAtlas());
  const figure = (name: string) => new RegExp(`<dt>${name}</dt><dd>(\\d+)</dd>`).exec(page)?.[1];
  expect([figure('No answer'), figure('Not asked')]).toEqual([
    String(summary.absent + summary.refused + summary.unanswered),
    String(summary.missed + summary.unpaid + summary.paused),
  ]);
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
