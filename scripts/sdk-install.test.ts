import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'trigpoint-install-'));
  for (const name of ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'client'])
    await run('npm', ['pack', '--silent', '--pack-destination', dir], { cwd: join(root, 'packages', name) });
  const packed = (await readdir(dir)).map((it) => `./${it}`);
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...options, ...packed, 'viem@2.57.1'], { cwd: dir }).catch(said);
  await writeFile(join(dir, 'program.ts'), program);
}, 300_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

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
