import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DevNetwork, startNetwork } from '@trigpoint/dev';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ran, trigpoint } from './testing.ts';

/** Everything here follows from packages/proofs/src/poc and its line in the registry. */
const dir = testFolder(afterAll);
let network: DevNetwork;
let run: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  const env = { PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dir, LOG_LEVEL: 'silent', PROOF_TYPES: 'poc' };
  network = await startNetwork({ env });
  run = trigpoint({ TRIGPOINT_SERVICE: network.service.url, HOME: dir });
}, 120_000);
afterAll(() => network.close());

test('a third type is requested, watched and verified from the command line', async () => {
  const asked = await run('request', 'poc', '--prover', 'honest-worker', '--watch');
  expect(asked).toMatchObject({ code: 0, err: '' });
  expect(asked.out).toMatch(
    /^Challenge \d+ was asked for\.\n.*\n {2}\S+ claims 20 kH\/s\n {2}3 challengers measure, answers due within \d+ s\n/,
  );
  expect(asked.out).toMatch(/ · .* [\d,]+ puzzles solved\n/);
  expect(asked.out).toMatch(/✔ verified: The median of 3 readings is /);

  const [, id = ''] = /^Challenge (\d+)/.exec(asked.out) ?? [];
  const file = join(dir, 'challenge.json');
  const evidence = await run('evidence', id);
  const { transcript } = JSON.parse(evidence.out);
  expect(transcript).toMatchObject({ proof_type: 'poc', settings: { pass_percent: '75' } });
  await writeFile(file, evidence.out);
  expect(await run('verify', file)).toMatchObject({ code: 7, out: expect.stringMatching(/^✔ consistent: /) });
  // One answer that solves nothing: neither the signatures nor the verdict hold.
  await writeFile(
    file,
    evidence.out.replace(/(nonces\\":\[)(\d+)/, (_, start, nonce) => `${start}${Number(nonce) + 1}`),
  );
  expect(await run('verify', file)).toMatchObject({ code: 5 });
  expect(await run('status', id)).toMatchObject({ code: 0, out: expect.stringMatching(/found +[\d,]+\skH\/s/) });
}, 120_000);

test('a prover that claims more than it computes is refuted', async () => {
  const boast = await run('request', 'poc', '--prover', 'boasting-worker', '--watch');
  expect(boast.code).toBe(3);
  expect(boast.out).toMatch(/✘ refuted: /);
  const modest = await run('request', 'poc', '--prover', 'boasting-worker', '--hash-rate', '20', '--json');
  expect(modest.code).toBe(0);
}, 120_000);

test('its agents are listed, its options are checked, and only types that are served are taken', async () => {
  const provers = await run('provers', '--proof-type', 'poc');
  expect(provers.out).toMatch(/online .* hash_rate=20 /);
  expect(await run('request', 'poc', '--prover', 'honest-worker', '--hash-rate', '0')).toMatchObject({ code: 2 });
  expect((await run('request', 'pol', '--prover', 'honest-worker')).err).toMatch(/poc/);
  expect((await run('request', '--help')).out).not.toMatch(/poc/);
}, 120_000);
