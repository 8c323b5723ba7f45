import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, ethereumSigner } from '@trigpoint/client';
import { startChild, startServiceProcess } from '@trigpoint/dev/processes';
import { userAccount } from '@trigpoint/server';
import { fill } from './heavy-reads/fill.ts';
import { figure } from './process/figures.ts';
import { percentile } from './process/percentiles.ts';
import { atMost } from './process/size.ts';

// npm run bench -- heavy-reads
//   p99 of short reads while nobody else is there, and beside 20 a second of the longest answers that strangers can ask for:
//   a list of 10,000 challengers with 2 KiB of claims each, and evidence of 8 MB. Calm and trouble in turns, as a ratio.
//   Then what a node holds for one reader of each long answer, while many have taken its first bytes and read no further.

const rounds = atMost(1, 5);
const seconds = atMost(0.5, 10);
const shortPerSecond = 50;
const heavyPerSecond = 20;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-heavy-reads-'));
/** A key gets six long answers at a time. */
const perKey = 6;
const keys = Array.from({ length: atMost(1, 4) }, () => ethereumSigner(randomBytes(32)));
const accounts = keys.map((it) => userAccount('ethereum', it.publicKey));
const size = { challengers: atMost(200, 10_000), evidenceBytes: atMost(100_000, 8_000_000), rows: atMost(50, 1_000) };
const challenge = await fill(dataDir, { ...size, accounts });
const env = { RATE_LIMITS: 'login=1000000,default=1000000', MESH_HOURS: '0' };
const node = await startServiceProcess({ place: { dataDir }, env });
const readers = await startChild(new URL('./heavy-reads/readers.js', import.meta.url), { url: node.url, challenge });
const client = new Client({ url: node.url, proofType: 'pol' });
await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });

/** Sends each question at its time, whether or not earlier ones were answered. */
const shortReads = async (): Promise<number[]> => {
  const latencies: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < shortPerSecond * seconds; n++) {
    await pause(startedAt + (n * 1000) / shortPerSecond - performance.now());
    const askedAt = performance.now();
    latencies.push(client.call('user-info', {}).then(() => performance.now() - askedAt));
  }
  return Promise.all(latencies);
};

await shortReads();
const [calm, beside]: [number[], number[]] = [[], []];
const { rssBytes: before } = await node.figures(2);
let mostRss = 0;
const heavy = { asked: 0, answered: 0, refused: 0, bytes: 0 };
for (let round = 0; round < rounds; round++) {
  calm.push(...(await shortReads()));
  const flood = readers.ask<typeof heavy>({ perSecond: heavyPerSecond, seconds });
  beside.push(...(await shortReads()));
  mostRss = Math.max(mostRss, (await node.figures()).rssBytes);
  const done = await flood;
  for (const name of ['asked', 'answered', 'refused', 'bytes'] as const) heavy[name] += done[name];
}
const [without, with20] = [percentile(calm, 0.99), percentile(beside, 0.99)];
print(
  `short reads, p99 of ${calm.length}: ${without.toFixed(1)} ms alone, ${with20.toFixed(1)} ms beside ${heavyPerSecond}/s of the longest answers (${(with20 / without).toFixed(2)}×)`,
);
figure({
  ...{ subject: 'heavy reads', name: 'p99 of short reads beside long ones', unit: 'ms', ours: with20 },
  peer: { name: 'without long ones', value: without },
});
print(
  `long answers: ${heavy.asked} asked, ${heavy.answered} read to the end, ${heavy.refused} told to come back, ${(heavy.bytes / 1e6).toFixed(0)} MB; the node held ${(before / 2 ** 20).toFixed(0)} MiB before and ${(mostRss / 2 ** 20).toFixed(0)} MiB beside them`,
);
await readers.end('SIGKILL');

const tokens: string[] = [];
for (const key of keys) {
  const reader = new Client({ url: node.url, proofType: 'pol' });
  await reader.login(key, { role: 'payer' });
  for (let n = 0; n < perKey; n++) tokens.push(reader.token as string);
}
const stalled = await startChild(new URL('./heavy-reads/stalled.js', import.meta.url), { url: node.url });
const longAnswers: readonly (readonly [path: string, body: object])[] = [
  ['challengers', { limit: 10_000 }],
  ['challenge-evidence', { challenge_id: challenge }],
  ['challenge-history', { limit: 1_000 }],
  ['campaigns', { limit: 1_000 }],
  ['my-balance', { limit: 1_000 }],
];
const held = async (): Promise<number> => {
  const { heapBytes, externalBytes } = await node.figures(3);
  return heapBytes + externalBytes;
};
for (const [path, body] of longAnswers) {
  const whole = await fetch(`${node.url}/proof/v1/pol/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
  });
  const bytes = (await whole.arrayBuffer()).byteLength;
  const alone = await held();
  const answered = await stalled.ask<number>({ path, body, tokens });
  const each = ((await held()) - alone) / tokens.length;
  await stalled.ask({ tokens: [] });
  print(
    `${path}: ${(bytes / 2 ** 20).toFixed(2)} MiB; ${answered} readers who stand still hold ${(Math.max(0, each) / 2 ** 20).toFixed(2)} MiB each`,
  );
}
await stalled.end('SIGKILL');
await node.end('SIGKILL');
await rm(dataDir, { recursive: true });
