import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DevNetwork, startNetwork } from '@trigpoint/dev';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let dir: string;
let network: DevNetwork;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'examples-'));
  const env = { PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dir };
  network = await startNetwork({ env });
}, 120_000);
afterAll(async () => {
  await network.close();
  await rm(dir, { recursive: true });
});

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

test('the action fails what is not in its zone, and only then', { timeout: 180_000 }, async () => {
  const script = join(root, 'deploy/require-zone.sh');
  const cli = join(root, 'packages/cli/bin/trigpoint.js');
  const service = { TRIGPOINT_SERVICE: network.service.url };
  const made = await shell(process.execPath, [cli, 'keys', 'create', 'action'], service);
  await writeFile(join(dir, 'trust.json'), (await shell(process.execPath, [cli, 'trust'], service)).said);
  const asks = (ZONE: string, more: Record<string, string> = {}) =>
    shell('bash', [script], {
      ...service,
      TRIGPOINT_API_KEY: made.said.trim(),
      PROVER: 'honest-frankfurt',
      ZONE,
      TRIES: '10',
      GITHUB_OUTPUT: join(dir, `output-${ZONE}`),
      ...more,
    });
  expect(await asks('DE')).toMatchObject({ code: 0, said: expect.stringMatching(/: verified\. /) });
  // Whoever names what to trust gets no less: this file has no witnesses, and without a chain nobody else holds the log.
  const unanchored = await asks('DE', { TRUST: 'trust.json' });
  expect(unanchored).toMatchObject({
    code: 7,
    said: expect.stringMatching(/: inconclusive\. [\s\S]*No witnesses were named/),
  });
  expect(await asks('US,CA')).toMatchObject({ code: 3, said: expect.stringMatching(/: refuted\. /) });
  expect(await readFile(join(dir, 'output-US,CA'), 'utf8')).toMatch(
    /^challenge-id=ask-[0-9a-f]{32}\nverdict=refuted\n$/,
  );
  expect(await asks('ZZ')).toMatchObject({ code: 2, said: expect.stringContaining('is no country') });
  // What it runs is what action.yml runs, and no input becomes a part of a script.
  const action = await readFile(join(root, 'action.yml'), 'utf8');
  expect(action).toContain('run: bash "$GITHUB_ACTION_PATH/deploy/require-zone.sh"');
  expect(action.match(/^ +run: .*\$\{\{/gm)).toBeNull();
});
