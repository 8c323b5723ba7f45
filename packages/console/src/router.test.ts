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
  expect(match('/', '/')).toEqual({});
  expect(match('/campaigns/:name', '/campaigns/%E0%A4%A')).toEqual({ name: '%E0%A4%A' });
});
