import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { testFolder, testServer } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { trigpoint } from './testing.ts';

test('a fleet file that names a key as a zone sends nothing of it', async () => {
  const bodies: string[] = [];
  const about = { version: '1', development: false, proof_types: { pol: { attribute_id: 'pol-v1' } }, chain: null };
  const url = await testServer(async (request, response) => {
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/.well-known')) return response.end(JSON.stringify({ ...about, log: {}, limits: {} }));
    return response.end(JSON.stringify({ result: { watches: [], next_cursor: null, slots: 1, price: '0' } }));
  });
  const folder = testFolder();
  const fleet = join(folder, 'fleet', 'fleet.yaml');
  const apply = () => trigpoint({ TRIGPOINT_API_KEY: 'key' })('apply', fleet, '--plan', '--service', url);
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [5, 50],
        [10, 50],
        [10, 55],
        [5, 55],
        [5, 50],
      ],
    ],
  };
  await mkdir(join(folder, 'fleet'));
  await writeFile(join(folder, 'key.json'), JSON.stringify({ private_key: 'SECRET' }));
  await writeFile(join(folder, 'fleet', 'square.json'), JSON.stringify(square));
  const file = (zone: string) =>
    [
      'fleet: shop',
      `provers: [{ name: db-1, prover: "IPv4/0x${'ab'.repeat(20)}" }]`,
      `watches: [{ name: home, zone: ${zone}, every: 6h, for: 30d }]`,
    ].join('\n');
  await writeFile(fleet, file('../key.json'));
  const refused = await apply();
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('trigpoint: zone: a GeoJSON Polygon or MultiPolygon.'),
  });
  expect(`${refused.err}${bodies.join()}`).not.toContain('SECRET');
  await writeFile(fleet, file('square.json'));
  await apply();
  expect(bodies.join()).toContain('Polygon');
}, 120_000);
