import { askService, Client, ethereumSigner, readEvidence, tellNonce, watchChallenge } from '@trigpoint/client';
import type { Evidence } from '@trigpoint/proofs';
import { testFolder } from '@trigpoint/proofs/testing';
import { type Route, routes } from '@trigpoint/protocol';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChainlessNetwork, startNetworkWithoutChain } from './network.ts';

const dataDir = testFolder(afterAll);
let network: ChainlessNetwork;
beforeAll(async () => {
  const env = { PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' };
  network = await startNetworkWithoutChain({ env });
}, 120_000);
afterAll(() => network.close());

interface Answer {
  readonly path: string;
  readonly text: string;
  readonly at: number;
}

/** What a stranger may ask: every open operation, with every body that could draw something out. */
const spyingOn = (challengeId: string, agents: readonly string[]) => {
  const asks = Object.values(routes as Record<string, Route>)
    .filter((it) => it.auth !== 'session' && it.encoding === undefined)
    .flatMap(({ paths, body }) => {
      const fields = Object.keys((body as { properties?: object }).properties ?? {});
      const bodies = [
        ...(fields.includes('challenge_id') ? [{ challenge_id: challengeId }] : [{}]),
        ...(fields.includes('id') ? agents.map((id) => ({ id })) : []),
        ...(fields.includes('prover') ? [{ prover: agents[0] }] : []),
      ];
      return paths.flatMap((path) => bodies.map((it) => ({ path, body: it })));
    });
  const reads = ['/metrics', '/log/checkpoint', '/.well-known/trigpoint.json'];
  return async (proofType: string): Promise<Answer[]> => {
    const took: Answer[] = [];
    const take = async (path: string, init: RequestInit) => {
      const reply = await fetch(`${network.service.url}${path}`, init);
      took.push({ path, text: await reply.text(), at: Date.now() });
    };
    const headers = { 'content-type': 'application/json' };
    for (const { path, body } of asks)
      await take(path.replace(':proof_type', proofType), { method: 'POST', headers, body: JSON.stringify(body) });
    for (const path of reads) await take(path, {});
    return took;
  };
};

/** What nobody may know before the end: each reading by its signature, and who is asked in which challenge. */
const leaksIn = (answers: readonly Answer[], { transcript }: Evidence): string[] => {
  const seats = transcript.draw?.seats ?? [];
  return answers.flatMap(({ path, text }) => [
    ...seats
      .filter((it) => it.signature && text.includes(it.signature))
      .map((it) => `${path}: reading of ${it.challenger.id}`),
    ...(text.includes(transcript.challenge_id)
      ? seats.filter((it) => text.includes(it.challenger.id)).map((it) => `${path}: ${it.challenger.id} is asked`)
      : []),
  ]);
};

test.each([
  ['pol', 'honest-frankfurt'],
  ['pob', 'honest-access'],
])(
  '%s: while a challenge runs, no answer of the service tells a reading or who is asked',
  async (proofType, name) => {
    const client = new Client({ url: network.service.url, proofType });
    await client.login(ethereumSigner(generatePrivateKey()), { role: 'payer' });
    const own = network.agents.get(proofType) ?? expect.fail();
    const prover = own.provers.find(({ demo }) => demo.name === name)?.agent.id ?? expect.fail();
    const asked = await askService(client, { prover });
    await tellNonce(client, asked);
    const challengers = (await client.call('challengers', { limit: 50 })).result.challengers.map((it) => it.id);
    const spy = spyingOn(asked.challengeId, [prover, ...challengers]);

    const events: string[] = [];
    const answers: Answer[] = [];
    let running = Promise.resolve();
    let endedAt = 0;
    let isSpying = false;
    for await (const event of watchChallenge(client, asked.challengeId)) {
      const { kind, seq: _, at, ...told } = event;
      events.push(JSON.stringify(told));
      if (kind === 'ended') endedAt = Date.parse(at);
      // A spy that is still at it sees this answer too.
      else if (kind === 'reading' && !isSpying) {
        isSpying = true;
        running = spy(proofType).then((took) => {
          answers.push(...took);
          isSpying = false;
        });
      }
    }
    await running;
    const evidence = await readEvidence(client, asked.challengeId);
    const before = answers.filter((it) => it.at < endedAt);
    expect(before.length).toBeGreaterThan(0);
    expect(leaksIn(before, evidence)).toEqual([]);
    for (const told of events.slice(0, -1)) expect(Object.keys(JSON.parse(told))).not.toContain('reading');
    for (const { challenger } of evidence.transcript.draw?.seats ?? [])
      expect(events.join()).not.toContain(challenger.id);
    // The same spy finds all of it afterwards, so it looks in the right places.
    expect(leaksIn(await spy(proofType), evidence).length).toBeGreaterThan(0);
  },
  180_000,
);
