import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './sources.ts';

/** Entries of packages that are loaded as one file, with all that they import. */
const entries = [
  ['schema/dist/index.js', 'schema/dist/one-file.js', 'node'],
  ['ethereum/dist/index.js', 'ethereum/dist/one-file.js', 'browser'],
  ['ethereum/dist/asking.js', 'ethereum/dist/asking-one-file.js', 'browser'],
] as const;

const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
const lockedAt = await changedAt(join(root, 'package-lock.json'));

for (const [from, to, platform] of entries) {
  const [input, file] = [join(root, 'packages', from), join(root, 'packages', to)];
  if ((await changedAt(file)) >= Math.max(await changedAt(input), lockedAt)) continue;
  const bundle = await rolldown({ input, platform });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
}
