import { atMostKmNumber, inKm } from '@trigpoint/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answered, excludes, type PolView, type Witness } from '../challenge/pol-view.ts';
import { textWidth } from '../map/boxes.ts';
import { splitDiscs } from '../map/local-layout.ts';
import { discsThatTell, drawnStrongly } from '../map/refuted-layout.ts';
import * as specimen from '../specimen/pol-fixtures.ts';
import { evenly } from '../testing-numbers.ts';
import { barsOf } from './how-sure.tsx';
import { isLeft, niceStep, passAt, spreadOut } from './median-strip.tsx';
import { ratesBeside, timeStep } from './round-card.tsx';
import { axisOf, groupsOf, signOf } from './round-trips.tsx';

const { verified, refuted, inconclusive, nearLie, improbable, several, contradictory } = specimen;
const views = Object.entries({ verified, refuted, inconclusive, nearLie, improbable, several });
const isRound = (value: number, digits: string) =>
  new RegExp(`^[${digits}](\\.0+|0*)?e`).test(value.toExponential(6)) || value.toExponential(3)[0] === '9';

test('an axis is divided at round numbers, into a few steps', () => {
  fc.assert(
    fc.property(evenly(0.01, 1e6), (span) => {
      const step = niceStep(span);
      expect(isRound(step, '125')).toBe(true);
      expect(span / step).toBeLessThanOrEqual(7 + 1e-9);
      expect(span / step).toBeGreaterThan(2.5);
    }),
  );
  fc.assert(
    fc.property(evenly(1, 1e6), (lastMs) => {
      const step = timeStep(lastMs);
      expect(isRound(step, '1245')).toBe(true);
      expect(lastMs / step).toBeGreaterThanOrEqual(3 - 1e-9);
      expect(lastMs / step).toBeLessThanOrEqual(6.1);
    }),
  );
});

