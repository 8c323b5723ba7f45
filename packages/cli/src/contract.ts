import { existsSync } from 'node:fs';
import { profiles } from '@trigpoint/proofs/registry';
import type { Command } from 'commander';
import { spin } from './live.ts';
import { action, examples, show, UsageError } from './output.ts';

const usualAttributes = profiles
  .filter((it) => !it.isExample)
  .flatMap((it) => [it.attributeId, ...(it.later ? [it.later.attributeId] : [])])
  .join(',');

interface DeployFlags {
  readonly rpcUrl: string;
  readonly keyFile?: string;
  readonly coordinator?: string;
  readonly attributes: string;
  readonly json?: boolean;
}

export const addContractCommands = (program: Command): void => {
  const contract = program.command('contract').description('the RequestHandler contract');
  const deploy = contract
    .command('deploy')
    .description('put a RequestHandler on a chain; the key that deploys owns it')
    .requiredOption('--rpc-url <url>', 'a node of the chain')
    .option('--key-file <file>', 'the funded key (TRIGPOINT_PRIVATE_KEY comes first)')
    .option('--coordinator <address>', 'who may record results (default: the key that deploys)')
    .option('--attributes <id,…>', 'the attribute ids it takes requests for', usualAttributes)
    .option('--json', 'JSON instead of text')
    .action(action(deployIt));
  examples(deploy, 'trigpoint contract deploy --rpc-url http://127.0.0.1:8545 --key-file owner.json');
};

async function deployIt(flags: DeployFlags): Promise<void> {
  const { loadKey, signerOf } = await import('@trigpoint/agent');
  if (flags.keyFile === undefined && !process.env.TRIGPOINT_PRIVATE_KEY)
    throw new UsageError('Name the funded key: --key-file, or TRIGPOINT_PRIVATE_KEY.');
  // Other commands make a missing key. Here that would be wrong: a new key has no money, and would own the contract.
  if (flags.keyFile !== undefined && !existsSync(flags.keyFile))
    throw new UsageError(`There is no key file ${flags.keyFile}.`);
  const { keyType, privateKey } = await loadKey(flags.keyFile === undefined ? {} : { keyFile: flags.keyFile });
  if (keyType !== 'ethereum') throw new UsageError('The key must be an ethereum one.');
  signerOf(keyType, privateKey);
  const { deployRequestHandler } = await import('@trigpoint/contracts');
  const { createWalletClient, http, isAddress, privateKeyToAccount } = await import('@trigpoint/ethereum');
  const account = privateKeyToAccount(`0x${privateKey.trim().replace(/^0x/, '')}`);
  const coordinator = flags.coordinator ?? account.address;
  if (!isAddress(coordinator)) throw new UsageError(`--coordinator takes an address, not "${coordinator}".`);
  const wallet = createWalletClient({ account, transport: http(flags.rpcUrl) });
  const attributeIds = flags.attributes.split(',').map((it) => it.trim());
  const deploying = deployRequestHandler(wallet, { coordinator, attributeIds }).catch((error: Error) => {
    throw new Error('shortMessage' in error ? String(error.shortMessage) : error.message, { cause: error });
  });
  const { address, transactionHash, blockNumber, gasUsed } = await spin('deploying …', deploying);
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
