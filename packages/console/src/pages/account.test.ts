import { expect, test } from 'vitest';
import { accountWords } from '../account/words.ts';
import { browserOf } from './account.tsx';

test('a browser is called by the name on its window', () => {
  const engine = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const told: [agent: string, name: string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox'],
    [`${engine} Chrome/130.0.0.0 Safari/537.36`, 'Chrome'],
    [`${engine} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge'],
    [`${engine} Version/17.5 Safari/605.1.15`, 'Safari'],
    ['node', 'node'],
    ['curl/8.5.0', 'curl'],
    ['', 'A program'],
    [`My own ${'x'.repeat(90)}`, `My own ${'x'.repeat(33)}`],
  ];
  for (const [agent, name] of told) expect(browserOf(agent)).toBe(name);
});

test('what one pays with does not depend on how long ago one signed in', () => {
  expect(accountWords.paysWith(true)).toBe('the balance above, or a wallet: chosen with each request');
  expect(accountWords.paysWith(false)).toBe('the balance above');
});

test('beside an empty balance stands whether one can ask, and where POINTS come from', () => {
  expect(accountWords.payNote('0', '0')).toBe('Challenges cost nothing on this service.');
  expect(accountWords.payNote('0.5', '0')).toMatch(/^The balance is empty\./);
  expect(accountWords.payNote('0.5', '2.5')).toBe('');
});