test('rates beside a curve are not cut off at its left', () => {
  expect(ratesBeside(5, 8).rates.map(({ text }) => text)).toEqual(['0', '2.5', '5', '7.5']);
  fc.assert(
    fc.property(evenly(1, 1e6), evenly(1, 4), (claim, times) => {
      const { rates, left } = ratesBeside(Math.round(claim), claim * times);
      for (const { text } of rates) expect(left - 7 - textWidth(text, 11)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('circles move up and down until none covers another, for as long as there are rows', () => {
  fc.assert(
    fc.property(fc.array(evenly(0, 400), { maxLength: 5 }), (xs) => {
      const ys = spreadOut(xs);
      expect(ys).toHaveLength(xs.length);
      for (const [i, x] of xs.entries())
        for (let k = 0; k < i; k++)
          expect(Math.hypot(x - (xs[k] as number), (ys[i] as number) - (ys[k] as number))).toBeGreaterThanOrEqual(20);
    }),
  );
  expect(spreadOut([10, 100, 200])).toEqual([0, 0, 0]);
});

test('on the axis of round trips slower is further right, inside the drawing, and ticks are powers of ten', () => {
  for (const [name, pol] of views) {
    const rows = answered(pol);
    const { x, ticks } = axisOf(rows, 300);
    for (const it of rows)
      for (const ms of [...it.rttsMs, it.fastestMs ?? 1])
        expect([name, x(ms) >= 0 && x(ms) <= 300]).toEqual([name, true]);
    for (const it of ticks) expect([0.1, 1, 10, 100, 1000]).toContain(it);
    expect(ticks.map(x)).toEqual(ticks.map(x).toSorted((a, b) => a - b));
  }
  const { x, ticks } = axisOf([], 300);
  expect([x(0), x(1), x(100)].every(Number.isFinite)).toBe(true);
  expect(ticks.length).toBeGreaterThan(0);
});

test('each challenger stands in one group of the round trips, and no group is empty', () => {
  for (const [name, pol] of views) {
    const groups = groupsOf(pol);
    expect([name, groups.flatMap((it) => it.rows.map((row) => row.id)).sort()]).toEqual([
      name,
      pol.witnesses.map((it) => it.id).sort(),
    ]);
    for (const it of groups) expect([name, it.title, it.rows.length > 0]).toEqual([name, it.title, true]);
  }
});

test('groups say what their rows prove', () => {
  for (const { title, rows } of groupsOf(refuted).filter((it) => it.title !== 'No reading'))
    expect([title, rows.every((it) => excludes(it) === /too fast for a prover in Sydney$/i.test(title))]).toEqual([
      title,
      true,
    ]);
  expect(groupsOf({ ...verified, outcome: 'refuted' })[0]?.title).toBe('Possible one by one, not together');
  // Of a lookout's answer a reader must know that it can refute a claim and never verify it.
  const half = { ...refuted, witnesses: refuted.witnesses.map((it, i) => ({ ...it, isLookout: i % 2 === 0 })) };
  for (const { title, rows } of groupsOf(half).filter((it) => it.title !== 'No reading'))
    expect([title, rows.every((it) => it.isLookout === title.startsWith('Lookouts'))]).toEqual([title, true]);
  expect(groupsOf(half)[1]?.title).toBe('Lookouts, too fast for a prover in Sydney');
  expect(groupsOf(verified).map((it) => it.title)).toEqual([
    'Its challengers, near',
    'Lookouts, drawn worldwide: they can only refute',
  ]);
});

test('how sure: bars are shares, and more liars never make a claim surer', () => {
  for (const [name, pol] of views)
    for (const { share, value } of barsOf(pol).bars) {
      expect([name, share >= 0 && share <= 1]).toEqual([name, true]);
      expect(value).not.toMatch(/NaN|undefined/);
    }
  const { bars } = barsOf(verified);
  expect(bars.map((it) => it.label).slice(0, 3)).toEqual([
    'If nobody lied',
    'Even if any one lied',
    'Even if any 2 lied',
  ]);
  expect(bars.map((it) => it.share)).toEqual(bars.map((it) => it.share).toSorted((a, b) => a - b));
  expect(bars.filter((it) => it.tone === 'ok')).toEqual([bars.at(-1)]);
  const everywhere: PolView = { ...verified, boundsKm: [40, 20_015] };
  expect(barsOf(everywhere).bars[1]?.value).toBe('anywhere');
});

test('how sure, refuted: each bar is how far an answer that rules the claim out can have come', () => {
  const { bars, note } = barsOf(refuted);
  expect(bars.map((it) => it.label)).toEqual(
    answered(refuted)
      .filter(excludes)
      .map((it) => it.name),
  );
  for (const { share, value } of bars) {
    expect(share).toBeLessThan(1);
    expect(value).toMatch(/^[\d,]+ of [\d,]+\u00a0km$/);
  }
  // The same two numbers as in the signed sentence of the verdict.
  const first = answered(refuted).find(excludes) as Witness;
  expect(bars[0]?.value).toBe(`${atMostKmNumber(first.reachKm as number)} of ${inKm(first.toClaimKm)}`);
  expect(note).toContain('Sydney');
});

test('in the list the signs of tight discs are those of the map, and lookouts have theirs', () => {
  const all = { verified, inconclusive, improbable, contradictory, refuted, nearLie, several };
  for (const [name, pol] of Object.entries(all)) {
    const strong = new Set(drawnStrongly(pol));
    const isElsewhere = pol.outcome === 'refuted';
    const filled = pol.witnesses.filter((it) => signOf(pol, strong, it) === 'tight');
    const drawn = (isElsewhere ? discsThatTell(pol) : splitDiscs(pol)).strong;
    expect([name, filled.map((it) => it.id).sort()]).toEqual([
      name,
      drawn
        .filter((it) => isElsewhere || !it.isLookout)
        .map((it) => it.id)
        .sort(),
    ]);
    for (const it of pol.witnesses)
      expect(['tight', 'loose', ...(isElsewhere ? [] : ['lookout'])]).toContain(signOf(pol, strong, it));
  }
});

test('how sure a distance is says that lookouts do not count, where there are some', () => {
  expect(barsOf(verified).note).toMatch(/Lookouts do not count here: they can only refute\.$/);
  const alone = { ...verified, witnesses: verified.witnesses.filter((it) => !it.isLookout) };
  expect(barsOf(alone).note).not.toContain('Lookouts');
});

test('the words about the rate that passes keep off the line of what was asked, and inside the strip', () => {
  fc.assert(
    fc.property(evenly(14, 500), evenly(14, 500), (a, b) => {
      const [threshold, claim] = [Math.min(a, b), Math.max(a, b)];
      const { x, anchor } = passAt(threshold, claim, 90, 520);
      const left = { start: x, middle: x - 45, end: x - 90 }[anchor];
      expect(left >= 0 && left + 90 <= 520 + 90).toBe(true);
      expect(claim <= left || claim >= left + 90 || threshold === claim).toBe(true);
    }),
  );
});

test('the words beside the median stand where no other line crosses them', () => {
  expect(isLeft(200, 80, 500, [250, 300])).toBe(true);
  expect(isLeft(200, 80, 500, [150])).toBe(false);
  expect(isLeft(50, 80, 500, [100])).toBe(false);
  expect(isLeft(450, 80, 500, [420])).toBe(true);
});
