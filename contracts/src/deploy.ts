import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  custom,
  getAddress,
  type Hash,
  type WalletClient,
} from '@trigpoint/ethereum';
import { type ContractName, readArtefact } from './artefact.ts';

export interface Deployment {
  readonly address: Address;
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly gasUsed: bigint;
}

/**
 * Puts a RequestHandler on the chain the wallet is connected to. The wallet's account becomes its owner.
 *
 * ```ts
 * const wallet = createWalletClient({ account: privateKeyToAccount(key), transport: http(rpcUrl) });
 * const { address } = await deployRequestHandler(wallet, { coordinator, attributeIds: ['pol-v1', 'pob-v1'] });
 * ```
 */
export const deployRequestHandler = (
  wallet: WalletClient,
  options: { coordinator: Address; attributeIds: readonly string[]; gasPrice?: bigint },
): Promise<Deployment> =>
  deploy(wallet, 'RequestHandler', [options.coordinator, [...options.attributeIds]], options.gasPrice);

/** Puts an AgentDeposits contract on a chain. Money stays locked for `noticeSeconds` after notice was given. */
export const deployAgentDeposits = (
  wallet: WalletClient,
  options: { noticeSeconds: bigint; gasPrice?: bigint },
): Promise<Deployment> => deploy(wallet, 'AgentDeposits', [options.noticeSeconds], options.gasPrice);

async function deploy(
  wallet: WalletClient,
  contract: ContractName,
  args: readonly unknown[],
  gasPrice?: bigint,
): Promise<Deployment> {
  const account: Account | undefined = wallet.account;
  if (account === undefined) throw new Error('The wallet has no account to deploy from.');
  const chain: Chain | null = wallet.chain ?? null;
  const { abi, bytecode } = readArtefact(contract);
  const transactionHash = await wallet.deployContract({
    abi: abi as Abi,
    bytecode,
    args,
    account,
    chain,
    ...(gasPrice === undefined ? {} : { gasPrice }),
  });
  const reader = createPublicClient({ transport: custom(wallet), pollingInterval: wallet.pollingInterval });
  const receipt = await reader.waitForTransactionReceipt({ hash: transactionHash });
  if (receipt.status !== 'success' || !receipt.contractAddress) {
    throw new Error(`The deployment ${transactionHash} was mined and failed.`);
  }
  return {
    address: getAddress(receipt.contractAddress),
    transactionHash,
    blockNumber: receipt.blockNumber,
    gasUsed: receipt.gasUsed,
  };
}
