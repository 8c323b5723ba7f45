import { expect, test } from 'vitest';
import { relatedTests } from './related-tests.ts';
import { readSources } from './sources.ts';
import { compiledOf, lonelyTests, longTests, measuringTests, sourceOf } from './test-times.ts';

const files = (texts: Record<string, string>) => Object.entries(texts).map(([path, text]) => ({ path, text }));

const packages = files({
  'packages/proofs/package.json': JSON.stringify({
    name: '@trigpoint/proofs',
    exports: { '.': { default: './dist/index.js' }, './pol': { default: './dist/pol/index.js' } },
  }),
  'packages/proofs/src/index.ts': "export * from './words.ts';",
  'packages/proofs/src/pol/index.ts': "export * from './discs.ts';",
  'packages/proofs/src/words.ts': "const later = () => import('./late.ts');",
  'packages/proofs/src/words.test.ts': "import { words } from './words.ts';",
  'packages/proofs/src/late.ts': '',
  'packages/proofs/src/pol/discs.ts': '',
  'packages/proofs/src/pol/discs.test.ts': "import { disc } from './discs.ts';",
  'packages/proofs/src/pol/far.ts': "import { disc } from './discs.ts';",
  'packages/proofs/src/pol/far.test.ts': "import { far } from './far.ts';",
  'packages/cli/src/pol.test.ts': "import { disc } from '@trigpoint/proofs/pol';",
  'packages/cli/src/style.test.ts': "read('styles/tokens.css');",
});

test.each([
  ['the test beside it', 'packages/proofs/src/words.ts', ['packages/proofs/src/words.test.ts']],
  ['through import()', 'packages/proofs/src/late.ts', ['packages/proofs/src/words.test.ts']],
  [
    'the nearest first, then through an entry of its package',
    'packages/proofs/src/pol/discs.ts',
    ['discs.test.ts', 'far.test.ts']
      .map((it) => `packages/proofs/src/pol/${it}`)
      .concat('packages/cli/src/pol.test.ts'),
  ],
  ['a test itself', 'packages/proofs/src/words.test.ts', ['packages/proofs/src/words.test.ts']],
  ['who names a file that is not code', 'packages/console/styles/tokens.css', ['packages/cli/src/style.test.ts']],
  ['not a test that is gone', 'packages/proofs/src/gone.test.ts', []],
])('related: %s', (_, changed, expected) => {
  expect(relatedTests(packages, [changed])).toEqual(expected);
});

test('tests that start first by name exist', async () => {
  const paths = new Set((await readSources()).map(({ path }) => path));
  expect([...longTests, ...lonelyTests, ...measuringTests].filter((it) => !paths.has(it))).toEqual([]);
});

test.each([
  ['packages/cli/dist/serve.test.js', 'packages/cli/src/serve.test.ts'],
  ['dev/dist/chain/kill.test.js', 'dev/src/chain/kill.test.ts'],
  ['scripts/dist/deploy.test.js', 'scripts/deploy.test.ts'],
])('%s is compiled from %s', (compiled, source) => {
  expect(sourceOf(compiled)).toBe(source);
  expect(compiledOf(source)).toBe(compiled);
});
