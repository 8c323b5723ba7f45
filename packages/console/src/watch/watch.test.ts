import { isNews, layoutStrip, shapePath, shapeWord } from '@trigpoint/client/certificate';
import type { PolAsk, Profile } from '@trigpoint/proofs';
import { profiles } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { emptyWatch, toWatch, watchProblems } from './drafts.ts';
import { editProblems, termsOf, toEdit } from './edits.ts';
import { flagsOf, placeTexts } from './flags.ts';
import type { SeenWatch } from './names.ts';
import { lookOf, lookOfSlot, meaningOf } from './results.ts';
import { numberOf } from './slot-table.tsx';
import {
  countsOf,
  findingOf,
  keepSlots,
  lastDecided,
  type Slot,
  sinceOf,
  type Tick,
  ticksOf,
  withNewest,
} from './ticks.ts';
import { everyWords, movedWords, slotsAskedNow, watchSays } from './words.ts';

const hour = 3_600_000;
const start = new Date(2026, 2, 3).getTime();
const iso = (ms: number) => new Date(ms).toISOString();

/** Windows of six hours, asked an hour after they begin. */
const slot = (number: number, result = 'inside', extra: Partial<Slot> = {}): Slot => ({
  ...{
    number,
    count: 1,
    begins: iso(start + number * 6 * hour),
    result,
    radius_km: null,
    finding: 'same',
    extra: null,
  },
  ...{ asked_at: iso(start + (number * 6 + 1) * hour), challenge_id: String(number), ...extra },
});
const ticks = (...results: string[]) =>
  ticksOf(
    results.map((it, i) => slot(i, it)),
    21_600,
  );

test('answers about a zone that the payer has changed since count for nothing', () => {
  const slots = [3, 2, 1, 0].map((number) => slot(number));
  const change = (zone: string, from_slot: number) => ({ parameters: { zone }, from_slot });
  const seen = (...changes: ReturnType<typeof change>[]) =>
    slotsAskedNow({ parameters: { zone: 'EU' } }, changes, slots).map((it) => it.number);
  expect(seen(change('EU', 0))).toEqual([3, 2, 1, 0]);
  expect(seen(change('DE,US,CN', 0), change('EU', 2), change('EU', 3))).toEqual([3, 2]);
  expect(seen(change('EU', 0), change('DE', 1), change('EU', 4))).toEqual([]);
  // Earlier changes are not told.
  expect(seen(change('EU', 2), change('EU', 3))).toEqual([3, 2]);
});

test('the page says whether the newest answer found the prover where it was', () => {
  const found = (finding: string, again?: string) =>
    movedWords([
      slot(3, '', { finding: '' }),
      slot(2, 'inside', {
        ...{ finding, extra: again === undefined ? null : { result: 'inside', challenge_id: '9', finding: again } },
      }),
      slot(1, 'inside', { finding: 'moved' }),
    ]);
  expect(found('same')).toBe('');
  expect(found('moved')).toMatch(/has moved/);
  expect(found('probably_moved')).toMatch(/probably moved/);
  expect(found('changed')).toMatch(/delays have changed/);
  expect(found('changed', 'same')).toBe('');
  expect(found('changed', 'moved')).toMatch(/has moved/);
});

test('what nobody answered has no verdict, and says why', () => {
  const outcomes = ['inside', 'verified', 'undecided', 'inconclusive', 'outside', 'refuted', ''].map(
    (it) => lookOf(it).outcome,
  );
  expect(outcomes).toEqual([
    ...['verified', 'verified', 'inconclusive', 'inconclusive', 'refuted', 'refuted', 'measuring'],
  ]);
  for (const it of ['refused', 'absent', 'unanswered', 'unpaid', 'missed', 'paused']) {
    expect(lookOf(it).outcome).toBe('none');
    expect(meaningOf(it)).not.toBe('');
  }
  for (const it of ['undecided', 'inconclusive']) expect(meaningOf(it)).toMatch(/not enough to tell/);
  for (const it of ['inside', 'verified', 'outside', 'refuted']) expect(meaningOf(it)).toBe('');
  expect(lookOf('missed').word).toBe('Not asked');
  // The legend and the figures count them as slots without an answer.
  expect(lookOf('absent').word).toBe('No answer');
});

