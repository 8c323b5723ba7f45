import { randomBytes } from 'node:crypto';
import { type AgentStatus, type Measuring, runChallenger, runProver } from '@trigpoint/agent';
import { Client, ethereumSigner, type Signer, solanaSigner, verifySignature } from '@trigpoint/client';
import { checkEvidence, pol } from '@trigpoint/proofs';
import { findProofType } from '@trigpoint/proofs/rules';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type CrowdService, startCrowdService } from './services/index.ts';

const start = async (dataDir: string, env: Record<string, string> = {}): Promise<CrowdService> => {
  const started = await startCrowdService({ place: { dataDir }, chainStart, env: { LOG_LEVEL: 'silent', ...env } });
  onTestFinished(() => started.service.close());
  return started;
};

const chainStart = Math.floor(Date.now() / 1000);
const place = { latitude: 48.2, longitude: 16.4 };

/** Asks on the chain in memory, and brings the request. */
const submit = async ({ service, mine }: CrowdService, prover: Signer, challengers: number) => {
  const id = String(mine([{ address: prover.publicKey as `0x${string}`, ...place }], 1, challengers));
  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(prover, { role: 'payer' });
  await client.call('challenge-request-dcl', { challenge_id: id });
  return client;
};

const ended = async ({ service: { context } }: CrowdService, id: string) => {
  for (;;) {
    const row = await context.db.get('SELECT state, verdict FROM challenge WHERE id = ?', [id]);
    if (/^(ENDED|ERROR)/.test(String(row?.state)))
      return { state: row?.state, verdict: JSON.parse(String(row?.verdict)) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

interface AgentsOptions {
  /** In place of the challengers' own way to measure. */
  readonly measuring?: Measuring;
  readonly onProverStatus?: (status: AgentStatus) => void;
}

const agents = async (
  url: string,
  signer: Signer,
  challengers: number,
  { measuring: how, onProverStatus }: AgentsOptions = {},
) => {
  const proving = await runProver({
    url,
    proofType: 'pol',
    signer,
    claims: place,
    ...(onProverStatus ? { onStatus: onProverStatus } : {}),
  });
  onTestFinished(() => proving.stop(0));
  const measuring = await Promise.all(
    Array.from({ length: challengers }, (_, i) =>
      runChallenger({
        url,
        proofType: 'pol',
        signer: i % 2 ? solanaSigner(randomBytes(32)) : ethereumSigner(randomBytes(32)),
        claims: { latitude: place.latitude + i / 1000, longitude: place.longitude },
        udp: { bind: '127.0.0.1', address: '127.0.0.1' },
        ...(how ? { measuring: how } : {}),
      }),
    ),
  );
  onTestFinished(async () => void (await Promise.all(measuring.map((it) => it.stop(0)))));
  await Promise.all([proving, ...measuring].map((it) => it.ready));
  return { proving, measuring };
};

test('real agents carry a challenge out, and its evidence holds', async () => {
  const dataDir = testFolder();
  const started = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  const { measuring } = await agents(started.service.url, signer, 5);
  const client = await submit(started, signer, 5);
  const { state, verdict } = await ended(started, '1');
  expect([state, verdict.verified, verdict.reason]).toEqual([
    'ENDED_SUCCESSFULLY',
    'true',
    expect.stringContaining('within'),
  ]);
  expect(measuring.map((it) => it.status().totals)).toEqual(
    measuring.map(() => expect.objectContaining({ accepted: 1, refused: 0, failed: 0 })),
  );

  const { result: evidence } = await client.call('challenge-evidence', { challenge_id: '1' });
  const check = () =>
    checkEvidence(pol, evidence as never, async (who, text, signature) =>
      verifySignature({ keyType: who.key_type, publicKey: who.public_key }, text, signature),
    );
  expect(await check()).toEqual([]);
});

test('a challenger that makes a measurement up is refused: the prover did not sign for it', async () => {
  const dataDir = testFolder();
  const started = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  await agents(started.service.url, signer, 4);
  const forger = await runChallenger({
    url: started.service.url,
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
  onTestFinished(() => forger.stop(0));
  await forger.ready;
  await submit(started, signer, 5);
  const { state, verdict } = await ended(started, '1');
  expect([state, verdict.verified]).toEqual(['ENDED_WITH_PARTIAL_SUCCESS', 'true']);
  expect(forger.status()).toMatchObject({ totals: { refused: 1 }, lastRefusal: { code: 'bad_counter_signature' } });
});

/** An event that a test waits for: whoever `happen`s it lets everybody go on who waits for `happened`. */
const event = () => {
  let happen: () => void = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
};

test('agents outlive a restart of the service, and the challenge of that moment still ends', async () => {
  const dataDir = testFolder();
  const first = await start(dataDir);
  const signer = ethereumSigner(randomBytes(32));
  // Challengers measure, but keep their readings until the service has closed: the challenge cannot end before.
  const [measured, closed, returned] = [event(), event(), event()];
  const usual = findProofType('pol') as Measuring;
  const holding: Measuring = {
    ...usual,
    probe: async () => {
      const probe = await usual.probe();
      return {
        ...probe,
        challenge: async (task, io) => {
          const series = await probe.challenge(task, io);
          measured.happen();
          await closed.happened;
          return series;
        },
      };
    },
  };
  await agents(first.service.url, signer, 4, {
    measuring: holding,
    onProverStatus: ({ connections }) => {
      if (connections > 1) returned.happen();
    },
  });
  await submit(first, signer, 4);
  await measured.happened;
  await first.service.close();
  closed.happen();
  const second = await start(dataDir, { PORT: new URL(first.service.url).port });
  const { state, verdict } = await ended(second, '1');
  expect([state, verdict.verified]).toEqual(['ENDED_SUCCESSFULLY', 'true']);
  await returned.happened;
});
