import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCommand } from '@trigpoint/dev/processes';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from './sources.ts';

/** What the disk gives to a folder, without the packages inside it that the lock lists by themselves. */
const kilobytesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter((it) => it.name !== 'node_modules')
    .map(async (it) => {
      const path = join(folder, it.name);
      return it.isDirectory() ? kilobytesOf(path) : (await lstat(path)).blocks / 2;
    });
  return (await Promise.all(sizes)).reduce((sum, it) => sum + it, 4);
};

test('`npm ci --omit=dev` installs at most 150 MB', { timeout: 120_000 }, async () => {
  const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean; readonly link?: boolean }>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  );
  // What is for other platforms is not there.
  const sizes = await Promise.all(installed.map(([path]) => kilobytesOf(join(root, path)).catch(() => 0)));
  const kilobytes = sizes.reduce((sum, it) => sum + it, 0);
  expect(kilobytes).toBeGreaterThan(50_000);
  expect(kilobytes).toBeLessThan(150_000);
});

describe('with what `npm ci --omit=dev` installs', { timeout: 240_000 }, () => {
  const dir = testFolder(afterAll);

  /** Runs a command until it ends, or until it has said what is waited for. */
  const run = async (command: string, says: RegExp): Promise<string> => {
    const hook = `import { register } from 'node:module'; register(${JSON.stringify(new URL('./production-hook.js', import.meta.url).href)})`;
    const hooked = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    const { child, exit, said } = startCommand(
      [process.execPath, ...hooked, join(root, 'packages/cli/bin/trigpoint.js'), command],
      { cwd: dir, env: { PATH: process.env.PATH, PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'warn' } },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', () => void (says.test(said.out + said.err) && child.kill()));
    await exit;
    return said.out + said.err;
  };

  test('`trigpoint serve` starts', async () => {
    expect(await run('serve', /Stop it with/)).toMatch(/Trigpoint is running/);
  });

  test('`trigpoint up` says what its chain needs', async () => {
    expect(await run('up', /Stop it with/)).toMatch(/needs @nomicfoundation\/edr.*npm ci/s);
  });
});
