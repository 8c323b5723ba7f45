import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DevNetwork, startNetwork } from '@trigpoint/dev';
import { afterAll, beforeAll, expect, test } from 'vitest';

let dir: string;
let network: DevNetwork;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'examples-'));
  const env = { PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dir };
  network = await startNetwork({ env });
}, 120_000);
afterAll(async () => {
  await network.close();
  await rm(dir, { recursive: true });
});

const run = async (name: string): Promise<string> => {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return (await promisify(execFile)(process.execPath, [file, network.service.url], { timeout: 110_000 })).stdout;
};

test('campaign.ts: created, filled, reviewed, paid and read back', { timeout: 120_000 }, async () => {
  const printed = await run('campaign');
  expect(printed.match(/: ready/g)?.length).toBe(3);
  expect(printed.match(/^person \d: earned 2\.5 POINTS$/gm)?.length).toBe(2);
  expect(printed).toContain('person 3: earned nothing. This is not street art.');
  expect(printed.match(/160 × 120 png/g)?.length).toBe(2);
  expect(printed).toContain('paid 5 of 10 POINTS for 2 photos; the campaign is live');
});

test('request.ts: asked on chain, carried out, judged, an honest prover first', { timeout: 120_000 }, async () => {
  const printed = await run('request');
  const asked = [...printed.matchAll(/^Challenge \d+ for (IPv[46]\/\S+)/gm)].map(([, id]) => id);
  expect(asked).toEqual(network.agents.get('pol')?.provers.map(({ agent }) => agent.id));
  // A busy machine may leave either open; it takes neither for the other.
  expect(printed).toMatch(/^verified: (?:true|inconclusive)\n[\s\S]+^verified: (?:false|inconclusive)\n./m);
});
