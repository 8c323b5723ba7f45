import type { Command } from 'commander';

/** docs/cli.md lists them. */
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

/** Options or arguments that cannot be meant: ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const usageErrors = ['UsageError', 'KeyError', 'AskError', 'ClaimError', 'TrustError'];

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  // What fetch says by itself is "fetch failed".
  if (error instanceof TypeError && cause?.code) return `The service cannot be reached (${cause.code}).`;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is in use, perhaps by a network that already runs. Stop that, or set PORT for the service and CHAIN_PORT for the chain.`;
  return error.message;
};

/** Asked of the words as typed: wrong options end a command before it has any. */
export const wantsJson = (): boolean => process.argv.includes('--json');

const jsonError = (code: string, message: string): string => `${JSON.stringify({ error: { code, message } })}\n`;

/** What commander finds wrong, in the form that was asked for. */
export const writeUsageError = (text: string, write: (text: string) => void): void =>
  write(wantsJson() ? jsonError('usage', text.replace(/^error: /, '').trim()) : text);

/** Ends with a sentence, not a stack: what went wrong is for the person at the terminal. DEBUG=trigpoint shows the rest. */
export const fail = (error: unknown): never => {
  const message = sentenceOf(error);
  const isHopeless = error instanceof Error && 'code' in error && error.code === 'never_verified';
  const isUsage = isHopeless || (error instanceof Error && usageErrors.includes(error.name));
  const code = error instanceof Error && 'code' in error ? String(error.code) : isUsage ? 'usage' : 'error';
  process.stderr.write(wantsJson() ? jsonError(code, message) : `trigpoint: ${message}\n`);
  if (process.env.DEBUG === 'trigpoint' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(isUsage ? exitCodes.usage : exitCodes.error);
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

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** One JSON document, or whatever a person wants to read. */
export const show = (json: boolean | undefined, value: unknown, human: () => string): void =>
  print(json ? JSON.stringify(value) : human());

/** Columns as wide as their widest cell. */
export const columns = (rows: readonly (readonly string[])[]): string => {
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

const given = new WeakMap<Command, readonly string[]>();

/** Examples under a command's help. */
export const examples = (command: Command, ...lines: string[]): Command => {
  given.set(command, lines);
  return command.addHelpText('after', `\nExamples:\n${lines.map((it) => `  $ ${it}`).join('\n')}`);
};

const absent = new WeakMap<Command, string>();

/** Examples that cannot be typed on a development network, and why; a test of their own types them. */
export const examplesElsewhere = (command: Command, reason: string, ...lines: string[]): Command => {
  absent.set(command, reason);
  return examples(command, ...lines);
};

/** Why the examples of a command cannot be typed on a development network; undefined where they can. */
export const whyElsewhere = (command: Command): string | undefined => absent.get(command);

/** The same for docs/cli.md. */
export const examplesOf = (command: Command): readonly string[] => given.get(command) ?? [];
