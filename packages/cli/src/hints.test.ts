import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { createProgram } from './program.ts';
import { commandLine, localService } from './session.ts';

afterEach(() => void vi.unstubAllEnvs());

const asksService = (command: Command): boolean =>
  command.options.some((it) => it.long === '--service') || command.commands.some(asksService);

/** Commands that ask a service. What is suggested of them must reach the service that was asked before. */
const names = createProgram()
  .commands.filter(asksService)
  .map((it) => it.name());

/** What is no hint: comments, examples, descriptions of commands and options, and the name of a format. */
const noHints = [
  /\/\*\*[\s\S]*?\*\//g,
  /^\s*\/\/.*$/gm,
  /\bexamples(Elsewhere)?\([\s\S]*?\);/g,
  /'trigpoint certificate'/g,
  /\.(description|option)\(\s*('[^']*'|`[^`]*`),?\s*('[^']*')?/g,
];

const hintsOf = (source: string): string[] => {
  const text = noHints.reduce((left, it) => left.replace(it, ''), source);
  return text.match(new RegExp(`trigpoint (${names.join('|')})\\b.*`, 'g')) ?? [];
};

test('every command that a message suggests names the service, because commandLine writes it', async () => {
  const folder = fileURLToPath(new URL('../src', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((it) => /(?<!\.test)\.ts$/.test(it));
  const bare: string[] = [];
  let written = 0;
  for (const file of files) {
    const source = await readFile(join(folder, file), 'utf8');
    written += source.match(/\bcommandLine\(/g)?.length ?? 0;
    bare.push(...hintsOf(source).map((it) => `${file}: ${it}`));
  }
  expect(bare).toEqual([]);
  expect(written).toBeGreaterThan(20);
  expect(hintsOf("throw new UsageError('This lists them: npx trigpoint watch list');")).toHaveLength(1);
});

test('a suggested command has the service and the key file of the one before, unless they are the usual ones', () => {
  vi.stubEnv('TRIGPOINT_SERVICE', '');
  const service = 'https://proofs.example.com';
  expect(commandLine('watch list', { service })).toBe(`npx trigpoint watch list --service ${service}`);
  expect(commandLine('watch list', { service: localService })).toBe('npx trigpoint watch list');
  expect(commandLine('watch list', { service: `${localService}/` })).toBe('npx trigpoint watch list');
  expect(commandLine('watch list', { service: localService, keyFile: 'my key.json' })).toBe(
    "npx trigpoint watch list --key-file 'my key.json'",
  );
  vi.stubEnv('TRIGPOINT_SERVICE', service);
  expect(commandLine('trust', { service })).toBe('npx trigpoint trust');
  expect(commandLine('trust', { service: localService })).toBe(`npx trigpoint trust --service ${localService}`);
});
