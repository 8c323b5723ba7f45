import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { printPage } from './print-page.ts';

const folder = testFolder(afterAll);
afterEach(() => void vi.unstubAllEnvs());

const hasChromium = (process.env.PATH ?? '').split(delimiter).some((it) => existsSync(join(it, 'chromium')));

test.skipIf(!hasChromium)('a page becomes a PDF, and nothing else is left', async () => {
  vi.stubEnv('TMPDIR', folder);
  await printPage('<!doctype html><title>A page</title><h1>A page</h1>', join(folder, 'page.pdf'));
  expect((await readFile(join(folder, 'page.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await readdir(folder)).filter((it) => it.startsWith('trigpoint-print-'))).toEqual([]);
});

test('without a browser it says what to do', async () => {
  vi.stubEnv('PATH', folder);
  await expect(printPage('', join(folder, 'page.pdf'))).rejects.toThrow('write the page with --html');
});
