import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completionFor } from './completion.ts';
import { createProgram } from './program.ts';

/** What the shell offers behind each of these command lines; the last word is the one that is typed. */
const offers = (lines: readonly (readonly string[])[]): string[] => {
  const asks = lines.map((it) => `offer ${it.map((word) => `'${word}'`).join(' ')}`).join('\n');
  const script = `${completionFor('bash', createProgram())}
offer() { COMP_WORDS=(trigpoint "$@"); COMP_CWORD=$#; _trigpoint; echo "\${COMPREPLY[*]}"; }
${asks}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, lines.length);
};

test('bash completes commands, options and what options take, wherever options stand before', () => {
  expect(
    offers([
      ['re'],
      ['request', 'po'],
      ['--service', 'x', 'request', 'pob', '--dir'],
      ['request', 'pob', '--direction', ''],
      ['keys', 'cr'],
      ['completion', 'b'],
      ['nothing-like-it', 'zz'],
    ]),
  ).toEqual(['request result restore', 'pol pob', '--direction', 'down up', 'create', 'bash', '']);
});

test('every shell is told the same commands, and nothing that a shell would run', () => {
  const program = createProgram();
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const text = completionFor(shell, program);
    for (const word of ['request', 'campaign create', 'withstands'])
      expect([shell, text]).toEqual([shell, expect.stringContaining(word)]);
    expect(text).not.toContain('`');
  }
});

const has = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};
const ifThere = (shell: string) => (has(shell) ? shell : `${shell} (it is not installed)`);

describe('in a shell that is installed', () => {
  const dir = testFolder(afterAll);
  beforeAll(() => {
    for (const shell of ['zsh', 'fish'] as const)
      writeFileSync(join(dir, shell), completionFor(shell, createProgram()));
    writeFileSync(join(dir, 'evidence.json'), '{}');
  });
  const run = (shell: string, ...args: string[]) =>
    execFileSync(shell, args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  test.skipIf(!has('fish'))(`${ifThere('fish')} offers commands, options, what they take, and files`, () => {
    const offered = (line: string) =>
      run('fish', '-c', `source fish 2>&1; complete -C '${line}' 2>&1`)
        .split('\n')
        .map((it) => it.split('\t')[0])
        .filter((it) => it !== '');
    expect(offered('trigpoint re')).toEqual(['request', 'restore', 'result']);
    expect(offered('trigpoint --service x request pob --dir')).toEqual(['--direction']);
    expect(offered('trigpoint request pob --direction ')).toEqual(['down', 'up']);
    expect(offered('trigpoint verify evi')).toEqual(['evidence.json']);
    expect(offered('trigpoint verify --trust evi')).toEqual(['evidence.json']);
    expect(offered('trigpoint evi')).toEqual(['evidence']);
  });

  test.skipIf(!has('zsh'))(`${ifThere('zsh')} offers the same, and files where it knows nothing`, () => {
    // What zsh's own completion does: it takes the words that begin as the typed one does, and fails without any.
    const around = `compdef() { :; }; _files() { print files; }
compadd() { shift; local found=(\${(M)@:#\${words[CURRENT]}*}); (( $#found )) && print -r -- $found; }
offer() { words=(trigpoint "$@"); CURRENT=$(( $# + 1 )); _trigpoint; }`;
    const offered = (...words: string[]) =>
      run('zsh', '-f', '-c', `${around}\nsource ./zsh\noffer ${words.map((it) => `'${it}'`).join(' ')}`).trim();
    expect(offered('re')).toBe('request result restore');
    expect(offered('--service', 'x', 'request', 'pob', '--dir')).toBe('--direction');
    expect(offered('request', 'pob', '--direction', '')).toBe('down up');
    expect(offered('verify', 'evi')).toBe('files');
  });
});
