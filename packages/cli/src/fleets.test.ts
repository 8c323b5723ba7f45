import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { trigpoint } from './testing.ts';

test('a fleet file that names a key as a zone sends nothing of it', async () => {
  const bodies: string[] = [];
  const about = { version: '1', development: false, proof_types: { pol: { attribute_id: 'pol-v1' } }, chain: null };
  const service = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/.well-known')) return response.end(JSON.stringify({ ...about, log: {}, limits: {} }));
    return response.end(JSON.stringify({ result: { watches: [], next_cursor: null, slots: 1, price: '0' } }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
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
  try {
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
  } finally {
    service.close();
    await rm(folder, { recursive: true });
  }
}, 120_000);
