import { posix } from 'node:path';
import { isDocument } from './doc-blocks.ts';
import { isTest } from './imports.ts';
import { type Check, lineOf, type Source } from './sources.ts';

/** Pages that tell a newcomer where things are. */
const maps = new Set(['ARCHITECTURE.md', 'CONTRIBUTING.md']);
const serverRoot = 'packages/server/src';

const fence = /^```.*?^```$/gms;
const span = /`([^`\n]+)`/g;
/** Commands, options, placeholders and whole expressions are not names. Other checks look at commands. */
const isName = (text: string): boolean => /^[\w#./-]+(?:\(\))?$/.test(text) && !/^-|^\.\.?$/.test(text);
const isPath = (text: string): boolean => /\/|\.(?:ts|tsx|md|json|sol|yaml|js)$/.test(text);
/** Folders that a build or an installation makes. */
const isMade = (text: string): boolean => /^(?:dist|node_modules)\/?$/.test(text);

/** A paragraph, an item of a list, or a row of a table. Readers take it in at once. */
interface Block {
  readonly text: string;
  readonly index: number;
}

const opens = /^(?:\||#|\s*(?:-|\d+\.) )/;

const blocksOf = (text: string): Block[] => {
  const blocks: { text: string; index: number }[] = [];
  let index = 0;
  let before = '';
  for (const line of text.replaceAll(fence, (it) => it.replaceAll(/[^\n]/g, ' ')).split('\n')) {
    const last = blocks.at(-1);
    if (last && before.trim() !== '' && !opens.test(line)) last.text += `\n${line}`;
    else blocks.push({ text: line, index });
    before = line;
    index += line.length + 1;
  }
  return blocks;
};

/** The files that a path on a map means: as it stands, below the server's sources, or anywhere by its name alone. */
const filesAt = (path: string, sources: readonly Source[]): readonly Source[] => {
  const wanted = path.replace(/\/$/, '');
  const at = (folder: string) => {
    const whole = posix.join(folder, wanted);
    return sources.filter((it) => it.path === whole || it.path.startsWith(`${whole}/`));
  };
  const found = at('').length > 0 ? at('') : at(serverRoot);
  return found.length > 0 || wanted.includes('/') ? found : sources.filter((it) => it.path.endsWith(`/${wanted}`));
};

/** Whether a file declares a name: by a declaration, as a member, as a table, or as a name in quotes. */
const declares = ({ text }: Source, name: string): boolean => {
  const word = name.replaceAll(/[#$]/g, '\\$&');
  return new RegExp(
    `\\b(?:class|interface|type|const|let|function|event|contract|TABLE)\\s+${word}(?![\\w-])` +
      `|^\\s+(?:(?:readonly|static|async|get|private|export)\\s+)*\\*?${word}\\??\\s*[(<:,=]` +
      `|^export \\{[^}]*\\b${word}\\b` +
      `|['"]${word}['"]`,
    'm',
  ).test(text);
};

/** `Sessions.complete` is declared where both its parts are. */
const declaresAll = (source: Source, name: string): boolean =>
  name
    .replace(/\(\)$/, '')
    .split('.')
    .every((part) => declares(source, part));

const problemsIn = (block: Block, code: readonly Source[], sources: readonly Source[]): string[] => {
  const names = [...block.text.matchAll(span)].map((it) => it[1] as string).filter((it) => isName(it) && !isMade(it));
  const paths = names.filter(isPath);
  const named = paths.flatMap((it) => filesAt(it, code));
  const where = named.length > 0 ? named : code;
  return names.flatMap((name) => {
    if (isPath(name)) return filesAt(name, sources).length > 0 ? [] : [`${name} does not exist`];
    if (filesAt(name, sources).length > 0) return [];
    if (where.some((it) => declaresAll(it, name))) return [];
    return [named.length > 0 ? `${name} is not in ${paths.join(', ')}` : `nothing is called ${name}`];
  });
};

/** The names in the first column of the table with this head. */
const columnOf = (text: string, head: string): string[] => {
  const table = new RegExp(`^\\| ${head} \\|[^\\n]*\\n\\|[-|]+\\n((?:\\|[^\\n]*\\n)+)`, 'm').exec(text)?.[1] ?? '';
  return table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(span)].map((it) => it[1] as string));
};

/** The table of rooms has every folder of the server, and no other. */
const problemsOfRooms = (text: string, sources: readonly Source[]): string[] => {
  const listed = columnOf(text, 'room');
  const there = new Set(sources.flatMap(({ path }) => /^packages\/server\/src\/([\w-]+)\//.exec(path)?.[1] ?? []));
  return [
    ...[...there].filter((it) => !listed.includes(it)).map((it) => `the room ${it} is not in the table of rooms`),
    ...listed.filter((it) => !there.has(it)).map((it) => `there is no room ${it}`),
  ];
};

/** A file of code, with or without its folder. */
const isCodeFile = (text: string): boolean => /^[\w./-]+\.(?:tsx?|sol)$/.test(text);

const missingFiles = ({ path, text }: Source, sources: readonly Source[]): string[] => {
  const named = [...text.matchAll(span)].filter((it) => isCodeFile(it[1] as string));
  return named
    .filter(([, file]) => !sources.some((it) => it.path === file || it.path.endsWith(`/${file}`)))
    .map(({ index, 1: file }) => `${path}:${lineOf(text, index)} ${file} does not exist`);
};

/**
 * Checks that everything that a map names exists. A name beside a path is declared in that file, so that a reader who follows
 * the path finds it. In other documents, the code files that they name exist.
 */
export const checkMaps: Check = (sources) => {
  const code = sources.filter(({ path }) => /\.(?:tsx?|sol)$/.test(path) && !isTest(path));
  const others = sources.filter(({ path }) => isDocument(path) && !maps.has(path));
  const onMaps = sources
    .filter(({ path }) => maps.has(path))
    .flatMap(({ path, text }) => [
      ...blocksOf(text).flatMap((block) =>
        problemsIn(block, code, sources).map((problem) => `${path}:${lineOf(text, block.index)} ${problem}`),
      ),
      ...(path === 'CONTRIBUTING.md' ? problemsOfRooms(text, sources).map((it) => `${path} ${it}`) : []),
    ]);
  return [...onMaps, ...others.flatMap((it) => missingFiles(it, sources))];
};
