import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DevNetwork, startNetwork } from '@trigpoint/dev';
import { testFolder, testServer } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = testFolder(afterAll);
let network: DevNetwork;

beforeAll(async () => {
  const env = { PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dir };
  network = await startNetwork({ env });
}, 120_000);
afterAll(() => network.close());

const run = async (name: string): Promise<string> => {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return (await promisify(execFile)(process.execPath, [file, network.service.url], { timeout: 110_000 })).stdout;
};

test('campaign.ts: created, filled, reviewed, paid and read back', { timeout: 120_000 }, async () => {
  const printed = await run('campaign');
  expect(printed.match(/: ready/g)?.length).toBe(3);
  expect(printed.match(/^person \d: earned 2\.5 POINTS$/gm)?.length).toBe(2);
  expect(printed).toContain('person 3: earned nothing. This is not street art.');
  expect(printed.match(/160 × 120 png/g)?.length).toBe(2);
  expect(printed).toContain('paid 5 of 10 POINTS for 2 photos; the campaign is live');
});

test('request.ts: asked on chain, carried out, judged, an honest prover first', { timeout: 120_000 }, async () => {
  const printed = await run('request');
  const asked = [...printed.matchAll(/^Challenge \d+ for (IPv[46]\/\S+)/gm)].map(([, id]) => id);
  expect(asked).toEqual(network.agents.get('pol')?.provers.map(({ agent }) => agent.id));
  // A busy machine may leave either open; it takes neither for the other.
  expect(printed).toMatch(/^verified: (?:true|inconclusive)\n[\s\S]+^verified: (?:false|inconclusive)\n./m);
});

const { PATH = '', HOME = '', PYTHON = 'python3' } = process.env;
const clients = fileURLToPath(new URL('../clients/', import.meta.url));
const shell = async (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const options = { cwd: dir, timeout: 170_000, env: { PATH, HOME, ...env } };
  return promisify(execFile)(command, args, options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? -1,
      said: `${error.stdout}${error.stderr}`,
    }),
  );
};

const languages: [name: string, command: string, args: string[], needs: string[]][] = [
  ['ask.sh', 'bash', [], ['bash', '-c', 'curl --version && openssl version']],
  ['ask.py', PYTHON, [], [PYTHON, '-c', 'import requests, web3, eth_account, nacl']],
  ['ask.go', 'go', ['run'], ['go', 'version']],
];

test.for(languages)(
  '%s: logged in by signature, asked, waited, read, checked',
  { timeout: 180_000 },
  async (it, context) => {
    const [name, command, args, [needed = '', ...needs]] = it;
    const there = await shell(needed, needs);
    if (there.code !== 0) return context.skip(`${needed} ${needs.join(' ')}: ${there.said.trim().split('\n').at(-1)}`);
    const prover = network.agents.get('pol')?.provers[0]?.agent.id ?? '';
    const { said } = await shell(command, [...args, join(clients, name), network.service.url, prover]);
    expect(said).toMatch(/^logged in as [1-9A-HJ-NP-Za-km-z]{43,44}$/m);
    expect(said).toContain(` for ${prover}`);
    expect(said).toMatch(/^verified: (?:true|inconclusive)\n[^\n]{20}/m);
    if (name === 'ask.py') return expect(said).toMatch(/^([1-9]\d*) of \1 readings are signed/m);
    const checked = await shell(process.execPath, [
      join(root, 'packages/cli/bin/trigpoint.js'),
      'verify',
      'evidence.json',
    ]);
    expect(checked.said).toMatch(/✔ consistent: [\s\S]*✔ signed: /);
  },
);

interface Action {
  readonly inputs: Record<string, { readonly required?: boolean; readonly default?: string }>;
  readonly outputs: Record<string, { readonly value: string }>;
  readonly runs: {
    readonly steps: readonly { id?: string; shell: string; env?: Record<string, string>; run: string }[];
  };
}

/** A step as GitHub runs it: the file’s own text in bash, and inputs in the environment, where the file names them. */
const openAction = async () => {
  const { inputs, outputs, runs } = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
  const usual = Object.entries(inputs).map(([name, it]) => [name, it.default ?? '']);
  const step = (index: number, given: Record<string, string>, env: Record<string, string>) => {
    const { run: script, env: named = {} } = runs.steps[index] as Action['runs']['steps'][number];
    const values: Record<string, string> = { ...Object.fromEntries(usual), ...given };
    const filled = Object.entries(named).map(([name, text]) => [name, values[inputIn(text) ?? ''] ?? text]);
    return shell('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      ...{ ...Object.fromEntries(filled), GITHUB_ACTION_PATH: root, ...env },
    });
  };
  return { inputs, outputs, steps: runs.steps, step };
};
const inputIn = (text: string) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1];

