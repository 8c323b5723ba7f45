import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { openKnownServices } from './known-services.ts';
import { FatalError } from './link.ts';

test('a service is remembered by its first key, and a file that cannot be read is no reason to forget one', async () => {
  const folder = testFolder();
  const file = join(folder, 'services.json');
  const url = 'https://proofs.example.com';
  await openKnownServices(url, file).check('first');
  await openKnownServices(url, file).check('first');
  await expect(openKnownServices(url, file).check('other')).rejects.toThrow(FatalError);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ [url]: 'first' });
  await expect(openKnownServices(url, folder).check('first')).rejects.toThrow('cannot be read');
});
