import fc from 'fast-check';
import { expect, test } from 'vitest';
import { match } from '../router.tsx';
import { agentPath, askedName, claimName, nameOf, placeOf, proverName, whereOf, withNamesOf } from './agents.ts';

const id = 'IPv4/0x71c7656ec7ab88b098defb751b7401b5f6d8976f';

test('a place is two numbers; zero is one, and half a place is none', () => {
  expect(placeOf({ latitude: '52.5', longitude: 13.4 })).toEqual({ latitude: 52.5, longitude: 13.4 });
  expect(placeOf({ latitude: 0, longitude: '0' })).toEqual({ latitude: 0, longitude: 0 });
  for (const claims of [{}, { latitude: 1 }, { longitude: 1 }, { latitude: 'north', longitude: 0 }])
    expect(placeOf(claims)).toBeUndefined();
});

test('a sentence of the service names agents by what they are called, with the keys that tell them apart', () => {
  const known = new Map([[id, { city: 'Papeete' }]]);
  expect(withNamesOf(`2 are reached too soon: ${id}, 15,000 km away, and IPv6/Aq9.`, known)).toBe(
    '2 are reached too soon: Papeete (0x71c7…\u2060976f), 15,000 km away, and Aq9.',
  );
});

test('a prover is called by its name or its key, never by what it claims', () => {
  expect(proverName(id, { name: 'liar-sydney', city: 'Sydney' })).toBe('liar-sydney');
  for (const claims of [{ city: 'Sydney' }, { name: '', city: 'Sydney' }, {}])
    expect(proverName(id, claims)).toBe('0x71c7…\u2060976f');
  expect(claimName(id, { name: 'liar-sydney', city: 'Sydney' })).toBe('Sydney');
});

test('a place that somebody asked about has the prover’s word for it only if the prover claims it', () => {
  const claims = { city: 'Frankfurt', latitude: '50.1109', longitude: '8.6821' };
  const asked = { latitude: 49.49, longitude: 8.47 };
  expect(askedName(id, claims, { latitude: 50.1109, longitude: 8.6821 })).toBe('Frankfurt');
  expect(askedName(id, claims, asked)).toBe('49.49, 8.47');
  expect(askedName(id, claims, { ...asked, latitude: 50.1109 })).toBe('50.11, 8.47');
  expect(askedName(id, { city: 'Frankfurt' }, asked)).toBe('49.49, 8.47');
  // Evidence of another version may not tell what was asked.
  expect(askedName(id, claims, undefined)).toBe('Frankfurt');
});

test('a challenger is called by its name, by the nearest place it states, otherwise by its key', () => {
  expect(nameOf(id, { name: 'rack-7', city: 'Lisbon' })).toBe('rack-7');
  expect(nameOf(id, { city: 'Lisbon', region: 'Lisboa', country: 'PT' })).toBe('Lisbon');
  expect(nameOf(id, { region: 'Lisboa', country: 'PT' })).toBe('Lisboa');
  expect(nameOf(id, { country: 'PT' })).toBe('PT');
  for (const claims of [{}, { city: '' }]) expect(nameOf(id, claims)).toBe('0x71c7…\u2060976f');
});

test('the small print adds what the name does not say', () => {
  expect(whereOf(id, { city: 'Lisbon', country: 'PT' })).toBe('PT · 0x71c7…\u2060976f');
  expect(whereOf(id, { country: 'PT' })).toBe('0x71c7…\u2060976f');
  expect(whereOf(id, { city: 'Lisbon' })).toBe('0x71c7…\u2060976f');
});

test('the address of an agent leads back to it', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1 }).filter((it) => !it.includes('/'));
  fc.assert(
    fc.property(key, fc.constantFrom('prover' as const, 'challenger' as const), (it, role) => {
      expect(match('/agents/:type/:role/*id', agentPath('pol', role, `IPv4/${it}`))).toEqual({
        type: 'pol',
        role,
        id: `IPv4/${it}`,
      });
    }),
  );
});
