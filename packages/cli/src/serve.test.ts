import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../bin/trigpoint.js', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-cli-'));
const running: ChildProcess[] = [];

const run = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, DATABASE_URL: '', PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
  });
  running.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    output.out += data;
  });
  child.stderr.on('data', (data) => {
    output.err += data;
  });
  const exit = once(child, 'exit').then(([code]) => code as number);
  const says = async (pattern: RegExp) => {
    for (;;) {
      const match = output.out.match(pattern);
      if (match) return match;
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output.out}${output.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, output, exit, says };
};

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('serve says where it is, answers, and ends with 0 on SIGTERM after the running requests', async () => {
  const service = run(['serve']);
  const [, url] = await service.says(/Service +(\S+)/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(0);
  await expect(fetch(`${url}/readyz`)).rejects.toThrow();
});

test('serve --json says the same as one line for programs', async () => {
  const service = run(['serve', '--json']);
  const [line] = await service.says(/^\{.*\}\n/);
  const { service: url, health } = JSON.parse(line);
  expect((await fetch(health)).status).toBe(200);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a second process on the same data directory is refused with the pid of the first', async () => {
  const first = run(['serve']);
  await first.says(/Service/);
  const second = run(['serve']);
  expect(await second.exit).toBe(1);
  expect(second.output.err).toContain(`pid ${first.child.pid}`);
  first.child.kill('SIGKILL');
  await first.exit;
  await run(['serve']).says(/Service/);
});

test('a bad setting is refused with a sentence and no stack; wrong usage ends with 2', async () => {
  const bad = run(['serve'], { PORT: 'eighty' });
  expect(await bad.exit).toBe(1);
  expect(bad.output.err).toMatch(/^trigpoint: PORT must be a whole number from 0 to 65535; it is "eighty"\.\n$/);
  const wrong = run(['serv']);
  expect(await wrong.exit).toBe(2);
  expect(wrong.output.err).toContain('unknown command');
  for (const args of [
    ['provers', '--limit', 'x'],
    ['provers', '--colour'],
    ['prover', '--claims', 'oops'],
    ['status'],
  ]) {
    const asked = run([...args, '--json']);
    expect(await asked.exit).toBe(2);
    expect(JSON.parse(asked.output.err)).toEqual({ error: { code: 'usage', message: expect.stringMatching(/\w/) } });
  }
});
