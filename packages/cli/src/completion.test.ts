import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
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
