import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './sources.ts';

/** What the console is made of: when none of it changed, what was built still stands. */
const inputs = [
  'packages/console',
  'packages/schema/src',
  'packages/protocol/src',
  'packages/log/src',
  'packages/proofs/src',
  'packages/client/src',
  'package-lock.json',
];
const folder = join(root, 'packages/console');
const site = join(folder, 'dist/site');
const stamp = join(site, '.stamp');

const listed = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const inner = entries
    .filter(
      (it) =>
        !(path === folder && it.name === 'dist') && !/^node_modules$|\.test\.|\.tsbuildinfo$|\.map$/.test(it.name),
    )
    .map((it) => (it.isDirectory() ? listed(join(path, it.name)) : [join(path, it.name)]));
  return (await Promise.all(inner)).flat();
};

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  const files = (await Promise.all(inputs.map((it) => listed(join(root, it))))).flat().sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
};

/** Text is compressed once, here, and not on every request. */
const compress = async (): Promise<void> => {
  const files = (await listed(site)).filter((it) => /\.(js|css|html|json|svg)$/.test(it) && !it.includes('/.vite/'));
  for (const file of files) {
    const bytes = await readFile(file);
    // 9 of 11: the last two cost seconds on the map and save 3 %.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
};

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
}

/** Script that the first page needs: the entry, the page of `/`, and what both import. */
export const firstLoadBytes = async (from = site): Promise<number> => {
  const manifest = JSON.parse(await readFile(join(from, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    if (!manifest[name]) throw new Error(`The build has no ${name}.`);
    seen.add(name);
    for (const it of manifest[name]?.imports ?? []) visit(it);
  };
  visit('index.html');
  visit('src/pages/explore.tsx');
  const sizes = [...seen].map(async (it) => (await stat(join(from, `${manifest[it]?.file}.gz`))).size);
  return (await Promise.all(sizes)).reduce((sum, it) => sum + it, 0);
};

export const buildConsole = async (): Promise<void> => {
  const print = await fingerprint();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === print) return;
  const { build } = await import('vite');
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
  await writeFile(stamp, print);
  process.stdout.write(
    `Built. The console loads ${((await firstLoadBytes()) / 1000).toFixed(1)} kB of script (gzip) at first.\n`,
  );
};

if (process.argv[1]?.endsWith('build-console.js')) await buildConsole();
