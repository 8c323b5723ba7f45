import { BaseError, ContractFunctionRevertedError } from '@trigpoint/ethereum';
import { encodePobAsk, encodePolAsk, noRadius, type ResultFields } from '@trigpoint/proofs';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBounty, type Terms } from './place-bounty.ts';
import { createStage, type Stage, stageStart } from './stage.ts';

const prover = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const common = { proverRegistry: prover, prover, isIPv6: false, challengers: 10, tolerance: 3 } as const;
const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const inLisbon = encodePolAsk({ ...common, ...lisbon });
const terms: Terms = {
  prover,
  latitude: 38_722_300_000_000_000_000n,
  longitude: -9_139_300_000_000_000_000n,
  maxRadiusKm: 200,
  minWithstands: 3,
  maxAgeSeconds: 86_400n,
};
const verified: ResultFields = {
  prover: prover.toLowerCase() as `0x${string}`,
  outcome: 1,
  radiusKm: 180,
  withstands: 3,
  endedAt: stageStart,
  transcriptHash: `0x${'7e'.repeat(32)}`,
};

const refusal = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    const reverted = error instanceof BaseError && error.walk((it) => it instanceof ContractFunctionRevertedError);
    return reverted instanceof ContractFunctionRevertedError ? reverted.data?.errorName : String(error);
  }
};

describe('a bounty for being somewhere', () => {
  let stage: Stage;
  let bounty: Awaited<ReturnType<typeof placeBounty>>;
  const amount = 10n ** 18n;
  const ask = (info = inLisbon, attribute = 'pol-v1') =>
    stage.send(stage.payer, 'submitRequest', [1_000_000n, [attribute], [info]]);

  beforeEach(async () => {
    stage = await createStage();
    bounty = await placeBounty(stage, terms, amount);
  });

  it('is paid to the prover once, with the fields that the chain has the hash of', async () => {
    await ask();
    await bounty.record(1n, verified);
    await bounty.claim(1n, verified);
    expect(await stage.reader.getBalance({ address: prover })).toBe(amount);
    expect(await refusal(bounty.claim(1n, verified))).toBe('AlreadyPaid');
  });

  it('is not paid for fields that were not recorded, each of them', async () => {
    await ask();
    expect(await refusal(bounty.claim(1n, verified))).toBe('NotRecorded');
    const recorded = { ...verified, radiusKm: 900, withstands: 1, outcome: 2, endedAt: stageStart - 9e6 };
    await bounty.record(1n, recorded);
    for (const better of [
      { radiusKm: 100 },
      { withstands: 9 },
      { outcome: 1 },
      { endedAt: stageStart },
      { transcriptHash: `0x${'7f'.repeat(32)}` as const },
      { prover: `0x${'01'.repeat(20)}` as const },
      verified,
    ])
      expect(await refusal(bounty.claim(1n, { ...recorded, ...better }))).toBe('OtherResult');
  });

  it.each([
    ['NotVerified', { outcome: 2 }],
    ['NotVerified', { outcome: 3 }],
    ['TooFar', { radiusKm: 201 }],
    ['TooFar', { radiusKm: noRadius }],
    ['WithstandsTooFew', { withstands: 2 }],
    ['TooOld', { endedAt: stageStart - 90_000 }],
    ['NotYet', { endedAt: stageStart + 90_000 }],
    ['OtherProver', { prover: `0x${'01'.repeat(20)}` as const }],
  ] as const)('is not paid: %s for %o', async (name, change) => {
    await ask();
    await bounty.record(1n, { ...verified, ...change });
    expect(await refusal(bounty.claim(1n, { ...verified, ...change }))).toBe(name);
  });

  it('is not paid for another place, nor for a bandwidth', async () => {
    await ask(encodePolAsk({ ...common, ...lisbon, latitude: 38.7 }));
    await ask(encodePobAsk({ ...common, direction: 'down', bandwidthMbps: 1 }), 'pob-v1');
    for (const [id, name] of [
      [1n, 'OtherPlace'],
      [2n, 'OtherAttribute'],
    ] as const) {
      await bounty.record(id, verified);
      expect(await refusal(bounty.claim(id, verified))).toBe(name);
    }
  });
});