test('a slot runs only when somebody was asked; before that its window is open', () => {
  expect(lookOfSlot(slot(0, '', { asked_at: null }))).toEqual({ outcome: 'none', word: 'Window open, not asked yet' });
  expect(lookOfSlot(slot(0, ''))).toEqual({ outcome: 'measuring', word: 'Running' });
  expect(lookOfSlot(slot(0, 'missed', { asked_at: null })).word).toBe('Not asked');
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
  // What was asked for before the known ones, and came after them, takes none away.
  expect(withNewest(known, [slot(1)])?.map((it) => it.number)).toEqual([2, 1, 0]);
});

test('a running watch says when it ends from a day before on', () => {
  const now = start + 30 * 24 * hour;
  const lead = (untilMs: number, state = 'running') =>
    watchSays(
      { name: 'db-7', state, parameters: {}, every_seconds: 30, until: iso(untilMs) } as unknown as SeenWatch,
      [],
      countsOf([]),
      now,
    ).lead;
  expect(lead(now + hour / 2)).toMatch(/It ends on 2 Apr, 00:30:00\.$/);
  expect(lead(now + 25 * hour)).not.toMatch(/ends/);
  expect(lead(now + hour / 2, 'paused')).not.toMatch(/ends/);
});

test('a page that stays open keeps every slot, and notices when more came than it asked for', () => {
  const all = [slot(0)];
  const upTo = (n: number) => Array.from({ length: Math.min(20, n + 1) }, (_, i) => slot(n - i));
  let kept = keepSlots(undefined, all, []);
  for (let n = 1; n < 100; n++) kept = keepSlots(kept, all, upTo(n));
  expect([kept.slots.length, kept.isBehind]).toEqual([100, false]);
  const behind = keepSlots(kept, all, upTo(130));
  expect([behind.slots.length, behind.isBehind]).toEqual([100, true]);
  const again = upTo(130).concat(...Array.from({ length: 111 }, (_, i) => slot(110 - i)));
  expect(keepSlots(behind, again, upTo(130))).toMatchObject({ slots: { length: 131 }, isBehind: false });
});

test('figures: what was held is judged, and undecided answers end no gap', () => {
  const counts = countsOf(ticks('inside', 'undecided', 'missed', 'paused', 'inside', 'outside'));
  expect(counts).toMatchObject({
    due: 6,
    held: 4,
    inside: 2,
    undecided: 1,
    outside: 1,
    silent: 0,
    unasked: 2,
    paused: 1,
  });
  expect([(counts.gapSeconds * 1000) / hour, counts.gapFrom]).toEqual([24, start + hour]);
  expect(countsOf([])).toMatchObject({ due: 0, held: 0, gapSeconds: 0 });
  // A certificate says 126 s too: a gap is never told shorter than it was.
  const [first, ...rest] = ticks('inside', 'missed');
  const late = { ...(first as Tick), begins: start, at: start, ends: start };
  const end = rest.map((it) => ({ ...it, ends: start + 125_200 }));
  expect(countsOf([late, ...end]).gapSeconds).toBe(126);
});

test('a refuted claim is counted apart from an answer outside of the zone', () => {
  const counts = countsOf(ticks('inside', 'outside', 'refuted', 'refuted'));
  expect(counts).toMatchObject({ held: 4, inside: 1, outside: 1, refuted: 2, silent: 0 });
  expect(shapeWord('outside', true)).toBe('outside, or claim refuted');
  expect([shapeWord('inside', false), shapeWord('outside', false)]).toEqual(['verified', 'refuted']);
});

test('since when it was only seen on one side, whatever could not be told between', () => {
  const found = ticks('inside', 'outside', 'inside', 'undecided', 'inside', 'missed');
  const inside = (it: Tick) => it.shape === 'inside';
  const outside = (it: Tick) => it.shape === 'outside';
  expect([sinceOf(found, inside)?.number, lastDecided(found)?.number]).toEqual([2, 4]);
  expect(sinceOf(found, outside)).toBeUndefined();
});

