import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './sources.ts';

// npm run repeat -- <filter> [times]
//   Runs test files again and again beside a busy core, and says which tests failed how often.

const [filter, times = '20'] = process.argv.slice(2);
if (filter === undefined || !(Number(times) > 0)) {
  process.stderr.write('npm run repeat -- <filter> [times], where the filter is a part of a compiled path\n');
  process.exit(2);
}
const failures = new Map<string, number>();
const busy = spawn(process.execPath, ['-e', 'for (;;);']);
process.on('exit', () => busy.kill('SIGKILL'));
for (let run = 1; run <= Number(times); run++) {
  const { stdout, status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--reporter=json', `--maxWorkers=${availableParallelism()}`, filter],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const { testResults = [] } = JSON.parse(stdout.slice(stdout.indexOf('{"'))) as {
    testResults?: { name: string; message: string; assertionResults: Result[] }[];
  };
  for (const { name, message, assertionResults } of testResults) {
    if (message) note(`${name}: ${message}`, message);
    for (const it of assertionResults)
      if (it.status === 'failed') note(`${name}: ${it.fullName}`, it.failureMessages[0]);
  }
  process.stdout.write(`${run} of ${times}: ${status === 0 ? 'passed' : 'failed'}\n`);
}
for (const [name, count] of failures) process.stdout.write(`${count} of ${times}  ${name}\n`);
process.exitCode = failures.size === 0 ? 0 : 1;
process.exit();

interface Result {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

function note(name: string, why = ''): void {
  failures.set(name, (failures.get(name) ?? 0) + 1);
  process.stdout.write(`${name}\n${why.slice(0, 2_000)}\n`);
}
