import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './sources.ts';

/** The files that the console is made of. If none of them changed, the last build still stands. */
const inputs = [
  'packages/console',
  'packages/schema/src',
  'packages/ethereum/src',
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

/** Text is compressed here once, and not on every request. */
const compress = async (): Promise<void> => {
  const files = (await listed(site)).filter((it) => /\.(js|css|html|json|svg)$/.test(it) && !it.includes('/.vite/'));
  for (const file of files) {
    const bytes = await readFile(file);
    // Quality 9 of 11. The last two steps cost seconds on the map and save 3 %.
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

const readManifest = async (from: string) =>
  JSON.parse(await readFile(join(from, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** These chunks, and all that they cannot start without. */
const reach = (manifest: Readonly<Record<string, Chunk>>, names: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    if (!manifest[name]) throw new Error(`The build has no ${name}.`);
    seen.add(name);
    for (const it of manifest[name]?.imports ?? []) visit(it);
  };
  for (const name of names) visit(name);
  return seen;
};

const gzipBytes = async (manifest: Readonly<Record<string, Chunk>>, names: Iterable<string>, from: string) => {
  const sizes = [...names].map(async (it) => (await stat(join(from, `${manifest[it]?.file}.gz`))).size);
  return (await Promise.all(sizes)).reduce((sum, it) => sum + it, 0);
};

const firstPage = ['index.html', 'src/pages/explore.tsx'];

/** Script that the first page needs: the entry, the page of `/`, and what both import. */
export const firstLoadBytes = async (from = site): Promise<number> => {
  const manifest = await readManifest(from);
  return gzipBytes(manifest, reach(manifest, firstPage), from);
};

/** Script that each page needs before it shows anything, by the name of the page. */
export const pageBytes = async (from = site): Promise<Record<string, number>> => {
  const manifest = await readManifest(from);
  const pages = Object.keys(manifest).filter((it) => it.startsWith('src/pages/'));
  const sizes = pages.map((it) => gzipBytes(manifest, reach(manifest, ['index.html', it]), from));
  return Object.fromEntries((await Promise.all(sizes)).map((bytes, i) => [pages[i] as string, bytes]));
};

/**
 * Script that is loaded to hold evidence against a chain and a log, beyond what the page of a challenge has loaded to recompute
 * it.
 */
export const anchoringBytes = async (from = site): Promise<number> => {
  const manifest = await readManifest(from);
  const recheck = 'src/verify/recheck-evidence.ts';
  const before = reach(manifest, [...firstPage, 'src/pages/challenge.tsx', recheck]);
  const anchor = Object.keys(manifest).filter((it) => /client\/dist\/anchor\/[\w-]+\.js$/.test(it));
  if (anchor.length < 2) throw new Error('The build has no chunks that anchor evidence.');
  const after = reach(manifest, ['src/pages/verify.tsx', recheck, ...anchor]);
  return gzipBytes(
    manifest,
    [...after].filter((it) => !before.has(it)),
    from,
  );
};

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const buildConsole = async (): Promise<void> => {
  const print = await fingerprint();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === print) return;
  const { build } = await import('vite');
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
  await writeFile(stamp, print);
  process.stdout.write(
    `Built. The console loads ${kb(await firstLoadBytes())} of script (gzip) at first, and ${kb(await anchoringBytes())} more to anchor evidence.\n`,
  );
};

if (process.argv[1]?.endsWith('build-console.js')) await buildConsole();
