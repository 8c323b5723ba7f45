import { readFileSync } from 'node:fs';
import { type ResultFields, resultHashOf } from '@trigpoint/proofs';
import type { Abi, Address, Hex } from 'viem';
import type { Artefact } from './artefact.ts';
import { compile } from './compile.ts';
import type { Stage } from './stage.ts';

export interface Terms {
  readonly prover: Address;
  readonly latitude: bigint;
  readonly longitude: bigint;
  readonly maxRadiusKm: number;
  readonly minWithstands: number;
  readonly maxAgeSeconds: bigint;
}

const source = (name: string) => readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8');

/** The example contract, compiled when it is needed: nothing deploys it but its tests and the gas table. */
const compilePlaceBounty = () => {
  compiled ??= compile(
    { 'RequestHandler.sol': source('RequestHandler.sol'), 'PlaceBounty.sol': source('PlaceBounty.sol') },
    'PlaceBounty',
  );
  return compiled as unknown as { abi: Abi; bytecode: Hex };
};
let compiled: Artefact | undefined;

/** Puts a bounty with some money on a stage. */
export const placeBounty = async (stage: Stage, terms: Terms, value: bigint) => {
  const { abi, bytecode } = compilePlaceBounty();
  const args = [{ handler: stage.contract.address, ...terms }];
  const hash = await stage.wallet(stage.payer).deployContract({
    abi,
    bytecode,
    args,
    account: stage.payer,
    chain: null,
    value,
  });
  const { contractAddress } = await stage.reader.waitForTransactionReceipt({ hash });
  const address = contractAddress as Address;
  const callOf = (id: bigint, result: ResultFields) =>
    ({
      address,
      abi,
      functionName: 'claim',
      args: [id, { ...result, endedAt: BigInt(result.endedAt) }],
      account: stage.stranger,
    }) as const;
  return {
    address,
    async claim(id: bigint, result: ResultFields) {
      await stage.reader.simulateContract(callOf(id, result));
      const sent = await stage.wallet(stage.stranger).writeContract({ ...callOf(id, result), chain: null });
      return stage.reader.waitForTransactionReceipt({ hash: sent });
    },
    record: (id: bigint, result: ResultFields) =>
      stage.send(stage.coordinator, 'recordResult', [id, result.outcome, resultHashOf(result)]),
  };
};
