import { existsSync } from 'node:fs';
import type { Account, Chain, Transport, WalletClient } from '@trigpoint/ethereum';
import { profiles } from '@trigpoint/proofs/registry';
import type { Command } from 'commander';
import { spin } from './live.ts';
import { action, examples, show, UsageError } from './output.ts';

const usualAttributes = profiles
  .filter((it) => !it.isExample)
  .flatMap((it) => [it.attributeId, ...(it.later ? [it.later.attributeId] : [])])
  .join(',');

export interface WalletFlags {
  readonly rpcUrl: string;
  readonly keyFile?: string;
  readonly json?: boolean;
}

interface DeployFlags extends WalletFlags {
  readonly coordinator?: string;
  readonly attributes: string;
}

/** Options of commands that send transactions. */
export const withWallet = (command: Command): Command =>
  command
    .requiredOption('--rpc-url <url>', 'a node of the chain')
    .option('--key-file <file>', 'the funded key (TRIGPOINT_PRIVATE_KEY comes first)')
    .option('--json', 'JSON instead of text');

export const addContractCommands = (program: Command): void => {
  const contract = program.command('contract').description('the RequestHandler contract');
  const deploy = withWallet(
    contract.command('deploy').description('put a RequestHandler on a chain; the key that deploys owns it'),
  )
    .option('--coordinator <address>', 'who may record results (default: the key that deploys)')
    .option('--attributes <id,…>', 'the attribute ids it takes requests for', usualAttributes)
    .action(action(deployIt));
  examples(deploy, 'trigpoint contract deploy --rpc-url http://127.0.0.1:8545 --key-file owner.json');
};

/** A wallet with the key that the flags name. */
export async function openWallet(flags: WalletFlags): Promise<WalletClient<Transport, Chain | undefined, Account>> {
  const { loadKey, signerOf } = await import('@trigpoint/agent/keys');
  if (flags.keyFile === undefined && !process.env.TRIGPOINT_PRIVATE_KEY)
    throw new UsageError('Name the funded key: --key-file, or TRIGPOINT_PRIVATE_KEY.');
  // Other commands make a missing key file. Here that would be wrong: a new key has no money, and would own the contract.
  if (flags.keyFile !== undefined && !existsSync(flags.keyFile))
    throw new UsageError(`There is no key file ${flags.keyFile}.`);
  const { keyType, privateKey } = await loadKey(flags.keyFile === undefined ? {} : { keyFile: flags.keyFile });
  if (keyType !== 'ethereum') throw new UsageError('The key must be an ethereum one.');
  signerOf(keyType, privateKey);
  const { createWalletClient, http, privateKeyToAccount } = await import('@trigpoint/ethereum');
  const account = privateKeyToAccount(`0x${privateKey.trim().replace(/^0x/, '')}`);
  return createWalletClient({ account, transport: http(flags.rpcUrl) });
}

/** Waits for a transaction. If the chain refuses it, the error says the reason in a sentence. */
export const onChain = <T>(words: string, done: Promise<T>): Promise<T> =>
  spin(
    words,
    done.catch((error: Error) => {
      throw new Error(refusalOf(error), { cause: error });
    }),
  );

/** The contract's own error if there is one, otherwise what the RPC endpoint said. */
const refusalOf = (error: Error & { shortMessage?: string; cause?: unknown }): string => {
  const { data } = (error.cause ?? {}) as { data?: { errorName?: string; args?: readonly unknown[] } };
  return data?.errorName
    ? `The contract refused: ${data.errorName}(${(data.args ?? []).join(', ')}).`
    : (error.shortMessage ?? error.message);
};

async function deployIt(flags: DeployFlags): Promise<void> {
  const wallet = await openWallet(flags);
  const { deployRequestHandler } = await import('@trigpoint/contracts');
  const { isAddress } = await import('@trigpoint/ethereum');
  const coordinator = flags.coordinator ?? wallet.account.address;
  if (!isAddress(coordinator)) throw new UsageError(`--coordinator takes an address, not "${coordinator}".`);
  const attributeIds = flags.attributes.split(',').map((it) => it.trim());
  const { address, transactionHash, blockNumber, gasUsed } = await onChain(
    'deploying …',
    deployRequestHandler(wallet, { coordinator, attributeIds }),
  );
  const chainId = await wallet.getChainId();
  const facts = {
    address,
    chain_id: chainId,
    transaction: transactionHash,
    block: Number(blockNumber),
    gas: Number(gasUsed),
    coordinator,
  };
  show(flags.json, facts, () =>
    [
      `RequestHandler is at ${address} (block ${blockNumber}, ${gasUsed} gas). The service needs:`,
      '',
      `  CHAIN_RPC_URL=${flags.rpcUrl}`,
      `  CHAIN_ID=${chainId}`,
      `  REQUEST_HANDLER_ADDRESS=${address}`,
    ].join('\n'),
  );
}
