import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

let dir: string;
let service: Service;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'examples-'));
  service = await startService(readConfig({ PORT: '0', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dir }));
});
afterAll(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

const run = async (name: string): Promise<string> => {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return (await promisify(execFile)(process.execPath, [file, service.url], { timeout: 25_000 })).stdout;
};

test('campaign.ts: created, filled, reviewed, paid and read back', async () => {
  const printed = await run('campaign');
  expect(printed.match(/: ready/g)?.length).toBe(3);
  expect(printed.match(/^person \d: earned 2\.5 POINTS$/gm)?.length).toBe(2);
  expect(printed).toContain('person 3: earned nothing. This is not street art.');
  expect(printed.match(/160 × 120 png/g)?.length).toBe(2);
  expect(printed).toContain('paid 5 of 10 POINTS for 2 photos; the campaign is live');
});
