import { readFileSync } from 'node:fs';
import { type Evidence, verifyEvidence } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { alterationsOf, changedLines } from './alterations.ts';
import { mend } from './recheck-evidence.ts';
import { wordsOf } from './recomputed.ts';

const fixture = (name: string): Evidence =>
  JSON.parse(readFileSync(new URL(`../../../client/fixtures/${name}`, import.meta.url), 'utf8'));

const outcomes = (evidence: Evidence, checked: Awaited<ReturnType<typeof verifyEvidence>>) =>
  wordsOf(evidence, checked).map((it) => it.outcome);

describe.each(['evidence-1.json', 'evidence-2.json', 'evidence-3.json'])('%s', (name) => {
  const honest = fixture(name);

  test('as it came, everything that was recomputed is said to hold, with its count', async () => {
    const checked = await verifyEvidence(honest);
    expect(outcomes(honest, checked)).toEqual(['verified', 'verified', 'none']);
    const rows = wordsOf(honest, checked)
      .slice(0, 2)
      .flatMap((it) => it.rows);
    expect(rows.every((it) => it.outcome === 'verified' && it.found !== '')).toBe(true);
    const seats = honest.transcript.draw?.seats ?? [];
    const read = seats.filter((it) => it.message !== null).length;
    expect(rows.find((it) => it.title.startsWith('The draw'))?.found).toBe(`${seats.length} of ${seats.length}`);
    expect(rows.find((it) => it.title === 'What each challenger signed')?.found).toBe(`${read} of ${read}`);
  });

  test('whichever number is changed, and however well a forger mends the file, a check notices', async () => {
    const offered = alterationsOf(honest);
    expect(offered.map((it) => it.id)).toEqual(['reading', 'place', 'verdict']);
    expect(offered[2]?.label).toBe('Verdict: distance, km at most');
    for (const it of offered)
      for (const value of name === 'evidence-1.json' ? [it.tempting, it.value + 1] : [it.tempting]) {
        const altered = await mend(it.apply(honest, value), it.isJudgedAgain);
        const checked = await verifyEvidence(altered);
        expect([it.id, value, ['nothing', 'consistent'].includes(checked.reached)]).toEqual([it.id, value, true]);
        expect(outcomes(altered, checked)).toContain('refuted');
        const failing = wordsOf(altered, checked).flatMap((word) =>
          word.rows.filter((row) => row.outcome === 'refuted'),
        );
        expect(failing.length).toBeGreaterThan(0);
        expect(failing.every((row) => row.because.length > 0)).toBe(true);
        // The line that was changed is shown, and no other is marked.
        const lines = changedLines(it.statement(honest), it.statement(altered));
        expect(lines.filter((line) => line.isChanged)).toHaveLength(1);
      }
  }, 180_000);

  test('a reading that was changed is signed by nobody: neither its challenger nor its prover', async () => {
    const [reading] = alterationsOf(honest);
    if (!reading) throw new Error('The fixture has readings.');
    const altered = await mend(reading.apply(honest, reading.tempting), true);
    const checked = await verifyEvidence(altered);
    const [consistent, signed] = wordsOf(altered, checked);
    expect([consistent?.outcome, signed?.outcome]).toEqual(['verified', 'refuted']);
    expect(signed?.rows.filter((it) => it.outcome === 'refuted').map((it) => it.title)).toContain(
      'What each challenger signed',
    );
  });
});

test('without a change no line is shown', () => {
  expect(changedLines({ a: 1 }, { a: 1 })).toEqual([]);
});
