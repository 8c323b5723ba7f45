import {
  type Account,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  type PublicClient,
  type ReadContractReturnType,
  type TransactionReceipt,
  type WalletClient,
} from '@trigpoint/ethereum';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { type Deployment, deployRequestHandler } from './deploy.ts';
import { createEvm, developmentAccounts, type Evm } from './evm.ts';

type WriteName = ContractFunctionName<typeof requestHandlerAbi, 'nonpayable'>;
type WriteArgs<N extends WriteName> = ContractFunctionArgs<typeof requestHandlerAbi, 'nonpayable', N>;

export const stageStart = 1_800_000_000;

export interface Stage {
  readonly evm: Evm;
  readonly reader: PublicClient;
  readonly owner: Account;
  readonly coordinator: Account;
  readonly payer: Account;
  readonly stranger: Account;
  readonly deployed: Deployment;
  readonly contract: { readonly address: Address; readonly abi: typeof requestHandlerAbi };
  wallet(account: Account): WalletClient;
  /** Sends a transaction and gives the receipt. It simulates the call first, so that a refusal throws its decoded custom error. */
  send<N extends WriteName>(account: Account, functionName: N, args: WriteArgs<N>): Promise<TransactionReceipt>;
  challenge(id: bigint): Promise<ReadContractReturnType<typeof requestHandlerAbi, 'getChallenge', [bigint]>>;
  /** Mines a block that is this many seconds later. */
  pass(seconds: number): Promise<void>;
}

/** A fresh chain with a RequestHandler on it, for tests and for the gas table. */
export async function createStage(attributeIds: readonly string[] = ['pol-v1', 'pob-v1']): Promise<Stage> {
  const evm = await createEvm({ genesisTime: stageStart, autoMine: true });
  const transport = custom({ request: ({ method, params }) => evm.request(method, params ?? []) }, { retryCount: 0 });
  const [owner, coordinator, payer, stranger] = developmentAccounts() as Account[] as [
    Account,
    Account,
    Account,
    Account,
  ];
  const reader: PublicClient = createPublicClient({ transport, pollingInterval: 1 });
  const wallet = (account: Account): WalletClient => createWalletClient({ account, transport, pollingInterval: 1 });
  const deployed = await deployRequestHandler(wallet(owner), { coordinator: coordinator.address, attributeIds });
  const contract = { address: deployed.address, abi: requestHandlerAbi } as const;

  return {
    evm,
    reader,
    wallet,
    owner,
    coordinator,
    payer,
    stranger,
    deployed,
    contract,
    async send<N extends WriteName>(account: Account, functionName: N, args: WriteArgs<N>) {
      const call = { ...contract, functionName, args, account } as Parameters<typeof reader.simulateContract>[0];
      await reader.simulateContract(call);
      const hash = await wallet(account).writeContract({ ...call, account, chain: null });
      return reader.waitForTransactionReceipt({ hash });
    },
    challenge: (id: bigint) => reader.readContract({ ...contract, functionName: 'getChallenge', args: [id] }),
    async pass(seconds: number) {
      await evm.request('evm_increaseTime', [seconds]);
      await evm.request('evm_mine', []);
    },
  };
}

export const infoOf = (bytes: number): Hex => `0x${'a7'.repeat(bytes)}`;
