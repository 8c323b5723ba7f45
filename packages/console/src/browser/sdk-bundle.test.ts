import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { hasBrowser, inBrowser } from './testing-browser.ts';
import { openStage } from './testing-stage.ts';

/** What a page of somebody else does: it signs in with a key, calls an operation, and checks a signature. */
const program = `
import { Client, ethereumSigner, ServiceError, verifySignature } from '@trigpoint/client';
globalThis.tried = (async () => {
  const client = new Client({ url: location.origin, proofType: 'pol' });
  const signer = ethereumSigner('0x' + '11'.repeat(32));
  await client.login(signer, { role: 'payer' });
  const { result } = await client.call('user-info', {});
  const refused = await client.call('prover', { id: 'nobody' }).catch((error) => error instanceof ServiceError);
  return { role: result.role, refused, holds: verifySignature(signer, 'hello', await signer.sign('hello')) };
})();
`;

const bundle = async (): Promise<string> => {
  // Inside of the package, so that the bundler finds what is installed.
  const dir = await mkdtemp(fileURLToPath(new URL('../', import.meta.url)));
  try {
    await writeFile(join(dir, 'program.js'), program);
    const built = (await build({
      ...{ configFile: false, logLevel: 'silent', root: dir },
      build: { write: false, lib: { entry: 'program.js', formats: ['es'], fileName: 'program' } },
    })) as Rolldown.RolldownOutput[];
    const [chunk, ...more] = built.flatMap(({ output }) => output);
    expect(more).toEqual([]);
    return chunk?.type === 'chunk' ? chunk.code : '';
  } finally {
    await rm(dir, { recursive: true });
  }
};

describe.skipIf(!hasBrowser)(inBrowser('the SDK in a page of somebody else'), () => {
  const stage = openStage(['serve'], { DEVELOPMENT: 'on' });

  test('a bundler with its usual settings makes one file of it, which needs nothing of Node and runs', async () => {
    const code = await bundle();
    expect(code.match(/(?:from|import)\s*\(?["'](?:node:)?[\w/]+["']|__vite-browser-external/g) ?? []).toEqual([]);
    const { page, problems } = await stage.visit();
    const { url } = stage.service;
    const html =
      '<!doctype html><meta charset="utf-8"><title>Elsewhere</title><script type="module" src="/try.js"></script>';
    await page.route(`${url}/try`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route(`${url}/try.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    await page.goto(`${url}/try`);
    const tried = await page.evaluate(() => (globalThis as unknown as { tried: Promise<object> }).tried);
    expect(tried).toEqual({ role: 'payer', refused: true, holds: true });
    expect(problems).toEqual([]);
  }, 120_000);
});
