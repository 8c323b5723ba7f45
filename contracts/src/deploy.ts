import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  custom,
  getAddress,
  type Hash,
  type WalletClient,
} from '@trigpoint/ethereum';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { readArtefact } from './artefact.ts';

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
export async function deployRequestHandler(
  wallet: WalletClient,
  options: { coordinator: Address; attributeIds: readonly string[]; gasPrice?: bigint },
): Promise<Deployment> {
  const account: Account | undefined = wallet.account;
  if (account === undefined) throw new Error('The wallet has no account to deploy from.');
  const chain: Chain | null = wallet.chain ?? null;
  const transactionHash = await wallet.deployContract({
    abi: requestHandlerAbi,
    bytecode: readArtefact().bytecode,
    args: [options.coordinator, [...options.attributeIds]],
    account,
    chain,
    ...(options.gasPrice === undefined ? {} : { gasPrice: options.gasPrice }),
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
