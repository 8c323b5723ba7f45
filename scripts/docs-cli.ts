import { createProgram, examplesOf, exitCodes, whyElsewhere } from '@trigpoint/cli';
import { pageHead, table } from './docs-page.ts';

type Command = ReturnType<typeof createProgram>;

const exitMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'done; for `request`: verified; for `verify`: anchored, with all that comes before; for `doctor`: nothing is in the way',
  error: 'error: one sentence on stderr says which',
  usage: 'wrong usage; `apply`: what runs is not what the file says',
  refuted: '`request`: the claim was refuted',
  inconclusive: '`request`: inconclusive',
  inconsistent: '`verify`: the evidence does not agree with itself',
  unsigned: '`verify`: consistent, and somebody who is named did not sign',
  unanchored: '`verify`: consistent and signed, and not compared with everything that it takes to be anchored',
  contradicted:
    '`verify`: consistent and signed, and the chain or the log that you named says otherwise, or it is about something else than you named; `log`: the log contradicts itself',
};

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The commands that help shows: without those of example proof types, and without `help`. */
const visibleOf = (command: Command): readonly Command[] => {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter((it) => visible.includes(it));
};

/** The commands that do something. Groups only hold them. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : visibleOf(command).flatMap(leavesOf);

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`;

/** Options that may be given several times begin with an empty list, which is no default that anybody reads. */
const isTold = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0);

const defaultOf = ({ defaultValue }: { defaultValue?: unknown }): string =>
  isTold(defaultValue) ? `\`${defaultValue}\`` : '';

const section = (command: Command): string => {
  const args = command.registeredArguments.map((it) => (it.required ? `<${it.name()}>` : `[${it.name()}]`)).join(' ');
  const options = command.options.map((it) => [
    `\`${it.flags}\`${it.mandatory ? ' (required)' : ''}`,
    defaultOf(it),
    `${it.description}${it.envVar ? ` (\`${it.envVar}\`)` : ''}${it.argChoices ? `: ${it.argChoices.join(', ')}` : ''}`,
  ]);
  const shown = examplesOf(command);
  const reason = whyElsewhere(command);
  const instead = reason ? `<!-- instead: \`npx ${pathOf(command)} --help\`; because ${reason} -->\n` : '';
  return [
    `## ${pathOf(command)}${args ? ` ${args}` : ''}`.replaceAll('<', '\\<'),
    sentence(command.description()),
    ...(options.length > 0 ? [table(['option', 'default', 'meaning'], options)] : []),
    ...(shown.length > 0
      ? [
          `${instead}\`\`\`sh\n${shown.map((it) => `npx ${it}`).join('\n')}\n\`\`\``.replace(
            /npx (\w+=\S+) /g,
            '$1 npx ',
          ),
        ]
      : []),
  ].join('\n\n');
};

export const renderCli = (): string => {
  const codes = Object.entries(exitCodes).map(([name, code]) => [
    String(code),
    exitMeanings[name as keyof typeof exitCodes],
  ]);
  return `${pageHead('Command line', 'the commands in packages/cli/src')}

In the workspace every command runs as \`npx trigpoint …\`. \`--service\` is the local network unless given (or set
\`TRIGPOINT_SERVICE\`). \`--json\` prints JSON instead of text, errors included. Progress moves on a terminal and is quiet
in a pipe. Keys come from a file that only you can read, or from \`TRIGPOINT_PRIVATE_KEY\`; they are never shown.

${table(['exit code', 'meaning'], codes)}

${leavesOf(createProgram()).map(section).join('\n\n')}
`;
};
