import { blocksOf, type DocBlock, isDocument } from './doc-blocks.ts';
import { readSources } from './sources.ts';

export const everything = await readSources();
export const documents = everything.filter(({ path }) => isDocument(path));

/** The commands that are typed for a block. */
export const typedFor = (block: DocBlock) => (block.instead ?? block).commands;

/** The blocks of each page that a test runs, where it has any. */
export const pagesOf = (isRunHere: (block: DocBlock) => boolean): Map<string, DocBlock[]> =>
  new Map(
    documents.map((it) => [it.path, blocksOf(it).filter(isRunHere)] as const).filter(([, blocks]) => blocks.length > 0),
  );

/** Benchmarks and proofs start all that they need, and at small size none of them is judged by the clock. */
export const isBenchmark = (block: DocBlock): boolean =>
  typedFor(block).every(({ text }) => /\bnpm run (?:bench|prove) -- /.test(text));

export const needsDatabase = (block: DocBlock): boolean =>
  typedFor(block).some(({ text }) => text.includes('postgres://'));

export const titleOf = ({ line, commands, instead }: DocBlock): string =>
  `line ${line}: ${instead ? `${instead.commands.map((it) => it.text).join(', ')} instead of ` : ''}${commands[0]?.text}${
    instead ? `, because ${instead.reason}` : ''
  }`;

/** What a command lacks on this machine, read from its output. */
export const lackIn = (output: string): string | undefined => /^skipped: (.+)$/m.exec(output)?.[1];