test('the sentence of a watch says what was seen, never where it was between', () => {
  const watch = {
    name: 'db-7',
    prover: 'IPv4/0xab',
    state: 'running',
    parameters: { zone: 'EU' },
  } as unknown as SeenWatch;
  const says = (...results: string[]) => {
    const found = ticks(...results);
    const { outcome, title } = watchSays(watch, found, countsOf(found), start + 30 * 24 * hour);
    return [outcome, title.join('')];
  };
  expect(says('inside', 'missed', 'inside')).toEqual([
    'verified',
    'db-7 has been seen only inside the EU since 3 March',
  ]);
  expect(says('inside', 'undecided', 'paused')[0]).toBe('verified');
  expect(says('inside', 'inside', 'undecided', 'missed')).toEqual([
    'inconclusive',
    'db-7 has not been seen inside the EU since 3 March',
  ]);
  expect(says('inside', 'outside', 'missed')).toEqual(['refuted', 'db-7 has been seen outside the EU since 3 March']);
  // Its claim was refuted, and it may be inside the zone all the same.
  expect(says('inside', 'refuted')).toEqual(['refuted', 'db-7 has been seen not where it claims to be since 3 March']);
  const [, since] = says('refuted', 'missed', 'missed', 'missed', 'outside');
  expect(since).toBe('db-7 has been seen outside the EU since 4 March');
  expect(says('undecided')).toEqual(['inconclusive', 'db-7: no answer yet that tells where it is']);
  expect(says()).toEqual(['measuring', 'db-7: no answer yet']);
  const lead = (...results: string[]) => {
    const all = ticks(...results);
    return watchSays(watch, all, countsOf(all), start + 30 * 24 * hour).lead;
  };
  expect(lead('inside', 'absent', 'missed', 'paused')).toBe(
    'Asked at a moment it could not predict: its one answer puts it inside the EU. 1\u00a0slot had no answer. In 2\u00a0slots nobody asked.',
  );
  expect(lead('undecided')).toMatch(/its one answer leaves it open\.$/);
  expect(lead('missed')).toBe('In 1\u00a0slot nobody asked.');
  expect(lead('inside', 'inside', 'outside')).toMatch(
    /: 2 of 3 answered slots put it inside the EU, none left it open, 1 put/,
  );
  expect(lead('inside', 'outside', 'refuted')).toMatch(
    /1 put it elsewhere\. 1\srefuted its claim, and leaves open whether it was inside the EU\.$/u,
  );
  expect(lead('refuted')).toMatch(/its one answer refutes its claim\.$/);
  const found = ticks('inside');
  const soon = (every_seconds: number) =>
    watchSays({ ...watch, every_seconds }, found, countsOf(found), start + 2 * hour).title[2];
  expect([soon(30), soon(60)]).toEqual([' since 01:00:00', ' since 01:00']);
});

test('an extra slot that was elsewhere ends what was seen only inside, and is no slot of a window', () => {
  const watch = { ...{ name: 'db-7', state: 'running', every_seconds: 21_600 }, parameters: { zone: 'EU' } };
  const away = { result: 'outside', challenge_id: 'ask-2', finding: 'moved' };
  const says = (...slots: readonly Slot[]) => {
    const found = ticksOf(slots, 21_600);
    const counts = countsOf(found);
    const { outcome, title, lead } = watchSays(watch as unknown as SeenWatch, found, counts, start + 720 * hour);
    return { outcome, title: title.join(''), lead, inside: counts.inside, again: counts.again };
  };
  const changed = (number: number, result = 'inside', extra: Slot['extra'] = away) =>
    slot(number, result, { finding: 'changed', extra });
  const told = says(slot(0), changed(1));
  expect(told).toMatchObject({ outcome: 'refuted', inside: 2, again: 1 });
  expect(told.title).toBe('db-7 has been seen outside the EU when asked again after its slot of 3 March');
  expect(told.lead).toMatch(
    /2 of 2 answered slots put it inside .* Asked again after a change, it was elsewhere 1\stime\./u,
  );
  expect(says(slot(0), changed(1, 'undecided')).outcome).toBe('refuted');
  expect(says(changed(0, 'inside', { ...away, result: 'refuted' })).title).toMatch(
    /seen not where it claims to be when/,
  );
  // Later answers that are inside show the place again, from then on.
  expect(says(slot(0), changed(1), ...[2, 3, 4].map((it) => slot(it)))).toMatchObject({
    ...{ outcome: 'verified', title: 'db-7 has been seen only inside the EU since 3 March', again: 1 },
  });
  expect(says(changed(3), slot(4), slot(5)).title).toBe('db-7 has been seen only inside the EU since 4 March');
  // What a prover can provoke turns nothing green.
  expect(says(changed(0, 'outside', { ...away, result: 'inside' })).outcome).toBe('refuted');
  expect(says(changed(0, 'outside')).title).toBe('db-7 has been seen outside the EU since 3 March');
});

