import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import { drawBadge } from '../watch/badge.ts';
import { challengeBadge } from './badge-words.ts';

const pol = findProfile('pol') as NonNullable<ReturnType<typeof findProfile>>;
const at = Date.parse('2026-11-17T12:00:00Z');
const says = (verified: 'true' | 'false' | 'inconclusive', result: Record<string, string>) =>
  challengeBadge(pol, { verified, result }, at);

test('a badge of a challenge says the verdict, what was found, and the day', () => {
  expect(says('true', { uncertainty_km: '182.4' })).toEqual({
    look: 'ok',
    word: 'verified',
    rest: 'within 183 km, 17 Nov 2026',
  });
  expect(says('false', { challengers_excluding: '7', challengers_used: '9' })).toMatchObject({ look: 'no' });
  expect(says('inconclusive', {})).toEqual({ look: 'un', word: 'inconclusive', rest: '17 Nov 2026' });
  expect(challengeBadge(pol, undefined, null)).toMatchObject({ look: 'none', word: 'no verdict yet' });
});

test('names of zones neither widen the badge nor write into it', () => {
  const long = says('true', {
    zone: 'inside',
    zone_name: 'DE, AT, CH, FR, IT, ES, PT, NL, BE, LU, DK, SE, NO, FI, PL, CZ',
  });
  expect(long.rest).toBe('17 Nov 2026');
  const svg = drawBadge(says('true', { zone: 'inside', zone_name: '<script>' }), 'auto');
  expect(svg).not.toContain('<script>');
});
