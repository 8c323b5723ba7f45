import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCommand } from '@trigpoint/dev/processes';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './sources.ts';

const run = promisify(execFile);
const said = (error: { stdout?: string; stderr?: string }) => {
  throw new Error(`${error.stdout}${error.stderr}`);
};

/** What a stranger writes first: a signer, a text, a wallet of their own, and types that they see. */
const program = `
import { type ChallengeEvent, Client, ethereumSigner, ServiceError, verifySignature, type Wallet, watchChallenge } from '@trigpoint/client';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const key = \`0x\${'11'.repeat(32)}\` as const;
const client = new Client({ url: 'http://127.0.0.1:1', proofType: 'pol', retries: 0 });
export const wallets: Wallet[] = [
  { privateKey: key, rpcUrl: 'http://127.0.0.1:1' },
  createWalletClient({ account: privateKeyToAccount(key), transport: http('http://127.0.0.1:1') }),
];
export async function follow(id: string): Promise<ChallengeEvent | undefined> {
  for await (const event of watchChallenge(client, id)) if (event.kind === 'ended') return event;
  return undefined;
}
export async function ask(): Promise<string> {
  const { result } = await client.call('provers', { limit: 1 });
  return result.provers[0]?.claims.city?.toString() ?? '';
}
// @ts-expect-error: an operation that does not exist
export const wrong = () => client.call('no-such-operation', {});
const signer = ethereumSigner(key);
const holds = verifySignature(signer, 'hello', await signer.sign('hello'));
const refused = await client.login(signer, { role: 'payer' }).catch((error: unknown) => !(error instanceof ServiceError));
console.log(JSON.stringify({ holds, refused }));
`;

const dir = testFolder(afterAll);
beforeAll(async () => {
  await mkdir(join(dir, 'packed'));
  await run('npm', ['pack', '--workspaces', '--silent', '--pack-destination', join(dir, 'packed')], { cwd: root });
  const packed = ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'client'].map(
    (it) => `./packed/trigpoint-${it}-0.1.0.tgz`,
  );
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  // What is not in npm's cache comes from the registry.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: process.env.REGISTRY_CA_CERTS };
  await run('npm', ['install', ...options, ...packed, 'viem@2.57.1'], { cwd: dir, env }).catch(said);
  await writeFile(join(dir, 'program.ts'), program);
}, 300_000);

test('the packages hold what they need and no tests', async () => {
  const files = await readdir(join(dir, 'node_modules/@trigpoint/client/dist'));
  expect(files).toContain('index.d.ts');
  expect(files.filter((it) => /\.test\.|tsbuildinfo/.test(it))).toEqual([]);
});

test.each([
  ['nodenext', { module: 'nodenext', lib: ['es2023', 'dom'] }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] }],
])('in an empty project its types hold (%s), and it runs', { timeout: 120_000 }, async (name, options) => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2023',
    outDir: name,
    types: [],
    ...options,
  };
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', dir]).catch(said);
  const { stdout } = await run(process.execPath, [join(dir, name, 'program.js')]);
  expect(JSON.parse(stdout)).toEqual({ holds: true, refused: true });
});

const others = [
  ['bun', ['run']],
  ['deno', ['run', '--allow-all', '--node-modules-dir=manual']],
] as const;
for (const [runtime, args] of others) {
  const hasIt = await run(runtime, ['--version']).then(
    () => true,
    () => false,
  );
  const title = `it runs in ${runtime}, from its types too${hasIt ? '' : ` (${runtime} is not installed)`}`;
  test.skipIf(!hasIt)(title, { timeout: 120_000 }, async () => {
    const { stdout } = await run(runtime, [...args, 'program.ts'], { cwd: dir }).catch(said);
    expect(JSON.parse(stdout)).toEqual({ holds: true, refused: true });
  });
}

/**
 * Every package as it would be published, in a folder of its own. What others wrote is linked, because to install it takes a minute.
 */
const unpack = async (): Promise<string> => {
  const whole = join(dir, 'whole');
  const modules = join(whole, 'node_modules');
  await mkdir(join(modules, '@trigpoint'), { recursive: true });
  for (const it of await readdir(join(root, 'node_modules')))
    if (it !== '@trigpoint') await symlink(join(root, 'node_modules', it), join(modules, it));
  for (const file of await readdir(join(dir, 'packed'))) {
    const [, name = ''] = /^trigpoint-(.+)-0\.1\.0\.tgz$/.exec(file) ?? [];
    const home = join(modules, '@trigpoint', name);
    await mkdir(home);
    await run('tar', ['-xzf', join(dir, 'packed', file), '-C', home, '--strip-components=1']);
    // Where a package needs another version than the one at the top, npm keeps it beside the package.
    const own = [`packages/${name}`, name].map((it) => join(root, it, 'node_modules')).find((it) => existsSync(it));
    if (own) await symlink(own, join(home, 'node_modules'));
  }
  return whole;
};

test('from the packages alone a whole network runs, and an example beside it', { timeout: 300_000 }, async () => {
  const whole = await unpack();
  await writeFile(join(whole, 'package.json'), JSON.stringify({ type: 'module' }));
  await copyFile(join(root, 'examples/dist/request.js'), join(whole, 'request.js'));
  const { PATH = '' } = process.env;
  const env = { PATH, PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: join(whole, 'data') };
  const { child, exit, says } = startCommand(
    [process.execPath, 'node_modules/@trigpoint/cli/bin/trigpoint.js', 'up', '--json'],
    { cwd: whole, env },
  );
  try {
    const [told] = await says(/^\{.*\}$/m);
    const { service, provers } = JSON.parse(told) as { service: string; provers: { id: string }[] };
    const asked = await run(process.execPath, ['request.js', service, provers[0]?.id ?? ''], { cwd: whole, env }).catch(
      said,
    );
    expect(asked.stdout).toMatch(/^verified: (?:true|inconclusive)$/m);
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
});