test('the page of a challenge tells what its slot found, and the extra slot what it found itself', () => {
  const extra = { result: 'inside', challenge_id: 'ask-2', finding: 'moved' };
  const slots = [slot(1, 'inside', { challenge_id: 'ask-1', finding: 'probably_moved', extra }), slot(0)];
  expect(['ask-1', 'ask-2', 'ask-3'].map((it) => findingOf(slots, it))).toEqual(['probably_moved', 'moved', undefined]);
});

test('a strip shows every slot once at every width, in as many rows as it takes', () => {
  const many = ticks(...Array.from({ length: 360 }, () => 'inside'));
  expect(layoutStrip(many, 1240).rows).toHaveLength(1);
  for (const width of [100, 358, 700, 899, 900, 1240]) {
    const { rows, pitch } = layoutStrip(many, width);
    expect(rows.flatMap((it) => it.ticks)).toEqual(many);
    for (const it of rows) expect(it.ticks.length * pitch).toBeLessThanOrEqual(width + 0.001);
    expect(pitch).toBeGreaterThanOrEqual(2.5 - 1e-9);
  }
  expect(layoutStrip([], 300).rows[0]?.ticks).toEqual([]);
});

test('the four shapes differ without their colours', () => {
  const drawn = ['inside', 'undecided', 'missed', 'outside'].map((result) => {
    const path = shapePath(layoutStrip(ticks(result), 300), result as 'inside');
    return [/M\S+ (\S+)h/.exec(path)?.[1], /v(\d+)h/.exec(path)?.[1]].join(' ');
  });
  expect(new Set(drawn).size).toBe(4);
  expect(shapePath(layoutStrip(ticks('inside'), 300), 'outside')).toBe('');
});

