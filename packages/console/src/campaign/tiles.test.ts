import type { SubmissionInfo } from '@trigpoint/client';
import { photoReviews, photoStates } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { boxAround, overlaps, textWidth } from '../map/boxes.ts';
import { project } from '../map/local-layout.ts';
import { allowAssetImports } from '../map/testing-assets.ts';
import { localView } from '../map/views.ts';
import { tone } from './mine.tsx';
import { placeholderOf } from './photo-tile.tsx';
import { submissionWords } from './words.ts';

allowAssetImports();
const { townsOf } = await import('./area-map.tsx');

test('the colour of a photo agrees with its words', () => {
  for (const state of photoStates)
    for (const review of photoReviews) {
      const it = { state, review, reason: '', paid: false } as SubmissionInfo;
      const words = submissionWords(it);
      const expected = /^Re(fused|jected)/.test(words) ? 'no' : words.startsWith('Accepted') ? 'ok' : 'ms';
      expect([state, review, tone(it)]).toEqual([state, review, expected]);
    }
});

test('a few bytes make a picture; what is no picture makes none and breaks nothing', () => {
  expect(placeholderOf('1QcSHQRnh493V4dIh4eXh1h4kJUI')).toMatch(/^data:image\/png;base64,/);
  expect(placeholderOf('not base64!')).toBeUndefined();
});

test('the largest towns in view are named, seven at most, off the centre and off each other', () => {
  const centre = { latitude: 50, longitude: 8 };
  const view = localView(centre, 50, 400, 280, 0.36, [0.5, 40_000]);
  const cities = Array.from({ length: 40 }, (_, i) => ({
    name: `Town ${i}`,
    country: 'DE',
    latitude: 49.3 + (i % 8) * 0.2,
    longitude: 7 + Math.floor(i / 8) * 0.5,
    population: 1000 * (i + 1),
  }));
  const towns = townsOf(cities, view, [boxAround(project(view, centre), 10)]);
  expect(towns.length).toBeGreaterThan(2);
  expect(towns.length).toBeLessThanOrEqual(7);
  const boxes = towns.map(({ name, at }) => {
    const width = textWidth(name, 11);
    return { x: at.x - { start: 0, middle: width / 2, end: width }[at.anchor], y: at.y - 10, width, height: 12 };
  });
  const mark = project(view, centre);
  for (const [i, box] of boxes.entries()) {
    expect(box.x >= 0 && box.x + box.width <= 400 && box.y >= 0 && box.y + box.height <= 280).toBe(true);
    expect(overlaps(box, { x: mark.x - 5, y: mark.y - 5, width: 10, height: 10 })).toBe(false);
    for (const other of boxes.slice(i + 1)) expect(overlaps(box, other)).toBe(false);
  }
  const inView = cities.filter((it) => {
    const { x, y } = project(view, it);
    return x > 8 && y > 8 && x < 392 && y < 252;
  });
  const [here] = townsOf([{ ...cities[0], ...centre, name: 'Here' } as (typeof cities)[0]], view, [
    boxAround(mark, 10),
  ]);
  expect(here && Math.abs(here.at.x - mark.x)).toBeGreaterThan(9);
  expect(towns[0]?.name).toBe(inView.toSorted((a, b) => b.population - a.population)[0]?.name);
});
