import { Argument, type Command } from 'commander';
import { action, examples, print } from './output.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

type Shell = (typeof shells)[number];

/** A command, with the words that can follow it: its own commands, and its options. */
interface Node {
  /** The words of the command, each behind a space: ` request pol`. */
  readonly path: string;
  readonly words: readonly Word[];
  /** Whether it takes an argument of any value, such as the name of a file. */
  readonly takesAny: boolean;
}

interface Word {
  readonly word: string;
  readonly says: string;
  /** The values that an option takes. Undefined if it takes none, empty if it takes any. */
  readonly values?: readonly string[];
}

const wordsOf = (command: Command): Word[] => {
  const help = command.createHelp();
  return [
    ...help
      .visibleCommands(command)
      .filter((it) => it.name() !== 'help')
      .map((it) => ({ word: it.name(), says: it.description() })),
    ...command.registeredArguments.flatMap((it) =>
      (it.argChoices ?? []).map((word) => ({ word, says: it.description })),
    ),
    ...help.visibleOptions(command).map((it) => ({
      word: it.long ?? it.short ?? '',
      says: it.description,
      ...(it.required || it.optional ? { values: it.argChoices ?? [] } : {}),
    })),
  ];
};

/** Commander's own tree, command by command. */
const nodesOf = (command: Command, path = ''): Node[] => [
  {
    path,
    words: wordsOf(command),
    takesAny: command.registeredArguments.some((it) => it.argChoices === undefined),
  },
  ...command
    .createHelp()
    .visibleCommands(command)
    .filter((it) => it.name() !== 'help')
    .flatMap((it) => nodesOf(it, `${path} ${it.name()}`)),
];

/** A text between single quotes, in any of the shells. */
const quoted = (text: string): string => `'${text.replaceAll(/[^\x20-\x7e]/g, '').replaceAll("'", '')}'`;

const choicesOf = ({ words }: Node): Word[] => words.filter((it) => (it.values?.length ?? 0) > 0);

/** Two shell functions that bash and zsh understand: one gives the words after a command, the other the values of an option. */
const tables = (nodes: readonly Node[]): string => {
  const [commands, options] = [
    nodes.map((it) => [it.path, it.words.map(({ word }) => word)] as const),
    nodes.flatMap((it) => choicesOf(it).map(({ word, values = [] }) => [`${it.path} ${word}`, values] as const)),
  ];
  const cases = (rows: readonly (readonly [string, readonly string[]])[]) =>
    rows.map(([at, words]) => `    ${quoted(at)}) echo ${quoted(words.join(' '))} ;;`).join('\n');
  return `_trigpoint_words() {
  case "$1" in
${cases(commands)}
  esac
}
_trigpoint_values() {
  case "$1" in
${cases(options)}
  esac
}`;
};

/** The script finds the command by the words up to the cursor. It skips options. */
const bash = (nodes: readonly Node[]): string => `# In ~/.bashrc: source <(trigpoint completion bash)
${tables(nodes)}
_trigpoint() {
  local at= word found
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ -n $(_trigpoint_words "$at $word") ]] && at="$at $word"
  done
  found=$(_trigpoint_values "$at \${COMP_WORDS[COMP_CWORD-1]}")
  COMPREPLY=($(compgen -W "\${found:-$(_trigpoint_words "$at")}" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _trigpoint trigpoint`;

const zsh = (nodes: readonly Node[]): string => `# In ~/.zshrc, after compinit: source <(trigpoint completion zsh)
${tables(nodes)}
_trigpoint() {
  local at= word found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ -n $(_trigpoint_words "$at $word") ]] && at="$at $word"
  done
  found=$(_trigpoint_values "$at $words[CURRENT-1]")
  compadd -- \${=\${found:-$(_trigpoint_words "$at")}} || _files
}
compdef _trigpoint trigpoint`;

const fish = (nodes: readonly Node[]): string => {
  const lines = nodes.flatMap(({ path, words }) =>
    words.map(({ word, says, values }) => {
      const does = `-d ${quoted(says.slice(0, 80))}`;
      const takes = values === undefined ? '' : values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -rF';
      const what = word.startsWith('--') ? `-l ${word.slice(2)}${takes}` : `-a ${quoted(word)}`;
      return `complete -c trigpoint -n ${quoted(`__trigpoint_at${path}`)} ${what} ${does}`;
    }),
  );
  const files = nodes
    .filter((it) => it.takesAny)
    .map(({ path }) => `complete -c trigpoint -n ${quoted(`__trigpoint_at${path}`)} -F`);
  const paths = nodes.map((it) => quoted(it.path.trim())).join(' ');
  return `# trigpoint completion fish > ~/.config/fish/completions/trigpoint.fish
function __trigpoint_at
  set -l path
  for word in (commandline -opc)[2..]
    contains -- (string join -- ' ' $path $word) ${paths}; and set -a path $word
  end
  test "$path" = "$argv"
end
complete -c trigpoint -f
${[...lines, ...files].join('\n')}`;
};

/** The script for a shell. */
export const completionFor = (shell: Shell, program: Command): string => writers[shell](nodesOf(program));

const writers: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = { bash, zsh, fish };

export const addCompletionCommands = (program: Command): void => {
  const completion = program
    .command('completion')
    .description('print what makes a shell complete commands and options')
    .addArgument(new Argument('<shell>', 'your shell').choices([...shells]))
    .action(action(async (shell: Shell) => print(completionFor(shell, program))));
  examples(completion, 'trigpoint completion bash > trigpoint.bash');
};