test('the action uses every input once and in no script, and names outputs that its script writes', async () => {
  const { inputs, outputs, steps, step } = await openAction();
  const named = steps.flatMap(({ env = {} }) => Object.values(env).map(inputIn));
  expect(named.sort()).toEqual(Object.keys(inputs).sort());
  for (const { run: script, shell: by } of steps) expect([by, script.includes('${{')]).toEqual(['bash', false]);
  const written = await readFile(join(root, 'deploy/require-zone.sh'), 'utf8');
  for (const [name, { value }] of Object.entries(outputs)) {
    expect(value).toBe(`\${{ steps.${steps[1]?.id}.outputs.${name} }}`);
    expect(written).toMatch(new RegExp(`printf '.*${name}=%s`));
  }
  // Installing takes a minute, and other tests do it: here npm only says what it was asked, and where.
  await writeFile(join(dir, 'npm'), '#!/bin/sh\necho "$PWD: npm $*"\n', { mode: 0o755 });
  const built = await step(0, {}, { PATH: `${dir}:${PATH}` });
  const at = root.replace(/\/$/, '');
  expect(built).toEqual({ code: 0, said: `${at}: npm ci --silent\n${at}: npm run compile --silent\n` });
});

test('the action fails what is not in its zone, and only then', { timeout: 180_000 }, async () => {
  const { step } = await openAction();
  const cli = join(root, 'packages/cli/bin/trigpoint.js');
  const service = network.service.url;
  const made = await shell(process.execPath, [cli, 'keys', 'create', 'action'], { TRIGPOINT_SERVICE: service });
  const trust = await shell(process.execPath, [cli, 'trust'], { TRIGPOINT_SERVICE: service });
  await writeFile(join(dir, 'trust.json'), trust.said);
  const asks = (zone: string, more: Record<string, string> = {}) =>
    step(
      1,
      { service, 'api-key': made.said.trim(), prover: 'honest-frankfurt', zone, tries: '10', ...more },
      { GITHUB_OUTPUT: join(dir, `output-${zone}`), GITHUB_STEP_SUMMARY: join(dir, 'summary') },
    );
  // A busy machine stretches times, so that a neighbour of Germany cannot be ruled out.
  const around = 'DE,AT,BE,CH,CZ,DK,FR,GB,IT,LU,NL,PL';
  expect(await asks(around)).toMatchObject({ code: 0, said: expect.stringMatching(/: verified\. /) });
  // Whoever names what to trust gets no less: this file has no witnesses, and without a chain nobody else holds the log.
  const prover = network.agents.get('pol')?.provers[0]?.agent.id ?? '';
  const unanchored = await asks(around, { trust: 'trust.json', prover });
  expect(unanchored).toMatchObject({
    code: 7,
    said: expect.stringMatching(/: inconclusive\. [\s\S]*No witnesses were named/),
  });
  expect(await asks('US,CA')).toMatchObject({ code: 3, said: expect.stringMatching(/: refuted\. /) });
  expect(await readFile(join(dir, 'output-US,CA'), 'utf8')).toMatch(
    /^challenge-id=ask-[0-9a-f]{32}\nverdict=refuted\n$/,
  );
  expect(await readFile(join(dir, 'summary'), 'utf8')).toMatch(/zone `US,CA`: \*\*refuted\*\*\n$/);
  expect(await asks('ZZ')).toMatchObject({ code: 2, said: expect.stringContaining('is no country') });
  // An input that looks like a script stays a value.
  expect(await asks('$(touch ran); touch ran')).toMatchObject({ code: 2 });
  expect(await asks('DE', { tries: 'ZONE[$(touch ran)]' })).toMatchObject({ code: 2 });
  await expect(readFile(join(dir, 'ran'))).rejects.toThrow('ENOENT');
});

/** Passes everything on, and calls every challenge verified: under the id of another one. */
const openLiar = (id: string): Promise<string> =>
  testServer(async (request, response) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>;
    const body = request.method === 'POST' ? { body: await text(request) } : {};
    const answer = await fetch(`${network.service.url}${request.url}`, {
      method: request.method ?? '',
      headers,
      ...body,
    });
    let said = await answer.text();
    if (request.url?.endsWith('challenge-status-dcl') && said.includes('"verified"')) {
      const status = JSON.parse(said);
      said = JSON.stringify({
        ...status,
        id,
        consolidated_result: { ...status.consolidated_result, verified: 'true' },
      });
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
  });

test('with a trust file the action believes no service that names the challenge of somebody else', {
  timeout: 180_000,
}, async () => {
  const { step } = await openAction();
  const cli = join(root, 'packages/cli/bin/trigpoint.js');
  const env = { TRIGPOINT_SERVICE: network.service.url };
  const around = 'DE,AT,BE,CH,CZ,DK,FR,GB,IT,LU,NL,PL';
  const [made, trust, asked] = [
    await shell(process.execPath, [cli, 'keys', 'create', 'liar'], env),
    await shell(process.execPath, [cli, 'trust'], env),
    await shell(
      process.execPath,
      [cli, 'request', 'pol', '--prover', 'honest-frankfurt', '--zone', around, '--json'],
      env,
    ),
  ];
  await writeFile(join(dir, 'trust.json'), trust.said);
  const { id: anchored } = JSON.parse(asked.said.trim().split('\n').at(-1) ?? '');
  const held = await shell(process.execPath, [cli, 'verify', anchored, '--trust', 'trust.json'], env);
  expect(held).toMatchObject({ code: 0 });
  const prover = network.agents.get('pol')?.provers[1]?.agent.id ?? '';
  for (const [id, code] of [
    ['--help', 1],
    [anchored, 8],
  ] as const) {
    const service = await openLiar(id);
    const given = { service, 'api-key': made.said.trim(), prover, zone: around, trust: 'trust.json' };
    const found = await step(1, given, {});
    expect(found.code).toBe(code);
    if (code === 8) expect(found.said).toContain('It is about the prover');
  }
});
