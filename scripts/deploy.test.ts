import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, ethereumSigner } from '@trigpoint/client';
import { startCommand } from '@trigpoint/dev/processes';
import { testFolder } from '@trigpoint/proofs/testing';
import { configVariables, readConfig, startService } from '@trigpoint/server';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from './sources.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(join(root, path), 'utf8');
const dir = testFolder(afterAll);

/** Runs a command of ours until it says that it is ready, hands over its address, and ends it as Docker and systemd do. */
const whileRunning = async (command: string[], env: Record<string, string>, use: (url: string) => Promise<void>) => {
  const { PATH = '' } = process.env;
  const { child, exit, says } = startCommand(command, { cwd: root, env: { PATH, LOG_LEVEL: 'silent', ...env } });
  const [, url = ''] = await says(/Service +(\S+)[\s\S]*Ctrl-C| connected /);
  try {
    await use(url);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await exit).toBe(0);
};

describe('Dockerfile', () => {
  const instructions = async () =>
    [...(await read('Dockerfile')).matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name, rest]) => [name, rest] as const);
  const last = async (name: string) => (await instructions()).filter(([it]) => it === name).at(-1)?.[1] ?? '';

  test('ends as an ordinary user, from pinned images, with commands in exec form', async () => {
    const found = await instructions();
    expect(await last('USER')).toBe('node');
    for (const [, image] of found.filter(([name]) => name === 'FROM'))
      expect(image).toMatch(/^node:\d+-[a-z-]+( AS \w+)?$/);
    expect(found.some(([name]) => name === 'ADD')).toBe(false);
    expect(JSON.parse(await last('ENTRYPOINT'))).toEqual(['node', 'packages/cli/bin/trigpoint.js']);
  });

  test('copies what is there, and runs scripts that package.json has', async () => {
    const found = await instructions();
    const { scripts } = JSON.parse(await read('package.json'));
    for (const [name, rest] of found) {
      const from = /--from=build \/build\/(\S+)/.exec(rest ?? '')?.[1];
      if (name === 'COPY' && from !== undefined) expect(existsSync(join(root, from)), from).toBe(true);
      const script = /^npm run (\S+)/.exec(rest ?? '')?.[1];
      if (name === 'RUN' && script !== undefined) expect(scripts).toHaveProperty(script);
    }
    expect(await read('.dockerignore')).toMatch(/^\*\*\/node_modules$/m);
  });

  test('its command serves, its health check tells that from a service that is away', {
    timeout: 240_000,
  }, async () => {
    const settings = Object.fromEntries((await last('ENV')).split(' ').map((it) => it.split('=') as [string, string]));
    for (const name of Object.keys(settings)) expect([...Object.keys(configVariables), 'NODE_ENV']).toContain(name);
    const command = [...JSON.parse(await last('ENTRYPOINT')), ...JSON.parse(await last('CMD'))];
    const [, check = '[]'] = /CMD (.*)$/.exec(await last('HEALTHCHECK')) ?? [];
    const [file, ...args] = JSON.parse(check) as string[];
    const healthy = (port: string) =>
      run(file as string, args, { env: { PATH: process.env.PATH, PORT: port } }).then(
        () => true,
        () => false,
      );
    const env = {
      ...settings,
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1:8080',
      TRIGPOINT_DATA_DIR: join(dir, 'docker'),
    };
    let port = '';
    await whileRunning(command, env, async (url) => {
      port = new URL(url).port;
      expect(await healthy(port)).toBe(true);
    });
    expect(await healthy(port)).toBe(false);
  });
});

test('compose.yaml sets only what the service reads, and names files that are there', async () => {
  const text = await read('deploy/compose.yaml');
  const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
  const names = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name as string);
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((it) => !(it in configVariables))).toEqual([]);
  for (const [, path] of text.matchAll(/- (\.\/\S+?):/g))
    expect(existsSync(join(root, 'deploy', path as string))).toBe(true);
  for (const [, image] of text.matchAll(/image: (\S+)/g)) if (image !== 'trigpoint') expect(image).toMatch(/:v?\d/);
});

describe('systemd units', async () => {
  const folder = 'deploy/systemd';
  const units = await readdir(join(root, folder));
  const started = (unit: string) => /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];

  const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync);
  test.skipIf(!analyze)(
    `systemd finds nothing wrong${analyze ? '' : ': skipped, systemd-analyze is not here'}`,
    async () => {
      for (const unit of units) {
        const { stderr } = await run(analyze as string, ['verify', join(root, folder, unit)]);
        expect(stderr.split('\n').filter((line) => line.includes(unit))).toEqual([]);
      }
    },
  );

  test('their commands run', { timeout: 120_000 }, async () => {
    const service = await read(`${folder}/trigpoint.service`);
    const env = { PORT: '0', DEVELOPMENT: 'on', TRIGPOINT_DATA_DIR: join(dir, 'systemd') };
    await whileRunning(started(service), env, async (url) => {
      for (const role of ['prover', 'challenger']) {
        const unit = await read(`${folder}/trigpoint-${role}@.service`);
        const command = started(unit).flatMap((word) =>
          word === '$ARGUMENTS'
            ? ['--claims', 'latitude=50.9,longitude=6.9']
            : [word.replaceAll('%i', 'pol').replace('/var/lib/trigpoint-agents', dir)],
        );
        expect(command).toContain(role);
        await whileRunning(command, { TRIGPOINT_SERVICE: url, HOME: dir }, async () => {});
      }
    });
  });
});

test('the dashboard shows metrics that a service has, and every one of our own', { timeout: 240_000 }, async () => {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: join(dir, 'metrics') });
  const service = await startService(config);
  onTestFinished(() => service.close());
  const page = await (await fetch(`${service.url}/metrics`)).text();
  const families = [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({
    name: name as string,
    type,
  }));
  const shown = families.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  const dashboard = await read('deploy/grafana/trigpoint.json');
  const used = new Set(dashboard.match(/\btrigpoint_\w+/g));
  expect([...used].filter((it) => !shown.includes(it))).toEqual([]);
  const own = families.filter(({ name }) => !/^trigpoint_(process|nodejs)_/.test(name));
  expect(own.filter(({ name }) => ![...used].some((it) => it.startsWith(name)))).toEqual([]);
  const { panels } = JSON.parse(dashboard) as { panels: { id: number; targets: unknown[] }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.every(({ targets }) => targets.length > 0)).toBe(true);
  expect(await read('deploy/prometheus.yml')).toContain('metrics_path: /metrics');
});

test('alerts and the dashboard of a payer rest on metrics that a service tells payers', {
  timeout: 240_000,
}, async () => {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: join(dir, 'watches') });
  const service = await startService(config);
  onTestFinished(() => service.close());
  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  const { key } = (await client.call('create-key', { name: 'prometheus', scopes: ['read'] })).result;
  const reply = await fetch(`${service.url}/metrics/watches`, { headers: { authorization: `Bearer ${key}` } });
  const shown = [...(await reply.text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
  const named = (text: string) => [...new Set(text.match(/\btrigpoint_watch_\w+/g))];
  const dashboard = await read('deploy/grafana/watches.json');
  expect(named(dashboard).sort()).toEqual([...shown].sort());
  const alerts = await read('deploy/watch-alerts.yml');
  expect(named(alerts).filter((it) => !shown.includes(it))).toEqual([]);
  expect(named(await read('docs/watches.md')).sort()).toEqual([...shown].sort());
});
