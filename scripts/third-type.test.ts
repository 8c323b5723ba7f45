import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** Every spelling of the example type's name: its id, its attribute, its types, its settings. */
const name = /\bpoc\b|\bPoc[A-Z]|\bPOC_|proof of compute/;

const folder = 'packages/proofs/src/poc/';
const mayName = (path: string) =>
  path.startsWith(folder) || path === 'packages/proofs/src/registry.ts' || /\.md$|\.test\.ts$/.test(path);

test('a proof type is its folder and a line in the registry', async () => {
  const naming = (await readSources()).filter(({ text }) => name.test(text)).map(({ path }) => path);
  expect(naming.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(6);
  expect(naming.filter((path) => !mayName(path))).toEqual([]);
});
