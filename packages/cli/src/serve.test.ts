import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedCommand } from '@trigpoint/dev/processes';
import { afterEach, expect, test } from 'vitest';
import { start } from './testing.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-cli-'));
const running: StartedCommand[] = [];

const run = (args: string[], env: Record<string, string> = {}) => {
  const started = start(args, { PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  running.push(started);
  return started;
};

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('serve says where it is, answers, and ends with 0 on SIGTERM after the running requests', async () => {
  const service = run(['serve']);
  const [, url = ''] = await service.says(/Service +(\S+)/);
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
  expect(second.said.err).toContain(`pid ${first.child.pid}`);
  first.child.kill('SIGKILL');
  await first.exit;
  await run(['serve']).says(/Service/);
});

test('a bad setting is refused with a sentence and no stack; wrong usage ends with 2', async () => {
  const bad = run(['serve'], { PORT: 'eighty' });
  expect(await bad.exit).toBe(1);
  expect(bad.said.err).toMatch(/^trigpoint: PORT must be a whole number from 0 to 65535; it is "eighty"\.\n$/);
  const wrong = run(['serv']);
  expect(await wrong.exit).toBe(2);
  expect(wrong.said.err).toContain('unknown command');
  for (const args of [
    ['provers', '--limit', 'x'],
    ['provers', '--colour'],
    ['prover', '--claims', 'oops'],
    ['status'],
  ]) {
    const asked = run([...args, '--json']);
    expect(await asked.exit).toBe(2);
    expect(JSON.parse(asked.said.err)).toEqual({ error: { code: 'usage', message: expect.stringMatching(/\w/) } });
  }
});