test('at most three flags, outside first, runs together', () => {
  const flags = flagsOf(
    ticks('outside', 'undecided', 'inside', 'undecided', 'missed', 'missed', 'inside', 'undecided'),
  );
  expect(flags.map((it) => it.text)).toEqual(['outside, 3 Mar', '2 in a row: not asked, 4 Mar', 'undecided, 4 Mar']);
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

test('what a form begins with can be asked as it is, and each field is told what it takes', () => {
  const prover = { id: 'IPv4/0xab', claims: { name: 'db-7', city: 'Frankfurt' } } as unknown as Agent;
  const draft = emptyWatch(start, prover.id);
  expect(watchProblems(draft, start)).toEqual({});
  expect(toWatch(draft, prover)).toMatchObject({
    ...{ prover: 'IPv4/0xab', parameters: { zone: 'EU' }, every_seconds: 21_600, number_of_challengers: 12 },
    name: 'db-7',
  });
  expect(toWatch({ ...draft, zoneKind: 'none' }, prover)).toMatchObject({ parameters: {}, name: 'db-7' });
  for (const [field, value] of [
    ['every', '6 hours'],
    ['challengers', '101'],
    ['challengers', '4.5'],
    ['until', ''],
    ['prover', ''],
  ] as const)
    expect(Object.keys(watchProblems({ ...draft, [field]: value }, start))).toEqual([field]);
  expect(watchProblems({ ...draft, every: '1m' }, start).every).toMatch(/^That makes 13\d,\d{3} slots/);
});

test('an edit changes what was touched and nothing else', () => {
  const watch = {
    ...{ every_seconds: 5_400, number_of_challengers: 8, until: '2026-05-01T11:22:33.000Z', parameters: {} },
  } as unknown as SeenWatch;
  const draft = termsOf(watch);
  expect(draft).toEqual({ every: '90m', challengers: '8', until: '2026-04-30' });
  expect(toEdit(watch, draft, 'pol')).toEqual({});
  expect(toEdit(watch, { ...draft, every: '6h' }, 'pol')).toEqual({ every_seconds: 21_600 });
  expect(toEdit(watch, { ...draft, until: '2026-06-30' }, 'pol')).toEqual({
    until: new Date(2026, 6, 1).toISOString(),
  });
  expect(editProblems(watch, { every: 'soon', challengers: '0', until: '' }, 'pol')).toEqual({
    ...{ every: expect.any(String), challengers: expect.any(String), until: expect.any(String) },
  });
});

test('of another number of challengers as many may drop out as is usual, and no number breaks the form', () => {
  const pol = profiles.find((it) => it.id === 'pol') as unknown as Profile<PolAsk>;
  const nobody = { proverRegistry: `0x${'0'.repeat(40)}`, prover: `0x${'12'.repeat(20)}`, isIPv6: false } as const;
  const watchOf = (more: Partial<PolAsk>) =>
    ({
      ...{ every_seconds: 5_400, number_of_challengers: 12, until: '2026-05-01T00:00:00.000Z', parameters: {} },
      ask: pol.encode({ ...nobody, challengers: 12, tolerance: 4, latitude: 50, longitude: 8, ...more }),
    }) as unknown as SeenWatch;
  const withCount = (watch: SeenWatch, challengers: string) => ({ ...termsOf(watch), challengers });
  const problemsWith = (watch: SeenWatch, challengers: string) =>
    editProblems(watch, withCount(watch, challengers), 'pol');
  const watch = watchOf({});
  for (const [challengers, tolerance] of [
    [4, 1],
    [20, 6],
  ] as const) {
    const { ask } = toEdit(watch, withCount(watch, String(challengers)), 'pol');
    expect(pol.decode(ask as `0x${string}`)).toMatchObject({ challengers, tolerance, latitude: 50 });
    expect(problemsWith(watch, String(challengers))).toEqual({});
  }
  expect(problemsWith(watch, '1').challengers).toMatch(/^Fewer than 4 challengers can never verify/);
  expect(problemsWith(watchOf({ liars: 5 }), '20').challengers).toMatch(/liars is 5, and must be .* from 7 to 19/);
});

test('what was found is told where it changed and where the prover was asked again, and not where a list is cut', () => {
  const finding = (number: number, it: Slot['finding'], extra: Slot['extra'] = null) =>
    slot(number, 'inside', { finding: it, extra });
  const again = { result: 'inside', finding: 'moved' } as NonNullable<Slot['extra']>;
  const told = [finding(4, 'moved'), finding(3, 'moved', again), finding(2, 'moved'), finding(1, 'same')];
  expect(told.slice(0, 3).map((it, i) => isNews(it, told[i + 1]))).toEqual([false, true, true]);
  expect(isNews(finding(4, 'moved'), undefined)).toBe(false);
  expect(isNews(finding(0, 'moved'), undefined)).toBe(true);
});

test('rows are counted from 1, so that the last one due has the number of how many were due', () => {
  expect([numberOf(slot(0)), numberOf(slot(46)), numberOf(slot(3, 'paused', { count: 4 }))]).toEqual([
    '1',
    '47',
    '4–7',
  ]);
});

test('a single unit is not counted', () => {
  expect([60, 3_600, 86_400, 43_200].map(everyWords)).toEqual([
    'every minute',
    'every hour',
    'every day',
    'every 12 h',
  ]);
});
