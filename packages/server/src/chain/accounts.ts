import {
  BaseError,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
  RpcRequestError,
} from '@trigpoint/ethereum';
import type { Block } from './rpc-endpoints.ts';

/** ERC-6492: ends the signature of an account that is not deployed yet; before it stand factory, call and signature. */
const wrapperEnd = '6492'.repeat(16);
const wrapper = parseAbiParameters('address factory, bytes call, bytes signature');
const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const magic = '0x1626ba7e';

/**
 * Asks a smart account whether a signature is its own: a deployed account by ERC-1271, others by ERC-6492. Signatures of ordinary
 * keys are never accepted here. What their strict check refused (high s, a wrong v) stays refused.
 */
export async function standsBy(
  client: PublicClient,
  account: Hex,
  text: string,
  given: Hex,
  { number }: Block,
): Promise<boolean> {
  const hash = hashMessage(text);
  const wrapped = given.endsWith(wrapperEnd) ? unwrap(given) : undefined;
  const blockNumber = BigInt(number);
  try {
    const code = await client.getCode({ address: account, blockNumber });
    if (code === undefined || code === '0x')
      // For a signature that is not wrapped, the verifier would recover a plain key. So only wrapped signatures may reach it.
      return (
        wrapped !== undefined && (await client.verifyHash({ address: account, hash, signature: given, blockNumber }))
      );
    const data = encodeFunctionData({ abi, args: [hash, wrapped ?? given] });
    const { data: answer } = await client.call({ to: account, data, blockNumber });
    return answer?.length === 66 && answer.startsWith(magic);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

function unwrap(signature: Hex): Hex | undefined {
  try {
    return decodeAbiParameters(wrapper, signature.slice(0, -wrapperEnd.length) as Hex)[2];
  } catch {
    return undefined;
  }
}

/** True if the account's code refused. Any other error means that the endpoint has not answered. */
const isRefusal = (error: unknown): boolean => {
  const said = error instanceof BaseError ? error.walk((it) => it instanceof RpcRequestError) : null;
  return said instanceof RpcRequestError && (said.code === 3 || /revert|invalid opcode|out of gas/i.test(said.details));
};
