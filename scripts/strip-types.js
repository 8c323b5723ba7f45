// Compiles the TypeScript sources by leaving their types out: two seconds, where checking the types takes half a minute.
// JavaScript itself, because nothing is compiled yet when it runs. `tsc -b` checks the types in `npm run check`.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = {
  sourcemap: true,
  target: 'es2023',
  tsconfig: false,
  jsx: { runtime: 'automatic', importSource: 'preact' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

/** @param {string} path */
const changedAt = async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

/** @param {string} source @param {string} target */
async function compile(source, target) {
  if ((await changedAt(target)) > (await changedAt(source))) return 0;
  const { code, map, errors } = await transform(source, await readFile(source, 'utf8'), options);
  if (errors.length > 0) throw new Error(`${source}: ${errors[0].message}`);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, JSON.stringify(map));
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
  return 1;
}

/** @param {string} folder */
async function compileProject(folder) {
  const { compilerOptions } = JSON.parse(await readFile(join(folder, 'tsconfig.json'), 'utf8'));
  const from = join(folder, compilerOptions.rootDir);
  const to = join(folder, compilerOptions.outDir);
  const files = (await readdir(from, { recursive: true })).filter(
    (it) => /(?<!\.d)\.tsx?$/.test(it) && !/^(dist|node_modules)\//.test(it),
  );
  const done = await Promise.all(files.map((it) => compile(join(from, it), join(to, it.replace(/\.tsx?$/, '.js')))));
  return done.reduce((sum, it) => sum + it, 0);
}

const { references } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
let count = 0;
for (const { path } of references) count += await compileProject(join(root, path));
if (count > 0) process.stdout.write(`Compiled ${count} files.\n`);
// The files that hold a whole package are made of what was just compiled.
await import('./dist/build-one-files.js');
