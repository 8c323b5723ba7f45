import { writeFile } from 'node:fs/promises';
import { generatedDocs } from './docs.ts';
import { root } from './sources.ts';

for (const { path, render } of generatedDocs) {
  await writeFile(`${root}${path}`, render());
  process.stdout.write(`${path}\n`);
}
