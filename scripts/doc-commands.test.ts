import { readFile } from 'node:fs/promises';
import { wordsOfBusyMachines } from '@trigpoint/dev';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { benchesOf, blocksOf, type DocBlock, type DocCommand, hiddenCommands, isDocument } from './doc-blocks.ts';
import { DocStage } from './doc-stage.ts';
import { readSources, root } from './sources.ts';

const everything = await readSources();
const sources = everything.filter(({ path }) => isDocument(path));
const pages = new Map(sources.map((it) => [it.path, blocksOf(it)] as const).filter(([, blocks]) => blocks.length > 0));

test('no document holds commands that are not run here', () => {
  expect(sources.flatMap(hiddenCommands)).toEqual([]);
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

const titleOf = ({ line, commands, instead }: DocBlock): string =>
  `line ${line}: ${instead ? `${instead.commands.map((it) => it.text).join(', ')} instead of ` : ''}${commands[0]?.text}${
    instead ? `, because ${instead.reason}` : ''
  }`;
const needsDatabase = (block: DocBlock) =>
  (block.instead ?? block).commands.some(({ text }) => text.includes('postgres://'));

/** Whether a page uses a network, and whether it says how to start it. */
const commandsOf = (blocks: readonly DocBlock[]) => blocks.flatMap((it) => (it.instead ?? it).commands);
const has = (blocks: readonly DocBlock[], what: RegExp) => commandsOf(blocks).some(({ text }) => what.test(text));
const usesNetwork = (blocks: readonly DocBlock[]) => has(blocks, /\btrigpoint\b|\bnpm start\b/);
const startsNetwork = (blocks: readonly DocBlock[]) => has(blocks, /\btrigpoint up\b|\bnpm start\b/);

/** One network for all pages that need one, or start one without settings. */
let shared: DocStage | undefined;
const sharedNetwork = async (): Promise<DocStage> => {
  if (!shared) {
    shared = await DocStage.open();
    await shared.startNetwork();
  }
  return shared;
};

let stage: DocStage;
const onStage = (blocks: readonly DocBlock[] = []) => {
  beforeAll(async () => {
    stage = await DocStage.open(sharedNetwork);
    if (usesNetwork(blocks) && !startsNetwork(blocks)) await stage.startNetwork();
  }, 200_000);
  afterAll(() => stage.close(), 240_000);
};

/** Types a command; tells what it lacks on this machine. */
const typed = async (command: DocCommand): Promise<string | undefined> =>
  /^skipped: (.+)$/m.exec(await stage.run(command))?.[1];

const testPage = (_: string, blocks: readonly DocBlock[]) => {
  onStage(blocks);

  test.for(blocks.map((it) => [titleOf(it), it] as const))('%s', { timeout: 900_000 }, async ([, block], context) => {
    const commands = (block.instead ?? block).commands;
    expect(commands.length).toBeGreaterThan(0);
    if (needsDatabase(block) && !(await stage.hasDatabase())) return context.skip('no PostgreSQL starts here');
    for (const command of commands) {
      const lack = await typed(command);
      if (lack !== undefined) return context.skip(lack);
    }
  });
};

// A network measures as long as it runs, so it ends before the pages that need none.
describe('with a network', () => {
  afterAll(() => shared?.close(), 240_000);
  describe.each([...pages].filter(([, blocks]) => usesNetwork(blocks)))('%s', testPage);
});
describe.each([...pages].filter(([, blocks]) => !usesNetwork(blocks)))('%s', testPage);

describe('benchmarks that only sentences name', () => {
  onStage();
  const nameOf = (text: string) => /\bbench -- ([\w-]+)/.exec(text)?.[1];
  const inBlocks = new Set([...pages.values()].flat().flatMap((it) => it.commands.map(({ text }) => nameOf(text))));
  const left = new Set(sources.flatMap(benchesOf).filter((it) => !inBlocks.has(nameOf(it))));

  test.for([...left])('%s', { timeout: 900_000 }, async (text, context) => {
    const lack = await typed({ text, exitCode: 0 });
    if (lack !== undefined) context.skip(lack);
  });
});
