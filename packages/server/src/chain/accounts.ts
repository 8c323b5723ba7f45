import { chainAddress, type KeyType, ServiceError } from '@trigpoint/protocol';
import {
  BaseError,
  createPublicClient,
  decodeAbiParameters,
  encodeFunctionData,
  fallback,
  type Hex,
  hashMessage,
  http,
  parseAbi,
  parseAbiParameters,
  RpcRequestError,
} from 'viem';

/**
 * ERC-6492: the signature of an account that is not deployed yet ends with these bytes. Before them stand the factory, its
 * call and the inner signature.
 */
const wrapperEnd = '6492'.repeat(16);
const wrapper = parseAbiParameters('address factory, bytes call, bytes signature');
const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const magic = '0x1626ba7e';
const retrySeconds = 5;

/**
 * Asks smart accounts whether they stand by a signature: deployed ones by ERC-1271, others by ERC-6492. Ordinary keys are never
 * asked about here: what the strict check of their signatures refused (high s, a wrong v) stays refused.
 */
export function openAccounts(rpcUrls: readonly string[]) {
  const client = clientAt(rpcUrls);

  return async (address: string, text: string, given: Hex): Promise<boolean> => {
    const account = address as Hex;
    const hash = hashMessage(text);
    const wrapped = given.endsWith(wrapperEnd) ? unwrap(given) : undefined;
    const signature = wrapped ?? given;
    try {
      const code = await client.getCode({ address: account });
      if (code !== undefined && code !== '0x') return await standsBy(account, hash, signature);
      // The verifier recovers a plain key from a signature that is not wrapped, so only wrapped ones may reach it.
      return wrapped !== undefined && (await client.verifyHash({ address: account, hash, signature: given }));
    } catch (error) {
      if (isAnswer(error)) return false;
      throw unavailable('The chain cannot be asked about this account.');
    }
  };

  async function standsBy(account: Hex, hash: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({ abi, args: [hash, signature] });
    const answer = await client.request({ method: 'eth_call', params: [{ to: account, data }, 'latest'] });
    return answer.length === 66 && answer.startsWith(magic);
  }
}

const clientAt = (rpcUrls: readonly string[]) =>
  createPublicClient({ transport: fallback(rpcUrls.map((url) => http(url, { timeout: 5_000, retryCount: 0 }))) });

const unavailable = (detail: string) =>
  new ServiceError('unavailable', { detail, seconds: retrySeconds }, retrySeconds);

/** Tells whether an account holds at least so much. The money of a solana key is at the address that stands for it on chain. */
export function openFunds(rpcUrls: readonly string[], wei: bigint) {
  const client = clientAt(rpcUrls);
  return async (keyType: KeyType, publicKey: string): Promise<boolean> => {
    const held = client.getBalance({ address: chainAddress(keyType, publicKey) });
    return (
      (await held.catch(() => Promise.reject(unavailable('The chain cannot be asked what this account holds.')))) >= wei
    );
  };
}

function unwrap(signature: Hex): Hex | undefined {
  try {
    return decodeAbiParameters(wrapper, signature.slice(0, -wrapperEnd.length) as Hex)[2];
  } catch {
    return undefined;
  }
}

/**
 * An endpoint that answers with an error has answered: the account's code refused. Any other failure is one of our
 * connection.
 */
const isAnswer = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((it) => it instanceof RpcRequestError) instanceof RpcRequestError;
