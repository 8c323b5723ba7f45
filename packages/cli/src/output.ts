import type { Command } from 'commander';
import { coloured, takesColour } from './colours.ts';
import { localTime } from './times.ts';

/** Exit codes; docs/cli.md lists them. */
export const exitCodes = {
  done: 0,
  error: 1,
  usage: 2,
  refuted: 3,
  inconclusive: 4,
  inconsistent: 5,
  unsigned: 6,
  unanchored: 7,
  contradicted: 8,
} as const;

/** Options or arguments that make no sense. The command ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const usageErrors = ['UsageError', 'KeyError', 'AskError', 'ClaimError', 'TrustError'];

/** What went wrong, in a sentence. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  // The error of fetch itself says only "fetch failed".
  if (error instanceof TypeError && cause?.code) return `The service cannot be reached (${cause.code}).`;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is in use, perhaps by a network that already runs. Stop that, or set PORT for the service and CHAIN_PORT for the chain.`;
  if ('path' in error && 'code' in error) return fileWords(String(error.code), String(error.path)) ?? error.message;
  if ('code' in error && error.code === 'invalid_field')
    return error.message.replace(/^\w+/, (field) => fieldWords[field] ?? field);
  return withoutChain(error) ?? error.message;
};

/** How the fields of the interface are called here. */
const fieldWords: Readonly<Record<string, string>> = {
  every_seconds: '--every, in seconds,',
  number_of_challengers: '--challengers',
  points: 'The number of POINTS',
  to: 'The key that should receive them',
  until: 'The end',
  url: 'The URL',
};

/** Why a file cannot be used. */
const fileWords = (code: string, path: string): string | undefined =>
  ({
    ENOENT: `There is no ${path}, or no folder to write it to.`,
    EACCES: `${path} may not be read or written by this user.`,
    EISDIR: `${path} is a folder, and a file is needed.`,
    ENOTDIR: `A part of ${path} is a file, and a folder is needed.`,
  })[code];

/** What to do if the node of the chain was not reached. What viem says about that takes eight lines. */
const withoutChain = ({ message, cause }: Error): string | undefined => {
  const [, url] =
    /^HTTP request failed[\s\S]*^URL: (\S+)/m.exec(`${message}\n${(cause as Error | undefined)?.message}`) ?? [];
  return url && `The node of the chain at ${url} cannot be reached. Name another with --rpc-url.`;
};

/** Looks at the words as typed, because wrong options end a command before its options are parsed. */
export const wantsJson = (): boolean => process.argv.includes('--json');

const jsonError = (code: string, message: string): string => `${JSON.stringify({ error: { code, message } })}\n`;

/** Writes what commander finds wrong, as text or as JSON. */
export const writeUsageError = (text: string, write: (text: string) => void): void =>
  write(wantsJson() ? jsonError('usage', text.replace(/^error: /, '').trim()) : text);

/** Prints a sentence instead of a stack, for the person at the terminal. DEBUG=trigpoint shows the stack. */
export const fail = (error: unknown): never => {
  const said = sentenceOf(error);
  // What a service says stays on one line. A line of its own would pass for one of ours.
  const message = error instanceof Error && error.name === 'ServiceError' ? oneLine(said) : said;
  const isHopeless = error instanceof Error && 'code' in error && error.code === 'never_verified';
  const isUsage = isHopeless || (error instanceof Error && usageErrors.includes(error.name));
  const code = error instanceof Error && 'code' in error ? String(error.code) : isUsage ? 'usage' : 'error';
  process.stderr.write(wantsJson() ? jsonError(code, message) : `trigpoint: ${visible(message)}\n`);
  if (process.env.DEBUG === 'trigpoint' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(isUsage ? exitCodes.usage : exitCodes.error);
};

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error' };

/** A line of the service's log for the person at the terminal. */
export const logLine = (line: string): string => {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const about = Object.entries(rest).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const why = err ? `: ${err.message}` : '';
  const of = about.length > 0 ? ` (${about.join(', ')})` : '';
  return visible(`${localTime(time)} ${levels[level] ?? level}: ${msg}${of}${why}`.replaceAll('\n', ' '));
};

/** Runs a command's action; it returns its exit code, or nothing for "done". */
export const action =
  <Args extends unknown[]>(run: (...args: Args) => Promise<unknown>) =>
  async (...args: Args): Promise<void> => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
    try {
      const code = await run(...args);
      process.exitCode = typeof code === 'number' ? code : exitCodes.done;
    } catch (error) {
      fail(error);
    }
  };

/** Control characters, and those that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Spells out characters that would move the cursor or rewrite the screen, as JSON does. Names and claims come from strangers. */
export const visible = (text: string): string =>
  text.replace(unprintable, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A line for people, in colour where the terminal has some. */
export const display = (line: string, out: NodeJS.WriteStream): string =>
  takesColour(out) ? coloured(visible(line)) : visible(line);

export const print = (line: string): void => void process.stdout.write(`${display(line, process.stdout)}\n`);

/** `1 slot`, `2 slots`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Prints one JSON document, or the text for people. */
export const show = (json: boolean | undefined, value: unknown, human: () => string): void =>
  print(json ? JSON.stringify(value) : human());

/** Removes line breaks from a text of somebody else. A name with a line break could pass for a line of ours. */
export const oneLine = (text: string): string => {
  const lines = text.split(/[\n\r\u2028\u2029]+/);
  return lines.map((it, i) => (i === 0 ? it.trimEnd() : i < lines.length - 1 ? it.trim() : it.trimStart())).join(' ');
};

/** Columns as wide as their widest cell. */
export const columns = (given: readonly (readonly string[])[]): string => {
  const rows = given.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** A whole number from an option. */
export const wholeNumber =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`);
    return value;
  };

export const someNumber =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new UsageError(`${name} takes a number from ${min} to ${max}, not "${text}".`);
    return value;
  };

/** The fields that have a value: options that nobody gave are left out. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const exampleLines = new WeakMap<Command, readonly string[]>();

/** Examples under a command's help. */
export const examples = (command: Command, ...lines: string[]): Command => {
  exampleLines.set(command, lines);
  return command.addHelpText('after', `\nExamples:\n${lines.map((it) => `  $ ${it}`).join('\n')}`);
};

const absent = new WeakMap<Command, string>();

/** Marks examples that do not work on a development network, and says why. They have tests of their own. */
export const examplesElsewhere = (command: Command, reason: string, ...lines: string[]): Command => {
  absent.set(command, reason);
  return examples(command, ...lines);
};

/** Why the examples of a command do not work on a development network; undefined if they do. */
export const whyElsewhere = (command: Command): string | undefined => absent.get(command);

/** The examples of a command, for docs/cli.md. */
export const examplesOf = (command: Command): readonly string[] => exampleLines.get(command) ?? [];

/** The first so many of a list that comes page by page. */
export async function take<T>(from: AsyncIterable<T>, limit: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const it of from) {
    taken.push(it);
    if (taken.length >= limit) break;
  }
  return taken;
}

/** Takes a value out of `{"result": …}`. Operations answer like that, and people save the answer as it came. */
export const unwrapped = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'result' && 'result' in value
    ? value.result
    : value;
