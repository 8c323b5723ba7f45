import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  askService,
  Client,
  ethereumSigner,
  readEvidence,
  requestChallenge,
  waitForChallenge,
  watchChallenge,
} from '@trigpoint/client';
import { startNetwork } from '@trigpoint/dev';
import { parseReading } from '@trigpoint/protocol';
import { generatePrivateKey } from 'viem/accounts';
import { figure } from './process/figures.ts';
import { median } from './process/percentiles.ts';
import { atMost, isSmall } from './process/size.ts';

// npm run bench -- verdict [--rounds 11]
//   How long a payer waits for a verdict on the development network, and for what. Asked at the service and on the chain, for
//   a location (eight near challengers, four lookouts as far as Sydney) and for a bandwidth (five challengers in turn).

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '11' } } }).values;
const count = atMost(1, Number(rounds));
const print = (line: string) => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-verdict-'));
const env = {
  PORT: '0',
  CHAIN_PORT: '0',
  TRIGPOINT_DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  MESH_HOURS: '0',
};
const network = await startNetwork({ env });
const wallet = { privateKey: generatePrivateKey(), rpcUrl: network.chain.url };
const payer = ethereumSigner(wallet.privateKey);

const proverOf = (proofType: string, name: string): string => {
  const found = network.agents.get(proofType)?.provers.find(({ demo }) => demo.name === name);
  if (!found) throw new Error(`${name} is not there.`);
  return found.agent.id;
};

/** The parts of a payer's wait, in their order, in milliseconds. */
const parts = [
  'request',
  'consent, log, seed, draw',
  'way out',
  'handshake and probes',
  'last way back',
  'judge and commit',
];

const askOnce = async (proofType: 'pol' | 'pob', onChain: boolean): Promise<number[]> => {
  const client = new Client({ url: network.service.url, proofType });
  await client.login(payer, { role: 'payer' });
  const prover = proverOf(proofType, proofType === 'pol' ? 'honest-frankfurt' : 'honest-access');
  const askedAt = Date.now();
  const asked = { prover, ...(proofType === 'pob' ? { challengers: 5 } : {}) };
  const { challengeId } = onChain
    ? await requestChallenge(client, { ...asked, wallet })
    : await askService(client, { ...asked, signer: payer });
  const takenAt = Date.now();
  let [acceptedAt, lastAt, endedAt] = [takenAt, takenAt, takenAt];
  for await (const event of watchChallenge(client, challengeId)) {
    const at = Date.parse(event.at);
    if (event.kind === 'accepted') acceptedAt = at;
    if (event.kind === 'reading') lastAt = at;
    if (event.kind === 'ended') endedAt = at;
  }
  await waitForChallenge(client, challengeId);
  const { transcript } = await readEvidence(client, challengeId);
  const readings = transcript.draw?.seats.flatMap(({ message }) => (message ? [parseReading(message)] : [])) ?? [];
  const begun = Math.min(...readings.map((it) => Date.parse(it.started_at)));
  const measured = Math.max(...readings.map((it) => Date.parse(it.ended_at)));
  const times = [askedAt, takenAt, acceptedAt, begun, measured, lastAt, endedAt];
  return times.slice(1).map((at, i) => Math.max(0, at - (times[i] as number)));
};

print(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}\n`,
);
print(`median of ${count}, in ms\n`);
print(`| | ${parts.join(' | ')} | whole |\n|---|${'---:|'.repeat(parts.length + 1)}`);
for (const [name, proofType, onChain] of [
  ['location, asked at the service', 'pol', false],
  ['location, asked on the chain', 'pol', true],
  ['bandwidth, asked at the service', 'pob', false],
] as const) {
  if (!isSmall) await askOnce(proofType, onChain);
  const all: number[][] = [];
  for (let i = 0; i < count; i++) all.push(await askOnce(proofType, onChain));
  const each = parts.map((_, i) => median(all.map((it) => it[i] as number)));
  const whole = median(all.map((it) => it.reduce((sum, ms) => sum + ms, 0)));
  print(`| ${name} | ${each.join(' | ')} | ${whole} |`);
  const aim = proofType === 'pol' ? 2 : 4;
  figure({ subject: 'time to a verdict', name, unit: 's', ours: whole / 1000, aim });
}
await network.close();
await rm(dataDir, { recursive: true });
