import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gasDocUrl, measureGas, printGas } from './gas.ts';

it('docs/gas.md says what the calls cost today (if not: npm run gas -w contracts)', async () => {
  expect(readFileSync(gasDocUrl, 'utf8')).toBe(printGas(await measureGas()));
});
