import { execFileSync, spawnSync } from 'node:child_process';
import { relatedTests } from './related-tests.ts';
import { readSources, root } from './sources.ts';
import { compiledOf, secondsOf } from './test-times.ts';

/** How long the tests may take together. The compiler and the checks need the rest of the minute. */
const budgetSeconds = 30;
/** How many test files run at a time. */
const workers = 2;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const run = (command: string, ...args: string[]): void => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

const since = process.argv[2] ?? 'HEAD';
const changed = [
  ...new Set([
    ...git('diff', '--name-only', '--no-renames', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
];
if (changed.length === 0) {
  process.stdout.write(`Nothing has changed since ${since}. Name an older commit: npm run quick -- HEAD~3\n`);
  process.exit();
}
const sources = await readSources();
const existing = new Set(sources.map(({ path }) => path));
const bin = (name: string) => `node_modules/.bin/${name}`;
run(bin('biome'), 'check', '--no-errors-on-unmatched', ...changed.filter((it) => existing.has(it)));
run('node', 'scripts/dist/check.js');

const related = relatedTests(sources, changed);
const chosen: string[] = [];
let seconds = 0;
for (const it of related) {
  const more = secondsOf(it) / workers;
  if (seconds + more > budgetSeconds) continue;
  seconds += more;
  chosen.push(it);
}
const left = related.filter((it) => !chosen.includes(it));
process.stdout.write(`${chosen.length} test files import what has changed and run now.\n`);
if (left.length > 0)
  process.stdout.write(`${left.length} more do not fit into a minute; npm test runs them:\n  ${left.join('\n  ')}\n`);
if (chosen.length > 0) run(bin('vitest'), 'run', ...chosen.map(compiledOf));
