import type { Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { answersTo } from '../browser/testing-recorded-pages.ts';
import { polFromEvidence } from '../challenge/from-evidence.ts';
import { answered, bounds, byReach, excludes, type PolView, statedKm, type Witness } from '../challenge/pol-view.ts';
import { atMostKmNumber } from '../figures.ts';
import * as specimen from '../specimen/pol-fixtures.ts';
import { type Box, overlaps, textWidth } from './boxes.ts';
import { discsOf } from './discs.tsx';
import { distanceKm } from './earth.ts';
import { agreeing, arcText, captionOf, labelsOf, project, splitDiscs, viewOf, whereItCanBe } from './local-layout.ts';
import { callOutOf, discsThatTell, layout, numberOn, ringsOf } from './refuted-layout.ts';
import { refutedView, type View } from './views.ts';

const { verified, refuted, inconclusive, nearLie, several, contradictory } = specimen;
const measuring: PolView = { ...verified, outcome: 'measuring', boundsKm: [], witnesses: [] };
const [width, height] = [736, 610];
const middle = { x: width / 2, y: height / 2 };
const inside = ({ x, y }: { x: number; y: number }) => x >= 0 && x <= width && y >= 0 && y <= height;
const unproject = (view: View, x: number, y: number) => view.projection.invert?.([x, y]) ?? [0, 0];
const textBox = (text: string, at: { x: number; y: number; anchor: string }): Box => {
  const w = textWidth(text, 12);
  return { x: at.x - { start: 0, middle: w / 2, end: w }[at.anchor as 'start'], y: at.y - 11, width: w, height: 14 };
};

test('the claim is the middle of its map, and the circle of the verdict fits', () => {
  for (const pol of [verified, inconclusive, measuring]) {
    const view = viewOf(pol, width, height);
    const claim = project(view, pol.claim.place);
    expect([claim.x, claim.y]).toEqual([expect.closeTo(middle.x, 3), expect.closeTo(middle.y, 3)]);
  }
  const view = viewOf(verified, width, height);
  expect((statedKm(verified) as number) / view.kmPerPx).toBeLessThan(height / 2);
});

test('where it can be is drawn around the claim, also if as many lie as may; of a refuted claim around the estimate', () => {
  const around = whereItCanBe(verified);
  expect([around?.centre, around?.isAway]).toEqual([verified.claim.place, false]);
  const [tightest, ...others] = answered(verified);
  const lie = { ...tightest, place: { latitude: -33.9, longitude: 151.2 }, isLookout: false } as Witness;
  const withLie: PolView = { ...verified, witnesses: [lie, ...others], liars: 2 };
  expect(whereItCanBe(withLie)?.allowed).toEqual(whereItCanBe({ ...verified, witnesses: others, liars: 1 })?.allowed);
  expect(whereItCanBe(withLie)?.isAway).toBe(false);
  // Nobody may lie: then no place fits. That does not make it a refuted claim.
  expect(whereItCanBe({ ...withLie, liars: 0 })).toBeUndefined();
  const away = whereItCanBe({ ...refuted, liarsOfAll: 1 });
  expect([away?.centre, away?.isAway]).toEqual([refuted.estimate?.place, true]);
  for (const it of [measuring, contradictory]) expect(whereItCanBe(it)).toBeUndefined();
});

test('without a zone the area is drawn with the circle that the verdict states, which holds all of it', () => {
  const measured = answersTo('challenge-evidence')
    .filter((it) => it.proofType === 'pol')
    .flatMap((it) => whereItCanBe(polFromEvidence(it.reply.result as unknown as Evidence)) ?? []);
  const told = measured.filter((it) => it.stated);
  expect(told.length).toBeGreaterThan(0);
  for (const { stated, allowed } of told) expect(allowed.furthestKm).toBeLessThanOrEqual((stated?.km ?? 0) + 0.5);
  const { stated } = whereItCanBe(verified) ?? expect.fail();
  expect(stated).toEqual({ km: statedKm(verified), tone: 'ok' });
  const zone = { text: 'EU', words: 'the EU', finding: 'inside' };
  expect(whereItCanBe({ ...verified, zone })?.stated).toBeUndefined();
  expect(whereItCanBe({ ...refuted, liarsOfAll: 1 })?.stated).toBeUndefined();
});

test('before a verdict the map holds what is around the claim', () => {
  expect(viewOf(measuring, width, height).kmAcross).toBeGreaterThan(100);
});

test('the four tightest discs that count are strong; discs that bound nothing are not drawn', () => {
  const tightLookout = verified.witnesses.map((it) => (it.isLookout ? { ...it, reachKm: 1, shortKm: 0 } : it));
  for (const pol of [verified, { ...verified, witnesses: tightLookout }]) {
    const { strong, others } = splitDiscs(pol);
    expect(strong).toHaveLength(4);
    expect(strong.filter((it) => it.isLookout)).toEqual([]);
    const loosest = Math.max(...strong.map((it) => it.reachKm ?? 0));
    for (const it of others.filter((it) => !it.isLookout)) expect(it.reachKm ?? 0).toBeGreaterThanOrEqual(loosest);
    expect([...strong, ...others].sort(byReach)).toEqual(answered(pol).filter(bounds));
  }
});

test('a lookout that leaves the claim outside counts, as in a refuted claim', () => {
  const [tightest] = answered(verified);
  const witnesses = [{ ...(tightest as Witness), id: 'far', isLookout: true, reachKm: 1, shortKm: 300 }];
  for (const outcome of ['inconclusive', 'refuted'] as const)
    expect(splitDiscs({ ...verified, outcome, witnesses }).strong.map((it) => it.id)).toEqual(['far']);
});

test('each strong disc is drawn, and of the others what is not drawn is counted', () => {
  const view = viewOf(verified, width, height);
  const { strong, others } = splitDiscs(verified);
  const { discs, left } = discsOf(view, strong, others);
  expect(discs.filter((it) => it.strong).map((it) => it.witness)).toEqual(strong);
  expect(new Set([...discs.map((it) => it.witness), ...left])).toEqual(new Set([...strong, ...others]));
  for (const { edge, area } of discs) expect(`${edge}${area}`).not.toMatch(/NaN|undefined/);
  expect(discs.every(agreeing)).toBe(!strong.concat(others).some(excludes));
});

test('labels of a local map cover neither each other nor what is blocked', () => {
  const blocked: Box[] = [{ x: 12, y: 8, width: 150, height: 26 }];
  for (const pol of [verified, measuring, inconclusive]) {
    const view = viewOf(pol, width, height);
    const { strong, others } = splitDiscs(pol);
    const { straight, discs, estimateText } = labelsOf(pol, view, strong, others, blocked);
    const names = new Map([
      ...pol.witnesses.map((it) => [it.id, it.name] as const),
      ['claim', 'Claim'],
      ['estimate', estimateText],
    ]);
    const boxes = [...straight].map(([id, at]) => textBox(names.get(id) ?? '', at));
    for (const [i, box] of boxes.entries())
      for (const other of [...boxes.slice(i + 1), ...blocked]) expect(overlaps(box, other)).toBe(false);
    expect(straight.has('claim')).toBe(true);
    for (const id of discs.keys()) expect(strong.map((it) => it.id)).toContain(id);
  }
});

test('the estimate is labelled with its distance from the claim, on the other side of it', () => {
  const view = viewOf(verified, width, height);
  const { straight, estimateText } = labelsOf(verified, view, [], [], []);
  expect(estimateText).toBe('Estimate, 7\u00a0km off, ± 42\u00a0km');
  const [claim, estimate] = [straight.get('claim'), straight.get('estimate')];
  expect(new Set([claim?.anchor, estimate?.anchor])).toEqual(new Set(['start', 'end']));
});

test('a disc’s label says whose it is, how fast, and how far that reaches', () => {
  const [tightest] = splitDiscs(verified).strong;
  expect(arcText(tightest as NonNullable<typeof tightest>)).toMatch(/^Frankfurt [\d.]+\u00a0ms · [\d,]+\u00a0km$/);
});

const laidOut = (pol: PolView, compact = false) => {
  const [tightest] = answered(pol);
  const estimate = pol.estimate ?? { place: (tightest as Witness).place, radiusKm: 55 };
  const view = refutedView(estimate.place, pol.claim.place, width, height);
  return { view, estimate, ...layout(pol, view, [], compact) };
};

test('a refuted claim is told by at most eight discs that leave it outside: the tightest, and the one nearest to it', () => {
  // Twelve discs, the widest but one of which comes nearest.
  const many = refuted.witnesses.map((it, i) => ({ ...it, reachKm: 100 + i, shortKm: i === 10 ? 5 : 900 }));
  for (const pol of [refuted, { ...refuted, witnesses: many }]) {
    const { strong, silent } = laidOut(pol);
    const outside = answered(pol).filter((it) => bounds(it) && excludes(it));
    expect(strong.length).toBe(Math.min(8, outside.length));
    expect(strong.slice(0, 7)).toEqual(outside.slice(0, 7));
    const nearestKm = Math.min(...outside.map((it) => it.shortKm));
    expect(strong.some((it) => it.shortKm === nearestKm)).toBe(true);
    for (const it of silent) expect(excludes(it)).toBe(false);
  }
});

test('what is said where a disc ends on the way to the claim is said of the one that comes nearest to it', () => {
  const { view, estimate } = laidOut(nearLie);
  const [from, to] = [project(view, estimate.place), project(view, nearLie.claim.place)];
  const { strong } = discsThatTell(nearLie);
  const nearest = strong.toSorted((a, b) => a.shortKm - b.shortKm)[0];
  // It is not the widest of them.
  expect(nearest).not.toBe(strong.at(-1));
  const { lines } = callOutOf(nearLie, strong, from, to, view) ?? expect.fail();
  expect(lines[0]).toBe('The disc that comes nearest ends here,');
  expect(lines[1]).toContain(`${atMostKmNumber(nearest?.reachKm ?? 0)} of the`);
});

test('the tightest disc names its challenger, also under the sign of a claim or of an estimate', () => {
  const view = viewOf(verified, width, height);
  const { strong, others } = splitDiscs(verified);
  expect(labelsOf(verified, view, strong, others, []).straight.has(strong[0]?.id ?? '')).toBe(true);
  for (const pol of [refuted, nearLie]) {
    const [tightest] = discsThatTell(pol).strong;
    expect(laidOut(pol).labels.has(tightest?.id ?? '')).toBe(true);
    const at = { ...pol, estimate: { place: tightest?.place ?? pol.claim.place, radiusKm: 40 } };
    expect(laidOut(at).labels.has(tightest?.id ?? '')).toBe(true);
  }
});

test('while answers are shown again, the inset counts those that were shown', () => {
  const wide = ['a', 'b', 'c'].map((id) => ({ id }));
  expect(captionOf(wide)).toBe('3\u00a0more discs, too wide to narrow it');
  expect(captionOf(wide, new Set(['b', 'x']))).toBe('1\u00a0more disc, too wide to narrow it');
  expect(captionOf(wide, new Set())).toBe('All challengers');
});

test('where no single disc rules the claim out, the tightest four show where the answers come from', () => {
  const fits: PolView = { ...verified, outcome: 'refuted' };
  const { strong, silent } = laidOut(fits);
  expect(strong).toEqual(answered(fits).filter(bounds).slice(0, 4));
  expect(strong.length + silent.length).toBe(answered(fits).length);
});

test('names on a refuted map do not cover each other; a small map names the discs alone', () => {
  for (const pol of [refuted, nearLie, several]) {
    const { labels } = laidOut(pol);
    const names = new Map(pol.witnesses.map((it) => [it.id, it.name]));
    const boxes = [...labels].map(([id, at]) => textBox(names.get(id) ?? '', at));
    for (const [i, box] of boxes.entries())
      for (const other of boxes.slice(i + 1)) expect(overlaps(box, other)).toBe(false);
    const small = laidOut(pol, true);
    for (const id of small.labels.keys()) expect(['claim', ...small.strong.map((it) => it.id)]).toContain(id);
  }
});

test('the number on the line to the claim stands above its line, and its room is as long as its text', () => {
  for (const [x, y] of [
    [600, 100],
    [100, 500],
    [-400, 300],
    [-50, -250],
  ] as const) {
    const { rotate, boxes } = numberOn({ x: 0, y: 0 }, { x, y }, '10,260 km');
    expect(rotate).toBeGreaterThanOrEqual(-90);
    expect(rotate % 360 > 90 && rotate % 360 < 270).toBe(false);
    expect(boxes.some((it) => overlaps(it, { x: x * 0.4, y: y * 0.4 - 14, width: 1, height: 1 }))).toBe(true);
    const [first, last] = [boxes[0] as Box, boxes.at(-1) as Box];
    expect(Math.hypot(last.x - first.x, last.y - first.y) + 22).toBeGreaterThan(textWidth('10,260 km', 16));
  }
});

test('no name on a refuted map covers the claim, what is said of it, or what says how far the discs reach', () => {
  for (const pol of [refuted, nearLie, several]) {
    const { view, estimate } = laidOut(pol);
    const [from, to] = [project(view, estimate.place), project(view, pol.claim.place)];
    const blocked = callOutOf(pol, discsThatTell(pol).strong, from, to, view)?.boxes ?? [];
    const { labels, claimWords } = layout(pol, view, blocked, false);
    expect(claimWords[0]).toContain(pol.claim.name);
    const claimAt = labels.get('claim') ?? expect.fail();
    const claimBox = { ...textBox(claimWords[0], claimAt), height: 28 };
    const names = new Map(pol.witnesses.map((it) => [it.id, it.name]));
    for (const [id, at] of labels) {
      if (id === 'claim') continue;
      const box = textBox(names.get(id) ?? '', at);
      for (const other of [claimBox, { x: to.x - 8, y: to.y - 8, width: 16, height: 16 }, ...blocked])
        expect([id, overlaps(box, other)]).toEqual([id, false]);
    }
  }
});

test('rings around an estimate are round distances, evenly apart, and labelled only where they are seen', () => {
  for (const pol of [refuted, nearLie]) {
    const { view, estimate } = laidOut(pol);
    const { rings, taken } = ringsOf(view, estimate);
    for (const { label } of ringsOf(view, estimate, taken).rings)
      if (label) expect(taken.some((it) => overlaps(it, { ...label, width: 1, height: 1 }))).toBe(false);
    const [step = 0] = rings.map((it) => it.km);
    expect(rings.map((it) => it.km)).toEqual([step, 2 * step, 3 * step]);
    expect(String(step)).toMatch(/^[125]0+$/);
    expect(view.kmAcross / step).toBeLessThanOrEqual(6.01);
    expect(rings.some((it) => it.label)).toBe(true);
    for (const { km, label } of rings) {
      if (!label) continue;
      expect(inside(label)).toBe(true);
      const [longitude, latitude] = unproject(view, label.x, label.y - 4);
      expect(Math.abs(distanceKm(estimate.place, { latitude, longitude }) / km - 1)).toBeLessThan(0.01);
    }
  }
});
