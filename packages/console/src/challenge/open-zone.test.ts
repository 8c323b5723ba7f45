import { readFile } from 'node:fs/promises';
import { testServer } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Country } from '../map/atlas.ts';
import { allowAssetImports } from '../map/testing-assets.ts';
import type { DrawnZone } from '../map/zones.ts';
import { toWitness } from './pol-view.ts';

allowAssetImports(
  await testServer(async (request, reply) => void reply.end(await readFile(request.url ?? '')), afterAll),
);
const { loadAtlas } = await import('../map/atlas.ts');
const { loadZone } = await import('../map/zones.ts');
const { polAdvice } = await import('./pol-words.ts');
const { edgeKm, listedWords, missingFor, openCountries, openZoneLead, openZoneWords } = await import('./open-zone.ts');
const { verified } = await import('../specimen/pol-fixtures.ts');

const frankfurt = { latitude: 50.11, longitude: 8.68 };
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

/** Challengers that stand at the claim and are this far, at most, from the prover. */
const view = (reachesKm: readonly number[], liars: number, more = {}) => ({
  ...verified,
  outcome: 'inconclusive' as const,
  claim: { place: frankfurt, name: 'Frankfurt' },
  reason: 'It is open whether the prover is in Germany.',
  boundsKm: [Math.max(...reachesKm)],
  liars,
  liarsOfAll: liars,
  zone: { text: 'DE', words: 'Germany', finding: 'undecided', ...more },
  witnesses: reachesKm.map((km, i) =>
    toWitness(
      {
        ...{ id: String(i), name: `c${i}`, where: '', place: frankfurt, state: 'answered' as const },
        fastestMs: km / 99.93,
      },
      frankfurt,
    ),
  ),
});

describe('a zone that stays open', () => {
  let countries: readonly Country[];
  let germany: DrawnZone;
  beforeAll(async () => {
    [countries, germany] = await Promise.all([loadAtlas('coarse'), loadZone('DE', 'medium')]);
  });

  test('names the countries with the largest part of what the answers allow, and none of the zone', () => {
    const near = openCountries(view([300, 300, 300, 300], 0), countries, germany);
    expect(near.slice(0, 3)).toEqual(['France', 'Belgium', 'the Netherlands']);
    expect(near).not.toContain('Germany');
    // One answer that ends before the border rules the others out, unless it may be a lie.
    expect(openCountries(view([300, 300, 300, 80], 0), countries, germany)).toEqual([]);
    expect(openCountries(view([300, 300, 300, 80], 1), countries, germany)[0]).toBe('France');
  });

  test('names three at most, and tells how many more there are', () => {
    expect(listedWords(['France'], 1)).toBe('France');
    expect(listedWords(['France', 'Belgium'], 2)).toBe('France and Belgium');
    expect(listedWords(['France', 'Belgium', 'Austria'], 3)).toBe('France, Belgium and Austria');
    expect(listedWords(['France', 'Belgium', 'Austria', 'Poland'], 229)).toBe(
      'France, Belgium, Austria and 226\u00a0more countries',
    );
    const everywhere = plain(
      openZoneLead(view([20_000, 20_000, 20_000, 20_000], 1, { reached: 229 }), countries, germany),
    );
    expect(everywhere).toMatch(/^The answers also allow land outside it\./);
  });

  test('tells how far its edge is, and how many answers end before it', () => {
    // Wissembourg, on the border with France, is the nearest.
    expect(edgeKm(frankfurt, germany)).toBeGreaterThan(115);
    expect(edgeKm(frankfurt, germany)).toBeLessThan(135);
    expect(missingFor(view([300, 90, 110, 300, 300, 300], 2), 120, true)).toEqual({
      ...{ withinKm: 120, needed: 3, had: 2, of: 6 },
    });
    const lead = plain(openZoneLead(view([300, 90, 110, 300, 300, 300], 2, { reached: 5 }), countries, germany));
    expect(lead).toMatch(
      /The nearest edge is 1[123]\d km from its claim\. To decide it, 3 answers must .*; 2 of 6 did\./,
    );
    expect(lead).toContain('Ask again with more challengers near the claim');
  });

  test('promises nothing where enough answers end before the edge already', () => {
    const enough = { withinKm: 120, needed: 2, had: 2, of: 6 };
    expect(openZoneWords(['France'], 1, enough)).toBe(
      'The answers also allow land of France. Challengers closer to the prover would tell.',
    );
    expect(openZoneLead({ ...view([300], 0), witnesses: [] }, countries, germany)).toBeUndefined();
  });

  test('that too few were asked about is told with that reason, and with how many to ask', () => {
    const few = { ...view([300, 300, 300], 1, { reached: 9 }), reason: 'Only 3 challengers were asked.' };
    expect(openZoneLead(few, countries, germany)).toBeUndefined();
    expect(polAdvice(few)).toContain('ask at least 4 challengers');
    expect(polAdvice(view([300, 300, 300, 300], 1, { reached: 9 }))).toBeUndefined();
  });
});
