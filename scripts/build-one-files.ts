import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutputOptions, rolldown } from 'rolldown';
import { root } from './sources.ts';

const packages = join(root, 'packages');
const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
const lockedAt = await changedAt(join(root, 'package-lock.json'));

/** Entries of packages that are loaded as one file, with all that they import. */
const entries = [
  ['schema/dist/index.js', 'schema/dist/one-file.js', 'node'],
  ['ethereum/dist/index.js', 'ethereum/dist/one-file.js', 'browser'],
  ['ethereum/dist/asking.js', 'ethereum/dist/asking-one-file.js', 'browser'],
] as const;

for (const [from, to, platform] of entries) {
  const [input, file] = [join(packages, from), join(packages, to)];
  if ((await changedAt(file)) >= Math.max(await changedAt(input), lockedAt)) continue;
  const bundle = await rolldown({ input, platform });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
}

/** Our own packages whose code `trigpoint verify` runs: their files change with every build. */
const checked = ['cli', 'client', 'log', 'proofs', 'protocol'];

const newest = async (folder: string): Promise<number> => {
  const files = (await readdir(folder, { recursive: true })).filter(
    (it) => it.endsWith('.js') && !it.endsWith('.test.js') && !it.startsWith('check/'),
  );
  return Math.max(...(await Promise.all(files.map((it) => changedAt(join(folder, it))))));
};

/**
 * What every check loads goes into one file. What only some checks need, such as the atlas or an endpoint of a chain, stays
 * apart.
 */
const rules: OutputOptions['codeSplitting'] = {
  groups: [
    {
      name: 'rules',
      test: (id) =>
        /(packages\/(client|log|proofs|protocol)\/dist|@noble\/hashes|libauth)\//.test(id) &&
        !/verify-signature|rpc-chain|atlas-file|probe|scenario|handshake|puzzles|proofs\/dist\/po[bc]\/(?!profile|ask)/.test(
          id,
        ),
    },
  ],
};

const [input, dir] = [join(packages, 'cli/dist/check.js'), join(packages, 'cli/dist/check')];
const sources = await Promise.all(checked.map((it) => newest(join(packages, it, 'dist'))));
if ((await changedAt(join(dir, 'check.js'))) < Math.max(...sources, lockedAt)) {
  const bundle = await rolldown({
    input: { check: input },
    platform: 'node',
    external: [/^@trigpoint\/(schema|ethereum)/, 'koffi'],
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({ dir, format: 'esm', chunkFileNames: '[name].js', codeSplitting: rules });
}
