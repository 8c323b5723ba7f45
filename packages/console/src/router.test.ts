import fc from 'fast-check';
import { expect, test } from 'vitest';
import { match } from './router.tsx';

test('a path is matched by its parts, and its rest keeps slashes', () => {
  expect(match('/challenges/:type/:id', '/challenges/pol/18')).toEqual({ type: 'pol', id: '18' });
  expect(match('/agents/:type/:role/*id', '/agents/pol/prover/IPv4/0xab')).toEqual({
    type: 'pol',
    role: 'prover',
    id: 'IPv4/0xab',
  });
  expect(match('/campaigns/:name', '/campaigns/EV%20chargers')).toEqual({ name: 'EV chargers' });
  expect(match('/challenges/:id', '/challenges')).toBeUndefined();
  expect(match('/agents/:type/:role/*id', '/agents/pol/prover')).toBeUndefined();
  expect(match('/challenges', '/challenges/18')).toBeUndefined();
  expect(match('/', '/')).toEqual({});
  expect(match('/', '/challenges')).toBeUndefined();
  expect(match('/campaigns/:name', '/campaigns/%E0%A4%A')).toEqual({ name: '%E0%A4%A' });
});

test('whatever a campaign is called, its address leads back to its name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      expect(match('/campaigns/:name', `/campaigns/${encodeURIComponent(name)}`)).toEqual({ name });
    }),
  );
});
