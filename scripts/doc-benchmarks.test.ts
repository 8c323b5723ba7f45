import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { benchesOf, type DocCommand } from './doc-blocks.ts';
import { documents, isBenchmark, lackIn, needsDatabase, pagesOf, titleOf, typedFor } from './doc-pages.ts';
import { DocStage } from './doc-stage.ts';

const pages = pagesOf(isBenchmark);
const nameOf = (text: string) => /\bbench -- ([\w-]+)/.exec(text)?.[1];
const inBlocks = new Set([...pages.values()].flat().flatMap((it) => it.commands.map(({ text }) => nameOf(text))));
const inSentences = new Set(documents.flatMap(benchesOf).filter((it) => !inBlocks.has(nameOf(it))));

let stage: DocStage;
beforeAll(async () => {
  stage = await DocStage.open();
});
afterAll(() => stage.close(), 240_000);

/** Types commands one after another; tells what the first of them lacks that cannot run on this machine. */
const typed = async (commands: readonly DocCommand[]): Promise<string | undefined> => {
  for (const command of commands) {
    const lack = lackIn(await stage.run(command));
    if (lack !== undefined) return lack;
  }
  return undefined;
};

// Beside each other: they wait for databases and processes that they start.
describe.concurrent.each([...pages])('%s', (_, blocks) => {
  test.for(blocks.map((it) => [titleOf(it), it] as const))('%s', { timeout: 900_000 }, async ([, block], context) => {
    const commands = typedFor(block);
    expect(commands.length).toBeGreaterThan(0);
    if (needsDatabase(block) && !(await stage.hasDatabase())) return context.skip('no PostgreSQL starts here');
    const lack = await typed(commands);
    if (lack !== undefined) context.skip(lack);
  });
});

describe.concurrent('benchmarks that only sentences name', () => {
  test.for([...inSentences])('%s', { timeout: 900_000 }, async (text, context) => {
    const lack = await typed([{ text, exitCode: 0 }]);
    if (lack !== undefined) context.skip(lack);
  });
});
