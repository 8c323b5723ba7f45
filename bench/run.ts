import { readdir } from 'node:fs/promises';

/** Every file beside this one is a benchmark: `npm run bench -- <name> [its own options]`. */
const names = (await readdir(new URL('..', import.meta.url)))
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts' && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();

const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`npm run bench -- <name>, where <name> is one of:\n${names.map((n) => `  ${n}\n`).join('')}`);
  process.exitCode = 2;
} else {
  process.argv.splice(2, 1);
  await import(new URL(`${name}.js`, import.meta.url).href);
}
