import type { WatchSlot } from '@trigpoint/client';
import { expect, test } from 'vitest';
import { lookOf, meaningOf } from './results.ts';
import { axisOf, flagsOf, layoutOf, leastPitch, pathOf, placeTexts } from './strip.ts';
import { countsOf, lastDecided, sinceOf, ticksOf, withNewest } from './ticks.ts';

const hour = 3_600_000;
const start = new Date(2026, 2, 3).getTime();
const iso = (ms: number) => new Date(ms).toISOString();

/** Windows of six hours, asked an hour after they begin. */
const slot = (number: number, result = 'inside', extra: Partial<WatchSlot> = {}): WatchSlot => ({
  ...{ number, count: 1, begins: iso(start + number * 6 * hour), result, reason: '' },
  ...{ asked_at: iso(start + (number * 6 + 1) * hour), challenge_id: String(number), ...extra },
});
const ticks = (...results: string[]) =>
  ticksOf(
    results.map((it, i) => slot(i, it)),
    21_600,
  );

test('every result has one of four shapes; what nobody answered is missed and says why', () => {
  const shapes = ['inside', 'verified', 'undecided', 'inconclusive', 'outside', 'refuted'].map(
    (it) => lookOf(it).shape,
  );
  expect(shapes).toEqual(['inside', 'inside', 'undecided', 'undecided', 'outside', 'outside']);
  for (const it of ['refused', 'absent', 'unanswered', 'unpaid', 'missed', 'paused']) {
    expect(lookOf(it)).toMatchObject({ shape: 'missed', outcome: 'none' });
    expect(meaningOf(it)).not.toBe('');
  }
});

test('a row for several windows gives as many ticks, and a slot that runs gives none', () => {
  const missed = slot(1, 'missed', { count: 3, asked_at: null });
  const found = ticksOf([slot(5, ''), slot(4), missed, slot(0)], 60);
  expect(found.map((it) => [it.number, it.shape, (it.ends - it.begins) / hour])).toEqual([
    [0, 'inside', 6],
    ...[1, 2, 3].map((n) => [n, 'missed', 6]),
    [4, 'inside', 6],
  ]);
});

test('newest slots replace what was known; a hole between them is noticed', () => {
  const known = [slot(2, ''), slot(1), slot(0)];
  expect(withNewest(known, [slot(3), slot(2)])?.map((it) => [it.number, it.result])).toEqual(
    [3, 2, 1, 0].map((n) => [n, 'inside']),
  );
  expect(withNewest(known, [slot(9), slot(8)])).toBeUndefined();
  expect(withNewest(known, [])).toEqual(known);
});

test('figures: what was held is judged, and undecided answers end no gap', () => {
  const counts = countsOf(ticks('inside', 'undecided', 'missed', 'paused', 'inside', 'outside'));
  expect(counts).toMatchObject({ due: 6, held: 4, inside: 2, undecided: 1, outside: 1, missed: 1, paused: 1 });
  expect([counts.gapMs / hour, counts.gapFrom]).toEqual([24, start + hour]);
  expect(countsOf([])).toMatchObject({ due: 0, held: 0, gapMs: 0 });
});

test('since when it was only seen on one side, whatever could not be told between', () => {
  const found = ticks('inside', 'outside', 'inside', 'undecided', 'inside', 'missed');
  expect([sinceOf(found, 'inside')?.number, lastDecided(found)?.number]).toEqual([2, 4]);
  expect(sinceOf(found, 'outside')).toBeUndefined();
});

test('a strip stays in one row while ticks have 2.5 px, else it has a row for each month', () => {
  const many = ticks(...Array.from({ length: 360 }, () => 'inside'));
  const wide = layoutOf(many, 1240);
  expect(wide.rows).toHaveLength(1);
  expect(wide.pitch).toBeCloseTo(1240 / 360);
  const phone = layoutOf(many, 358);
  expect(phone.rows.map((it) => it.label)).toEqual(['March', 'April', 'May']);
  for (const width of [100, 358, 700, 899, 900, 1240]) {
    const { rows, pitch, bar } = layoutOf(many, width);
    expect(rows.flatMap((it) => it.ticks)).toEqual(many);
    expect(pitch).toBeGreaterThanOrEqual(leastPitch);
    expect(pitch - bar).toBeGreaterThanOrEqual(1);
    for (const it of rows) expect(it.ticks.length * pitch).toBeLessThanOrEqual(width + 0.001);
  }
});

test('the four shapes differ without their colours', () => {
  const size = { height: 40, below: 5 };
  const draw = (result: string) => pathOf(ticks(result), lookOf(result).shape, { pitch: 4, bar: 3 }, size);
  expect(['inside', 'undecided', 'missed', 'outside'].map(draw)).toEqual([
    'M0 0h3v40h-3z',
    'M0 20h3v20h-3z',
    'M0 37h3v3h-3z',
    'M0 0h3v45h-3z',
  ]);
  expect(pathOf(ticks('inside'), 'outside', { pitch: 4, bar: 3 }, size)).toBe('');
});

test('at most three flags, outside first, runs together', () => {
  const flags = flagsOf(
    ticks('outside', 'undecided', 'inside', 'undecided', 'missed', 'missed', 'inside', 'undecided'),
  );
  expect(flags.map((it) => it.text)).toEqual(['outside, 3 Mar', '2 missed, 4 Mar', 'undecided, 4 Mar']);
  expect(flags[1]?.index).toBe(4.5);
});

test('texts stay within the strip and never touch', () => {
  const placed = placeTexts(
    [
      { text: 'first', mark: 0 },
      { text: 'beside it', mark: 20 },
      { text: 'last', mark: 300 },
    ],
    300,
  );
  expect(placed.map((it) => it.text)).toEqual(['first', 'last']);
  expect(placed[0]?.x).toBeGreaterThan(0);
  expect(placed[1]?.x).toBeLessThan(300);
});

test('the axis names both ends and each new month', () => {
  const many = ticks(...Array.from({ length: 360 }, () => 'inside'));
  const texts = axisOf(many, layoutOf(many, 1240), 1240).map((it) => it.text);
  expect(texts).toEqual(['3 Mar', '31 May', '1 Apr', '1 May']);
  expect(axisOf([], { pitch: 4, bar: 3 }, 100)).toEqual([]);
});
