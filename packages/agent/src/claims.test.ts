import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { parseClaims, readClaims } from './claims.ts';

test('claims are read as they are written', async () => {
  expect(parseClaims('latitude=48.2, longitude=16.4,city=Neustadt = Süd')).toEqual({
    latitude: '48.2',
    longitude: '16.4',
    city: 'Neustadt = Süd',
  });
  expect(parseClaims('')).toEqual({});
  for (const wrong of ['latitude', '=3', 'a=1,b']) expect(() => parseClaims(wrong)).toThrow('name=value');

  const path = join(testFolder(), 'claims.json');
  await writeFile(path, '{"latitude": 48.2, "city": "Wien"}');
  expect(await readClaims(path)).toEqual({ latitude: '48.2', city: 'Wien' });
  for (const wrong of ['[]', '{', 'null', '{"a":{}}']) {
    await writeFile(path, wrong);
    await expect(readClaims(path)).rejects.toThrow(path);
  }
});
