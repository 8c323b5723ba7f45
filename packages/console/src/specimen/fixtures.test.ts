import { expect, test } from 'vitest';
import { overlapOf } from '../challenge/overlap.ts';
import { counted } from '../challenge/pob-view.ts';
import { answered, bounds } from '../challenge/pol-view.ts';
import { polFigures } from '../challenge/pol-words.ts';
import { distanceKm } from '../map/earth.ts';
import { outcomeWord } from '../parts/verdict-glyph.tsx';
import * as pobs from './pob-fixtures.ts';
import * as pols from './pol-fixtures.ts';

const { running, pobRunning, runningNow: _now, places: _places, seeded: _seeded, ...views } = pols;

test('a specimen says of its verdict and its payment what its figures say', () => {
  for (const [name, { outcome, paidPoints = 0, moments }] of Object.entries({ ...views, ...pobs })) {
    const paid = paidPoints === 0 ? '' : `, ${paidPoints} POINTS paid by the network`;
    if (outcome !== 'contradictory') expect([name, paid === '']).toEqual([name, outcome === 'inconclusive']);
    expect([name, moments.at(-1)?.text]).toEqual([name, `${outcomeWord[outcome]}${paid}`]);
  }
  for (const { rounds, paidPoints, medianMbps, asked, ...pob } of Object.values(pobs)) {
    expect(rounds.reduce((sum, it) => sum + (it.paidPoints ?? 0), 0)).toBe(paidPoints);
    const rates = counted({ ...pob, rounds, asked }).map((it) => it.mbps ?? 0);
    const all = [...rates, ...new Array<number>(asked - rates.length).fill(0)].sort((a, b) => a - b);
    expect(medianMbps).toBe(all[Math.floor(asked / 2)]);
  }
});

test('a specimen that runs has as many challengers and answers as its moments', () => {
  for (const { asked, answered: n, moments } of [running, pobRunning]) {
    expect(moments.some(({ text }) => text === `${asked} challengers drawn`)).toBe(true);
    expect(moments.filter(({ text }) => text.startsWith('Answer ')).length).toBe(n);
  }
});

test('the sentences of specimens have the numbers of their figures', () => {
  const { improbable, inconclusive, contradictory, verified, several } = pols;
  const away = polFigures(improbable).find(({ label }) => label === 'Estimate to claim')?.value;
  expect(improbable.reason).toContain(`${away}\u00a0km away`);
  expect(improbable.reason).toContain(`any ${improbable.liarsOfAll} of them`);
  expect(improbable.witnesses.every((it) => it.shortKm === 0)).toBe(true);
  expect(inconclusive.witnesses.filter((it) => it.near).length).toBe(1);
  expect(inconclusive.liars + 1).toBe(2);
  // No place lies in so many discs that the others may be lies.
  for (const view of [contradictory, several]) {
    const { place } = overlapOf(view.witnesses) ?? expect.fail();
    const holding = view.witnesses.filter((it) => distanceKm(it.place, place) <= (it.reachKm ?? 0)).length;
    expect(holding).toBeLessThan(view.asked - view.liarsOfAll);
  }
  const [tightest] = answered(verified).filter(bounds);
  expect(verified.boundsKm[0]).toBeGreaterThan((tightest?.reachKm ?? 0) - (tightest?.toClaimKm ?? 0) - 0.5);
});
