import type { Hex } from '@trigpoint/ethereum';
import { encodePobAsk, encodePolAsk } from '@trigpoint/proofs';
import { placeBounty } from './place-bounty.ts';
import { createStage, stageStart } from './stage.ts';

export const gasDocUrl = new URL('../../docs/gas.md', import.meta.url);

const prover = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const common = { proverRegistry: prover, prover, isIPv6: false, challengers: 10, tolerance: 3 } as const;
const pol = encodePolAsk({ ...common, latitude: 38.7223, longitude: -9.1393 });
const pob = encodePobAsk({ ...common, direction: 'down', bandwidthMbps: 100 });
const transcript: Hex = `0x${'7e'.repeat(32)}`;
const verified = {
  prover,
  outcome: 1,
  radiusKm: 180,
  withstands: 3,
  endedAt: stageStart,
  transcriptHash: transcript,
} as const;
const terms = {
  prover,
  latitude: 38_722_300_000_000_000_000n,
  longitude: -9_139_300_000_000_000_000n,
  maxRadiusKm: 200,
  minWithstands: 3,
  maxAgeSeconds: 86_400n,
} as const;

/** What each call costs, on the EVM the tests run on. */
export async function measureGas(): Promise<[call: string, gas: bigint][]> {
  const stage = await createStage();
  const submit = async (attributes: string[], infos: Hex[], timeout = 600n) =>
    (await stage.send(stage.payer, 'submitRequest', [timeout, attributes, infos])).gasUsed;
  const first = await submit(['pol-v1'], [pol]);
  const rows: [string, bigint][] = [
    ['deployment with two attributes', stage.deployed.gasUsed],
    ['`submitRequest`, the first of a contract', first],
    ['`submitRequest`, one `pol-v1`', await submit(['pol-v1'], [pol])],
    ['`submitRequest`, one `pob-v1`', await submit(['pob-v1'], [pob])],
    ['`submitRequest`, one of each', await submit(['pol-v1', 'pob-v1'], [pol, pob])],
    ['`recordResult`', (await stage.send(stage.coordinator, 'recordResult', [2n, 1, transcript])).gasUsed],
  ];
  const root: Hex = `0x${'5a'.repeat(32)}`;
  const withRoot = async (id: bigint, size: bigint) =>
    (await stage.send(stage.coordinator, 'recordResultWithLogRoot', [id, 1, transcript, size, root])).gasUsed;
  rows.push(['`recordResultWithLogRoot`, the first of a contract', await withRoot(3n, 10n)]);
  rows.push(['`recordResultWithLogRoot`', await withRoot(5n, 20n)]);
  const bounty = await placeBounty(stage, terms, 1n);
  await bounty.record(4n, verified);
  rows.push(['`claim` of the example `PlaceBounty`', (await bounty.claim(4n, verified)).gasUsed]);
  await stage.pass(601);
  rows.push(['`claimTimeout`', (await stage.send(stage.stranger, 'claimTimeout', [1n])).gasUsed]);
  return rows;
}

export function printGas(rows: readonly (readonly [call: string, gas: bigint])[]): string {
  const lines = rows.map(([call, gas]) => `| ${call} | ${gas.toLocaleString('en-US')} |`);
  return [
    '# What the contract costs',
    '',
    'Written by `npm run gas -w contracts`; a test compares it with the contract as it is.',
    '',
    '| call | gas |',
    '|---|---:|',
    ...lines,
    '',
  ].join('\n');
}
