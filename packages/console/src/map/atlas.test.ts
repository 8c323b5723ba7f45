import { readFile } from 'node:fs/promises';
import { testServer } from '@trigpoint/proofs/testing';
import { afterAll, expect, test } from 'vitest';
import { allowAssetImports } from './testing-assets.ts';

/** Serves the countries as the service does, but not at the first time it is asked. */
let asked = 0;
const url = await testServer(async (request, reply) => {
  asked++;
  if (asked === 1) reply.writeHead(503).end();
  else reply.end(await readFile(request.url ?? ''));
}, afterAll);

allowAssetImports(url);
const { detailFor, loadAtlas } = await import('./atlas.ts');

test('the nearer the view, the finer the map', () => {
  expect([10, 999, 1000, 3999, 4000, 40_000].map(detailFor)).toEqual([
    ...['fine', 'fine', 'medium'],
    ...['medium', 'coarse', 'coarse'],
  ]);
});

test('a map that does not come is asked for again; one that came is asked for once', async () => {
  await expect(loadAtlas('coarse')).rejects.toThrow('503');
  const [first, second] = await Promise.all([loadAtlas('coarse'), loadAtlas('coarse')]);
  expect(second).toBe(first);
  expect(asked).toBe(2);
});

test('every country has a box around all of it, and its name in the middle of its largest part', async () => {
  const countries = await loadAtlas('coarse');
  expect(countries.length).toBeGreaterThan(150);
  for (const { box, middle, geometry } of countries) {
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    expect(parts.flat(2).every(([x = 0, y = 0]) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])).toBe(
      true,
    );
    expect(middle[0] > box[0] && middle[0] < box[2] && middle[1] > box[1] && middle[1] < box[3]).toBe(true);
  }
  // Alaska and Hawaii are part of it, and do not move its name off the mainland.
  const states = countries.find((it) => it.name === 'United States of America');
  expect(states?.box[0]).toBeLessThan(-150);
  expect(states?.middle[0]).toBeGreaterThan(-110);
});
