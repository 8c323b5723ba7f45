import { expect, test } from 'vitest';
import * as pobs from '../specimen/pob-fixtures.ts';
import * as pols from '../specimen/pol-fixtures.ts';
import type { PobView, Round } from './pob-view.ts';
import { pobFigures, pobLead, pobSays, underRound } from './pob-words.ts';
import type { PolView } from './pol-view.ts';
import { polFigures, polLead, polSays } from './pol-words.ts';

const { verified, measuring, refuted, inconclusive, nearLie, unfitting } = pols;
const nobody = { ...measuring, witnesses: [], asked: 0 };
const ofPol: PolView[] = [verified, measuring, refuted, inconclusive, nearLie, unfitting, nobody];
const ofPob: PobView[] = [
  pobs.verified,
  pobs.refuted,
  pobs.measuring,
  { ...pobs.measuring, rounds: [] },
  { ...pobs.verified, outcome: 'inconclusive', reason: 'Too few rounds count.', rounds: [] },
];
const broken = /NaN|undefined|Infinity|null| {2}|\.\./;

test('every page has a verdict in one line, a lead of whole sentences, and figures without holes', () => {
  const now = verified.startedAt + 5000;
  for (const [says, lead, figures] of [
    ...ofPol.map((it) => [polSays(it), polLead(it, now), polFigures(it)] as const),
    ...ofPob.map((it) => [pobSays(it), pobLead(it), pobFigures(it)] as const),
  ]) {
    expect(says).toMatch(/^\S.*[^.]$/);
    expect(lead).toMatch(/\.$/);
    expect(`${says} ${lead}`).not.toMatch(broken);
    expect(figures.length).toBeGreaterThanOrEqual(5);
    for (const { label, value, unit } of figures) {
      expect([label, value !== '']).toEqual([label, true]);
      expect(`${value} ${unit ?? ''}`).not.toMatch(broken);
    }
  }
});

test('the first figure is the number in the verdict', () => {
  expect(polSays(verified)).toContain(`${polFigures(verified)[0]?.value}\u00a0km of Frankfurt`);
  expect(pobSays(pobs.verified)).toBe('98\u00a0Mbit/s down, claim 100');
  expect(pobFigures(pobs.verified)[0]?.value).toBe('97.8');
});

test('a claim is called refuted in words that fit how it was refuted', () => {
  expect(polSays(refuted)).toBe('the prover is not in Sydney');
  expect(polSays({ ...refuted, reason: 'Several machines answer.' })).toBe('several machines answer under one key');
  expect(polLead(refuted, 0)).toContain('within 540\u00a0km of Paderborn, Germany.');
  // No single answer rules it out: the verdict's own words, without the sentence that stands above them.
  expect(polLead(unfitting, 0)).toMatch(/^What the challengers saw fits a place near Frankfurt/);
});

test('a running challenge never has less than no time left', () => {
  expect(polLead(measuring, measuring.startedAt + 10_000)).toContain('At most 20 s left.');
  expect(polLead(measuring, measuring.startedAt + 60_000)).toContain('At most 0 s left.');
});

test('voided rounds are named, in the number they have', () => {
  const voided = (...numbers: number[]) => ({
    ...pobs.verified,
    rounds: pobs.verified.rounds.map(
      (it, i): Round => ({ ...it, state: numbers.includes(i + 1) ? 'voided' : 'counted' }),
    ),
  });
  expect(pobLead(voided(3))).toContain('Round 3 was voided and does not count.');
  expect(pobLead(voided(1, 3, 5))).toContain('Rounds 1, 3 and 5 were voided and do not count.');
  expect(pobLead(voided())).not.toContain('voided');
  expect(pobFigures(voided(1, 3))[3]).toMatchObject({ value: '3', unit: 'of 5' });
});

test('under a round stands its remark, otherwise what is known of its line', () => {
  const [round] = pobs.verified.rounds as [Round];
  const { remark: _none, ...bare } = { ...round, loss: 0.001, rttMs: 6 };
  expect(underRound({ ...bare, remark: 'Look.' })).toBe('Look.');
  expect(underRound(bare)).toBe('0.1 % lost, 6.00\u00a0ms');
  const { loss: _loss, rttMs: _rtt, ...unknown } = bare;
  expect(underRound(unknown)).toBe('');
});
