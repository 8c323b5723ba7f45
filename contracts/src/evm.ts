import { pbkdf2Sync } from 'node:crypto';
import { HDKey, privateKeyToAccount } from '@trigpoint/ethereum';

/**
 * The mnemonic of the accounts that every development chain has, such as hardhat and anvil. Everybody knows it, so never use it
 * elsewhere.
 */
export const developmentMnemonic = 'test test test test test test test test test test test junk';
export const developmentChainId = 31337;
const accountCount = 20;
const startBalance = 10_000n * 10n ** 18n;

/** A block has room for 25 transactions, each at the gas cap of one transaction. */
const transactionGasCap = 1n << 24n;
const blockGasLimit = 25n * transactionGasCap;

export interface Evm {
  /** Throws `RpcError`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/**
 * An error as an RPC endpoint answers it. A revert has the form of geth (code 3, the bytes in `data`), which every client decodes.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The private keys of the mnemonic (BIP-39, BIP-44). Node's own PBKDF2 takes 1 ms; one in JavaScript takes half a second. */
const developmentKeys = (): `0x${string}`[] => {
  const seed = pbkdf2Sync(developmentMnemonic, 'mnemonic', 2048, 64, 'sha512');
  // What all keys have in common is derived once, because each step costs as much as a signature.
  const all = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  return Array.from({ length: accountCount }, (_, index) => toHex(all.deriveChild(index).privateKey));
};

export const developmentAccounts = () => developmentKeys().map((key) => privateKeyToAccount(key));

type Edr = typeof import('@nomicfoundation/edr');

/** Loads the engine of the chain. It has 190 MB, for eight platforms, so installations of a service leave it out. */
const loadEngine = (): Promise<Edr> =>
  import('@nomicfoundation/edr').catch((cause: unknown) => {
    throw new Error(
      'The development chain needs @nomicfoundation/edr, which is not installed. Run `npm ci` without --omit=dev, ' +
        'or start without a chain: `trigpoint up --no-chain`.',
      { cause },
    );
  });

/** EDR allows one context for each process. Chains that are made in it share nothing else. */
let engine: Promise<InstanceType<Edr['EdrContext']>> | undefined;

async function startEngine(edr: Edr) {
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  return context;
}

/**
 * A real EVM in this process. The same genesis time and the same blocks give the same hashes.
 * The base fee is 0 and stays 0, so that transactions with gas price 0 are mined: with an elasticity of 1 a block can never
 * hold more gas than its target, which is the only way the fee could rise.
 */
export async function createEvm(options: { genesisTime: number; autoMine: boolean }): Promise<Evm> {
  const edr = await loadEngine();
  engine ??= startEngine(edr);
  const context = await engine;
  const keys = developmentKeys();
  const hardfork = edr.SpecId.Prague;
  const provider = await context.createProvider(
    edr.L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      baseFeeConfig: [{ activation: { blockNumber: 0n }, maxChangeDenominator: 8n, elasticityMultiplier: 1n }],
      chainId: BigInt(developmentChainId),
      coinbase: Buffer.alloc(20, 0xc0),
      defaultTransactionGasLimit: transactionGasCap,
      genesisState: [
        ...edr.l1GenesisState(hardfork),
        ...keys
          .map((key) => privateKeyToAccount(key).address)
          .map((address) => ({ address: Buffer.from(address.slice(2), 'hex'), balance: startBalance })),
      ],
      hardfork: edr.l1HardforkToString(hardfork),
      initialBaseFeePerGas: 0n,
      initialParentBeaconBlockRoot: Buffer.alloc(32),
      minGasPrice: 0n,
      mining: { autoMine: options.autoMine, blockGasLimit, memPool: { order: edr.MineOrdering.Fifo } },
      network: {
        genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
        genesisBlockGasLimit: blockGasLimit,
        genesisBlockTime: BigInt(options.genesisTime),
      },
      networkId: BigInt(developmentChainId),
      observability: {},
      ownedAccounts: keys,
      precompileOverrides: [],
      transactionGasCap,
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  );
  return {
    async request(method, params) {
      const response = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const answer: EdrAnswer = typeof response.data === 'string' ? JSON.parse(response.data) : response.data;
      if (answer.error !== undefined) throw toRpcError(answer.error);
      return answer.result;
    },
  };
}

interface EdrAnswer {
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

function toRpcError({ code, message, data }: NonNullable<EdrAnswer['error']>): RpcError {
  const revert = typeof data === 'object' && data !== null && 'reason' in data && 'data' in data ? data : undefined;
  if (revert !== undefined && typeof revert.data === 'string' && revert.reason !== 'OutOfGas') {
    const reason = /reverted with reason string '(.*)'$/s.exec(message)?.[1];
    return new RpcError(3, reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`, revert.data);
  }
  // EDR adds the request itself to other errors. The caller knows it, so it is left out.
  return new RpcError(code === -32004 ? -32601 : code, message);
}

const toHex = (bytes: Uint8Array | null | undefined): `0x${string}` => `0x${Buffer.from(bytes ?? []).toString('hex')}`;
