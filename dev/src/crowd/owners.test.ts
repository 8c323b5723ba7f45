import { randomBytes } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import type { Client } from '@trigpoint/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedAgent } from './index.ts';
import { type CrowdNetwork, challengersEach, logIn, openCrowdNetwork } from './testing.ts';

/** What a challenger's owner is told: what was earned, what was not and why, and which readings were refused. */
let network: CrowdNetwork;
let payer: Client;
const owner = fastSigner('solana', randomBytes(32));
const id = `IPv4/${owner.publicKey}`;
let manner: 'silent' | 'forging' = 'silent';
let refused: (code: string) => void;
let agent: SimulatedAgent;

beforeAll(async () => {
  // Keys and so ways differ from run to run. Within a kilometre nobody is verified, and the verdict stays open.
  network = await openCrowdNetwork({ POL_MAX_UNCERTAINTY_KM: '1' }, { challengers: challengersEach - 1 });
  payer = await logIn(network.url);
  agent = new SimulatedAgent({
    proofType: 'pol',
    role: 'challenger',
    signer: owner,
    claims: { latitude: '50.1', longitude: '8.7' },
    onMessage: (message) => {
      if (message.type === 'recorded' && !message.accepted) refused(message.code);
      if (message.type !== 'task' || manner === 'silent') return;
      const { challenge_id, attempt } = message.task;
      agent.say({ type: 'reading', challenge_id, attempt, token: message.token, message: '{}', signature: '0x' });
    },
  });
  await agent.open(network.url);
});
afterAll(async () => {
  agent.close();
  await network.close();
});

const finish = async () => {
  const started = await network.request(payer);
  // Four of five have answered; the last one's time is over sooner than anybody wants to wait here.
  await expect.poll(() => network.crowd.recorded.get(started)?.size, { timeout: 120_000 }).toBe(challengersEach - 1);
  network.clock.ahead += 4_000;
  return network.ended(payer, started);
};

test('a zero on the statement says why: no reading came in time, or the verdict stayed open', async () => {
  expect((await finish()).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
  const own = await logIn(network.url, 'challenger', owner);
  const { result } = await own.call('my-balance', {});
  expect(result).toMatchObject({ points: 0, next_cursor: null });
  expect(result.entries.map((it) => [it.points, it.reason])).toEqual([
    [0, expect.stringContaining('no reading came in time')],
  ]);
  const { db } = network.service.context;
  const open = await db.get(
    "SELECT COUNT(*) AS n FROM ledger_transfer WHERE amount = 0 AND memo LIKE '%adds nothing to an inconclusive verdict'",
  );
  expect(Number(open?.n)).toBe(challengersEach - 1);
});

test('statements are read in pages by their cursor, and a made-up cursor is refused', async () => {
  await finish();
  const own = await logIn(network.url, 'challenger', owner);
  const all = (await own.call('my-balance', {})).result.entries;
  expect(all).toHaveLength(2);
  const first = (await own.call('my-balance', { limit: 1 })).result;
  const second = (await own.call('my-balance', { limit: 1, cursor: first.next_cursor ?? '' })).result;
  expect([...first.entries, ...second.entries]).toEqual(all);
  expect(second.next_cursor).toBeNull();
  await expect(own.call('my-balance', { cursor: 'ab'.repeat(32) })).rejects.toMatchObject({ status: 400 });
});

test('whoever is set aside because others cannot see it where it says it stands is shown why, and nobody else is', async () => {
  const own = await logIn(network.url, 'challenger', owner);
  expect((await own.call('challenger', { id })).result).toMatchObject({ set_aside: null, set_aside_evidence: [] });
  const reason = 'Three challengers see it elsewhere.';
  const data = { kind: 'pol-calibration-v1', nodes: [], rtts_us: [], set_aside: [{ id, reason }] };
  const reading = (prover: string, challenger: string, rttUs: number) => [
    prover,
    challenger,
    rttUs,
    1_000 * rttUs,
    JSON.stringify({
      challenge_id: `mesh-${rttUs}`,
      attempt: 1,
      prover,
      challenger,
      proof_type: 'pol',
      series: {},
      started_at: '2026-01-02T03:04:05.678Z',
      ended_at: '2026-01-02T03:04:06.678Z',
      prover_counter_signature: null,
    }),
    `signature ${rttUs}`,
  ];
  await network.service.context.db.write(async (tx) => {
    await tx.run('INSERT INTO calibration (hash, proof_type, data, created_at) VALUES (?, ?, ?, ?)', [
      'ab'.repeat(32),
      'pol',
      JSON.stringify(data),
      Date.now(),
    ]);
    for (const it of [reading(id, 'IPv4/b', 9), reading('IPv4/a', id, 7), reading('IPv4/a', 'IPv4/b', 8)])
      await tx.run(
        `INSERT INTO mesh_reading (proof_type, prover, challenger, rtt_us, measured_at, message, signature)
         VALUES ('pol', ?, ?, ?, ?, ?, ?)`,
        it,
      );
  });
  // A calibration is looked for every ten seconds.
  network.clock.ahead += 11_000;
  const { result } = await own.call('challenger', { id });
  expect(result.set_aside).toBe(reason);
  expect(result.set_aside_evidence.map((it) => [it.prover, it.challenger, it.received_at, it.signature])).toEqual([
    ['IPv4/a', id, new Date(7_000).toISOString(), 'signature 7'],
    [id, 'IPv4/b', new Date(9_000).toISOString(), 'signature 9'],
  ]);
  expect((await payer.call('challenger', { id })).result).toMatchObject({ set_aside: null, set_aside_evidence: [] });
});

test('a refused reading is shown with its reason to its owner, and to nobody else', async () => {
  manner = 'forging';
  const told = new Promise<string>((resolve) => {
    refused = resolve;
  });
  await finish();
  expect(await told).toBe('malformed');
  const own = await logIn(network.url, 'challenger', owner);
  const shown = (await own.call('challenger', { id })).result.refusals;
  expect(shown).toEqual([
    {
      challenge_id: expect.any(String),
      code: 'malformed',
      reason: 'The text is not a reading.',
      at: expect.any(String),
    },
  ]);
  const other = await logIn(network.url, 'challenger', fastSigner('solana', randomBytes(32)));
  for (const stranger of [other, payer])
    expect((await stranger.call('challenger', { id })).result.refusals).toEqual([]);
});

test('a measurement of the mesh that is refused is shown to its owner like any other', async () => {
  const told = new Promise<string>((resolve) => {
    refused = resolve;
  });
  agent.say({
    type: 'reading',
    challenge_id: 'mesh-of-nobody',
    attempt: 1,
    token: 'made up, but long enough',
    message: '{}',
    signature: '0x',
  });
  expect(await told).toBe('mesh_closed');
  const own = await logIn(network.url, 'challenger', owner);
  expect((await own.call('challenger', { id })).result.refusals).toContainEqual({
    challenge_id: 'mesh-of-nobody',
    code: 'mesh_closed',
    reason: 'No such measurement among challengers is open.',
    at: expect.any(String),
  });
});
