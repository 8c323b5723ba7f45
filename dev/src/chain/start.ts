import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deployRequestHandler } from '@trigpoint/contracts';
import { createEvm, developmentChainId, developmentMnemonic } from '@trigpoint/contracts/evm';
import {
  type Address,
  createWalletClient,
  custom,
  getContractAddress,
  type Hex,
  keccak256,
  privateKeyToAccount,
  toHex,
} from '@trigpoint/ethereum';
import { profiles } from '@trigpoint/proofs/registry';
import { openJournal } from './journal.ts';
import { createMethods } from './methods.ts';
import { createMiner } from './miner.ts';
import { createRpcServer } from './rpc-server.ts';

export interface DevChain {
  readonly url: string;
  readonly chainId: number;
  readonly requestHandler: Address;
  /**
   * A part of every challengeInfo. There is no contract at this address: on a development network anybody who logs in can be a
   * prover.
   */
  readonly proverRegistry: Address;
  /** The key that may record results. Like the accounts of the mnemonic, everyone knows it, and it is worth nothing. */
  readonly coordinatorPrivateKey: Hex;
  close(): Promise<void>;
}

/** Deployer and coordinator have keys of their own, so that the twenty accounts of the mnemonic start with nonce 0. */
const keyOf = (name: string): Hex => keccak256(toHex(`trigpoint development ${name}`));
const deployer = privateKeyToAccount(keyOf('deployer'));
const coordinatorPrivateKey = keyOf('coordinator');
const proverRegistry: Address = `0x${keyOf('prover registry').slice(-40)}`;
const requestHandler = getContractAddress({ from: deployer.address, nonce: 0n });

/** The attribute ids of every proof type. A setting of the service decides which of them it accepts. */
const attributeIds = [
  ...profiles.flatMap((it) => [it.attributeId, ...(it.later ? [it.later.attributeId] : [])]),
  ...profiles.flatMap((it) => Object.values(it.compatAttributeIds ?? {})),
];

/**
 * A real EVM behind JSON-RPC, with a RequestHandler on it. The same data directory brings back the same blocks and ids, also
 * after kill -9.
 */
export async function startDevChain(options: {
  host: string;
  port: number;
  dataDir: string;
  now?: () => number;
}): Promise<DevChain> {
  const { host, port, dataDir, now = Date.now } = options;
  const nowSeconds = () => Math.floor(now() / 1000);
  const journal = await openJournal(join(dataDir, 'chain.jsonl'), developmentChainId, nowSeconds());
  try {
    const evm = await createEvm({ genesisTime: journal.genesisTime, autoMine: false });
    const miner = await createMiner(evm, journal, nowSeconds);
    const call = createMethods(evm, miner, developmentChainId);
    if ((await call('eth_getCode', [requestHandler, 'latest'])) === '0x') {
      const transport = custom({ request: ({ method, params }) => call(method, params ?? []) });
      const wallet = createWalletClient({ account: deployer, transport, pollingInterval: 1 });
      const { address: coordinator } = privateKeyToAccount(coordinatorPrivateKey);
      const { address } = await deployRequestHandler(wallet, { coordinator, attributeIds, gasPrice: 0n });
      if (address !== requestHandler) throw new Error(`RequestHandler came to ${address}, not ${requestHandler}.`);
    }
    const server = createRpcServer(call, welcomeText());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return {
      url: urlOf(server.address() as AddressInfo),
      chainId: developmentChainId,
      requestHandler,
      proverRegistry,
      coordinatorPrivateKey,
      async close() {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeIdleConnections();
        await miner.idle();
        server.closeAllConnections();
        await closed;
        await journal.close();
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${reachable}]` : reachable}:${port}`;
}

const welcomeText = () => `This is a Trigpoint development chain. Send JSON-RPC by POST.

chain id         ${developmentChainId}
RequestHandler   ${requestHandler}
prover registry  ${proverRegistry}
funded accounts  20 of "${developmentMnemonic}"
gas              free: gas price 0 is mined
`;
