import { readdir } from 'node:fs/promises';
import { Lack } from './process/needs.ts';

/** Every file beside this one is a benchmark: `npm run bench -- <name> [its own options] [--small]`. */
const names = (await readdir(new URL('..', import.meta.url)))
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts' && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();

const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`npm run bench -- <name>, where <name> is one of:\n${names.map((n) => `  ${n}\n`).join('')}`);
  process.exitCode = 2;
} else {
  const isSmall = process.argv.includes('--small');
  process.argv = process.argv.filter((it, i) => i !== 2 && it !== '--small');
  if (isSmall) {
    process.env.BENCH_SIZE = 'small';
    process.stdout.write('small: it runs, and its figures mean nothing\n');
  }
  await import(new URL(`${name}.js`, import.meta.url).href).catch((error: unknown) => {
    if (!(error instanceof Lack)) throw error;
    process.stdout.write(`skipped: ${error.message}\n`);
    process.exitCode = isSmall ? 0 : 1;
  });
}
