import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChallenger, runProver } from '@trigpoint/agent';
import { Client, ethereumSigner, type Signer, solanaSigner, verifySignature } from '@trigpoint/client';
import { checkEvidence, encodePolAsk, pol } from '@trigpoint/proofs';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { afterEach, expect, test } from 'vitest';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir: string, port = 0): Promise<Service> => {
  const env = { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dataDir };
  const service = await startService(
    readConfig({ ...env, DEVELOPMENT: 'on', ADMISSION: 'open', RATE_LIMITS: 'off', MESH_HOURS: '0' }),
  );
  closers.push(() => service.close());
  return service;
};

const place = { latitude: 48.2, longitude: 16.4 };

/** As challenge-request-dcl leaves it: the row that the coordinator takes up. */
const submit = async ({ context }: Service, id: string, prover: string, challengers: number) => {
  const { db } = context;
  const info = encodePolAsk({
    proverRegistry: `0x${'0'.repeat(40)}`,
    prover: prover as `0x${string}`,
    isIPv6: false,
    challengers,
    tolerance: 1,
    ...place,
  });
  const now = Date.now();
  await db.write((tx) =>
    tx.run(
      `INSERT INTO challenge (id, proof_type, payer, relayed_by, info, prover_address, block_number, block_hash, state,
         attempt, prover_id, prover_claims, settings, calibration, submitted_at, deadline, ended_at, due_at,
         lease_owner, lease_until, verdict, transcript_hash)
       VALUES (?, 'pol', '', '', ?, ?, 1, ?, 'SUBMITTED_TO_CHALLENGE_COORDINATOR', 0, '', '{}', '{}', '', ?, ?, NULL, ?, '', 0, '', '')`,
      [id, info, prover, `0x${'ab'.repeat(32)}`, now, now + 48_000, now],
    ),
  );
  context.coordinator.wake();
};

const ended = async ({ context }: Service, id: string) => {
  for (;;) {
    const row = await context.db.get('SELECT state, verdict FROM challenge WHERE id = ?', [id]);
    if (/^(ENDED|ERROR)/.test(String(row?.state)))
      return { state: row?.state, verdict: JSON.parse(String(row?.verdict)) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const agents = async (url: string, signer: Signer, challengers: number) => {
  const proving = await runProver({ url, proofType: 'pol', signer, claims: place });
  closers.push(() => proving.stop());
  const measuring = await Promise.all(
    Array.from({ length: challengers }, (_, i) =>
      runChallenger({
        url,
        proofType: 'pol',
        signer: i % 2 ? solanaSigner(randomBytes(32)) : ethereumSigner(randomBytes(32)),
        claims: { latitude: place.latitude + i / 1000, longitude: place.longitude },
        udp: { bind: '127.0.0.1', address: '127.0.0.1' },
      }),
    ),
  );
  closers.push(() => Promise.all(measuring.map((it) => it.stop())));
  await Promise.all([proving, ...measuring].map((it) => it.ready));
  return { proving, measuring };
};

test('real agents carry a challenge out, and its evidence holds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-dev-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  const { measuring } = await agents(service.url, signer, 5);
  await submit(service, '1', signer.publicKey.toLowerCase(), 5);
  const { state, verdict } = await ended(service, '1');
  expect([state, verdict.verified, verdict.reason]).toEqual([
    'ENDED_SUCCESSFULLY',
    'true',
    expect.stringContaining('within'),
  ]);
  expect(measuring.map((it) => it.status().totals)).toEqual(
    measuring.map(() => expect.objectContaining({ accepted: 1, refused: 0, failed: 0 })),
  );

  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(signer, { role: 'payer' });
  const { result: evidence } = await client.call('challenge-evidence', { challenge_id: '1' });
  const check = () =>
    checkEvidence(pol, evidence as never, async (who, text, signature) =>
      verifySignature({ keyType: who.key_type, publicKey: who.public_key }, text, signature),
    );
  expect(await check()).toEqual([]);
});

test('a challenger that makes a measurement up is refused: the prover did not sign for it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-dev-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  await agents(service.url, signer, 4);
  const forger = await runChallenger({
    url: service.url,
    proofType: 'pol',
    signer: ethereumSigner(randomBytes(32)),
    claims: place,
    udp: { bind: '127.0.0.1', address: '127.0.0.1' },
    measuring: {
      ...pol,
      probe: async () => ({
        challenge: async ({ prover }) => ({
          rtts_us: Array(32).fill(900),
          starved: [],
          lost: 0,
          transcript: 'ab'.repeat(32),
          prover_counter_signature: await signer.sign(prover.id),
        }),
        prove: async () => {},
      }),
    },
  });
  closers.push(() => forger.stop());
  await forger.ready;
  await submit(service, '1', signer.publicKey.toLowerCase(), 5);
  const { state, verdict } = await ended(service, '1');
  expect([state, verdict.verified]).toEqual(['ENDED_WITH_PARTIAL_SUCCESS', 'true']);
  expect(forger.status()).toMatchObject({ totals: { refused: 1 }, lastRefusal: { code: 'bad_counter_signature' } });
});

test('agents outlive a restart of the service, and the challenge of that moment still ends', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-dev-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  const { proving, measuring } = await agents(first.url, signer, 4);
  await submit(first, '1', signer.publicKey.toLowerCase(), 4);
  while (measuring.every((it) => it.status().running.length === 0))
    await new Promise((resolve) => setTimeout(resolve, 10));
  await first.close();
  const second = await start(dataDir, Number(new URL(first.url).port));
  const { state, verdict } = await ended(second, '1');
  expect([state, verdict.verified]).toEqual(['ENDED_SUCCESSFULLY', 'true']);
  expect(proving.status().connections).toBeGreaterThan(1);
});
