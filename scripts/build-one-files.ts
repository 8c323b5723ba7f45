import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
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

/** Our own packages whose code is in the command line. It is bundled, because to read its 300 files took half of its time. */
const held = ['cli', 'agent', 'client', 'log', 'proofs', 'protocol'];

const newest = async (folder: string): Promise<number> => {
  const files = (await readdir(folder, { recursive: true })).filter(
    (it) => it.endsWith('.js') && !it.endsWith('.test.js') && !it.startsWith('bundle/'),
  );
  return Math.max(...(await Promise.all(files.map((it) => changedAt(join(folder, it))))));
};

const cli = join(packages, 'cli/dist');
const dir = join(cli, 'bundle');
const sources = await Promise.all(held.map((it) => newest(join(packages, it, 'dist'))));
if ((await changedAt(join(dir, 'check.js'))) < Math.max(...sources, lockedAt)) {
  const bundle = await rolldown({
    input: { main: join(cli, 'main.js'), check: join(cli, 'check.js') },
    platform: 'node',
    // Packages that start threads or read files beside their own code stay where they are.
    external: [
      /^@trigpoint\/(schema|ethereum|contracts|dev|server|agent$)/,
      /^@modelcontextprotocol/,
      '#check',
      'koffi',
    ],
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({ dir, format: 'esm', chunkFileNames: '[name].js' });
}
