import { readFile } from 'node:fs/promises';
import { wordsOfBusyMachines } from '@trigpoint/dev';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocBlock, hiddenCommands } from './doc-blocks.ts';
import { documents, everything, isBenchmark, lackIn, needsDatabase, pagesOf, titleOf, typedFor } from './doc-pages.ts';
import { DocStage } from './doc-stage.ts';
import { root } from './sources.ts';

/** The others are run by `doc-benchmarks.test.ts`. */
const pages = pagesOf((it) => !isBenchmark(it));

test('no document holds commands that are not run here', () => {
  expect(documents.flatMap(hiddenCommands)).toEqual([]);
  expect(pages.has('README.md') && pages.has('docs/tutorials.md') && pages.has('docs/cli.md')).toBe(true);
});

test('npm start is `trigpoint up` after a build', async () => {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  expect(scripts.start).toBe('npm run compile --silent && node packages/cli/bin/trigpoint.js up');
});

test('what is asked again on a busy machine is what verdicts still say', () => {
  const rules = everything.filter(({ path }) => /^packages\/(?:proofs|server)\/src\/.*(?<!\.test)\.ts$/.test(path));
  expect(wordsOfBusyMachines.filter((words) => !rules.some(({ text }) => text.includes(words)))).toEqual([]);
});

/** Whether a page starts a network of its own, and whether it begins with one that runs. */
const starts = /\btrigpoint up\b|\bnpm start\b/;
const commandsOf = (blocks: readonly DocBlock[]) => blocks.flatMap(typedFor);
const startsNetwork = (blocks: readonly DocBlock[]) => commandsOf(blocks).some(({ text }) => starts.test(text));
const needsNetwork = (blocks: readonly DocBlock[]) =>
  !startsNetwork(blocks) && commandsOf(blocks).some(({ text }) => text.includes('trigpoint'));

/** One network for all pages that begin with one: it takes as long to start as some pages take to type. */
let shared: DocStage | undefined;
const sharedNetwork = async (): Promise<DocStage> => {
  if (!shared) {
    shared = await DocStage.open();
    await shared.startNetwork();
  }
  return shared;
};
afterAll(() => shared?.close(), 240_000);

describe.each([...pages])('%s', (_, blocks) => {
  let stage: DocStage;
  beforeAll(async () => {
    stage = await DocStage.open(needsNetwork(blocks) ? await sharedNetwork() : undefined);
  }, 200_000);
  afterAll(() => stage.close(), 240_000);

  test.for(blocks.map((it) => [titleOf(it), it] as const))('%s', { timeout: 900_000 }, async ([, block], context) => {
    const commands = typedFor(block);
    expect(commands.length).toBeGreaterThan(0);
    if (needsDatabase(block) && !(await stage.hasDatabase())) return context.skip('no PostgreSQL starts here');
    for (const command of commands) {
      const lack = lackIn(await stage.run(command));
      if (lack !== undefined) return context.skip(lack);
    }
  });
});
