import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedCommand } from '@trigpoint/dev/processes';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, afterEach, expect, test } from 'vitest';
import { start } from './testing.ts';

const folder = testFolder(afterAll);
const keyFile = join(folder, 'key.json');
const running: StartedCommand[] = [];

const run = (...args: string[]) => {
  const started = start(args);
  running.push(started);
  return { ...started, ended: started.exit.then((code) => ({ code, ...started.said })) };
};

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

// Nobody listens on the discard port of the loopback.
const nowhere = ['--service', 'http://127.0.0.1:9', '--key-file', keyFile];

test('agents wait for a service that is away and end with 0 when told to', async () => {
  for (const role of ['prover', 'challenger']) {
    const agent = run(role, ...nowhere, '--claims', 'latitude=48.2,longitude=16.4', '--json');
    await agent.says(/"state":"connecting"/);
    agent.child.kill('SIGTERM');
    const { code, out } = await agent.ended;
    expect(code).toBe(0);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({ role, state: 'stopped' });
  }
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(keyFile, 'utf8')).key_type).toBe('ethereum');
});

test('wrong usage ends with 2 and one sentence', async () => {
  const wrong = [
    ['prover', ...nowhere, '--proof-type', 'pox'],
    ['prover', ...nowhere, '--claims', 'latitude'],
    ['challenger', ...nowhere, '--udp-port', '70000'],
    ['challenger', ...nowhere, '--udp-bind', '192.0.2.1'],
    ['prover', ...nowhere, '--key-type', 'rsa'],
  ];
  const ends = await Promise.all(wrong.map((args) => run(...args).ended));
  for (const [i, { code, err }] of ends.entries()) {
    expect([wrong[i], code]).toEqual([wrong[i], 2]);
    expect(err).not.toMatch(/\n\s+at /);
  }
  chmodSync(keyFile, 0o644);
  expect(await run('prover', ...nowhere).ended).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
});
