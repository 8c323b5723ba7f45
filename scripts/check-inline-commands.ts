import { createProgram } from '@trigpoint/cli';
import { isDocument } from './doc-blocks.ts';
import { type Check, lineOf, type Source } from './sources.ts';

type Command = ReturnType<typeof createProgram>;

const inline = /`(?:[A-Z_]+=\S+\s)*((?:npx\s)?trigpoint|npm run)\s([^`]+)`/g;

/** What is wrong with a command in a sentence. Commands in blocks are run; those in sentences are only looked at. */
const problemOf = (program: string, words: string[], files: ReadonlySet<string>): string | undefined => {
  if (program === 'npm run') {
    const [script = '', dashes, name] = words;
    // The script belongs to a workspace.
    if (dashes === '-w') return undefined;
    if ((script !== 'bench' && script !== 'prove') || dashes !== '--' || name === undefined || name.startsWith('<'))
      return files.has(`script ${script}`) ? undefined : `there is no script ${script}`;
    return files.has(`${script}/${name}.ts`) ? undefined : `there is no ${script}/${name}.ts`;
  }
  let command: Command = createProgram();
  for (const word of words) {
    const inner = command.commands.find((it) => it.name() === word);
    if (inner) command = inner;
    else if (command.commands.length > 0 && /^[a-z]/.test(word)) return `there is no command ${word}`;
    const [flag = ''] = word.split('=');
    const known = ['--help', '--version', ...command.options.map((it) => it.long ?? '')];
    if (/^--\w/.test(flag) && !known.includes(flag)) return `there is no option ${flag}`;
  }
  return undefined;
};

const scriptsOf = (sources: readonly Source[]): string[] => {
  const { scripts } = JSON.parse(sources.find(({ path }) => path === 'package.json')?.text ?? '{}');
  return Object.keys(scripts ?? {}).map((it) => `script ${it}`);
};

/** Commands named in sentences exist, with their options. */
export const checkInlineCommands: Check = (sources) => {
  const files = new Set([...sources.map(({ path }) => path), ...scriptsOf(sources)]);
  return sources
    .filter(({ path }) => isDocument(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(inline)].flatMap((match) => {
        const words = (match[2] as string).split(/\s+/).filter((it) => it !== '');
        const program = (match[1] as string).replace(/^npx\s/, '');
        const problem = problemOf(program, words, files);
        return problem === undefined ? [] : [`${path}:${lineOf(text, match.index)} ${problem} (${match[0]})`];
      }),
    );
};
