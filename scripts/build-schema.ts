import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './sources.ts';

const dist = join(root, 'packages/schema/dist');
const [input, file] = [join(dist, 'index.js'), join(dist, 'one-file.js')];
const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

const newest = Math.max(await changedAt(input), await changedAt(join(root, 'package-lock.json')));
if ((await changedAt(file)) < newest)
  await (await rolldown({ input, platform: 'node' })).write({ file, format: 'esm' });
