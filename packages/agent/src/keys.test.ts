import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, expect, test } from 'vitest';
import { KeyError, loadSigner } from './keys.ts';

const folder = testFolder(afterAll);

test('a key file is made once, for this user alone, and read again', async () => {
  for (const keyType of ['ethereum', 'solana'] as const) {
    const keyFile = join(folder, 'deep', `${keyType}.json`);
    const made = await loadSigner({ keyFile, keyType, env: {} });
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const again = await loadSigner({ keyFile, env: {} });
    expect([again.keyType, again.publicKey]).toEqual([keyType, made.publicKey]);
    expect(JSON.parse(await readFile(keyFile, 'utf8')).public_key).toBe(made.publicKey);
  }
});

test('two agents started at once on one file share its key', async () => {
  const keyFile = join(folder, 'shared.json');
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSigner({ keyFile, env: {} })));
  const kept = await loadSigner({ keyFile, env: {} });
  expect(new Set(all.map(({ publicKey }) => publicKey))).toEqual(new Set([kept.publicKey]));
  expect((await readdir(folder)).filter((name) => name.startsWith('shared'))).toEqual(['shared.json']);
});

test('a key that others can read is refused with what to do', async () => {
  const keyFile = join(folder, 'open.json');
  await loadSigner({ keyFile, env: {} });
  await chmod(keyFile, 0o644);
  await expect(loadSigner({ keyFile, env: {} })).rejects.toThrow(`chmod 600 ${keyFile}`);
});

test('the environment goes before the file, and nonsense is refused by name', async () => {
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
  const signer = await loadSigner({ env: { TRIGPOINT_PRIVATE_KEY: key } });
  expect(signer.publicKey).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  await expect(loadSigner({ env: { TRIGPOINT_PRIVATE_KEY: 'abc' } })).rejects.toThrow(KeyError);
  await expect(loadSigner({ env: {} })).rejects.toThrow(KeyError);
  const keyFile = join(folder, 'broken.json');
  await writeFile(keyFile, '{}', { mode: 0o600 });
  await expect(loadSigner({ keyFile, env: {} })).rejects.toThrow('key_type');
});
