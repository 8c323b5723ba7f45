import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkDocs, generatedDocs } from './docs.ts';
import { readSources, root } from './sources.ts';

if (process.argv.includes('--check')) {
  const problems = checkDocs(await readSources('docs/'));
  for (const problem of await problems) process.stderr.write(`${problem}\n`);
  if ((await problems).length > 0) process.exitCode = 1;
} else {
  for (const { path, render } of generatedDocs) {
    await mkdir(dirname(`${root}${path}`), { recursive: true });
    await writeFile(`${root}${path}`, render());
    process.stdout.write(`${path}\n`);
  }
}
