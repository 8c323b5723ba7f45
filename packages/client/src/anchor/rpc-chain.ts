import type { ChainTrust } from '../trust.ts';
import type { ChainFacts, RecordedChallenge } from './chain-anchor.ts';

/**
 * Asks an RPC endpoint that the verifier chose and believes. The four calls are written by hand and take 1 kB in a browser. A library
 * would take 120 kB there, and the command line would take a tenth of a second longer to load.
 */
export const openRpcChain = ({ rpcUrl, contract }: Pick<ChainTrust, 'rpcUrl' | 'contract'>): ChainFacts => {
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => Promise.reject(new Error('The endpoint does not answer.')));
    const text = await response.text();
    const { result, error } = readReply(text, response.status);
    if (error) throw new Error(`${method} was answered with an error: ${error.message ?? JSON.stringify(error)}`);
    return result;
  };
  return {
    chainId: async () => numberFrom(await ask('eth_chainId')),
    async challenge(id) {
      const data = `${getChallenge}${id.toString(16).padStart(64, '0')}`;
      return decodeChallenge(String(await ask('eth_call', { to: contract, data }, 'latest')));
    },
    async logRoot() {
      const said = await ask('eth_call', { to: contract, data: logRoot }, 'latest').catch(unlessReverted);
      const [, size, root] = /^0x([0-9a-f]{64})[0-9a-f]{64}([0-9a-f]{64})$/i.exec(String(said)) ?? [];
      return size && root ? { size: numberFrom(`0x${size}`), root: root.toLowerCase() } : undefined;
    },
    async block(number) {
      const found = (await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as Block | null;
      return found?.hash ? { hash: found.hash, timestamp: numberFrom(found.timestamp) } : undefined;
    },
  };
};

interface Block {
  readonly hash?: string;
  readonly timestamp?: string;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

const readReply = (text: string, status: number): Reply => {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply === 'object' && reply !== null && ('result' in reply || 'error' in reply)) return reply as Reply;
  } catch {}
  throw new Error(`The endpoint answered with status ${status}, and not as a chain does.`);
};

const numberFrom = (value: unknown): number => {
  const number = typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Error('The endpoint answered with something that is no number.');
  return number;
};

/** The selectors of getChallenge(uint256) and of logRoot(). */
const getChallenge = '0x1bdd4b74';
const logRoot = '0xf06f069e';

/** A contract of an earlier version has no such function, and reverts. */
const unlessReverted = (error: Error): undefined => {
  if (!/revert/i.test(error.message)) throw error;
};

const statuses: readonly RecordedChallenge['status'][] = ['none', 'submitted', 'completed', 'timed_out'];

/**
 * Decodes the struct that getChallenge gives. It has one word for each field. The words of text and bytes say where their content
 * begins.
 */
export const decodeChallenge = (encoded: string): RecordedChallenge => {
  const hex = /^0x(?:[0-9a-f]{64})+$/i.test(encoded) ? encoded.slice(2 + 64).toLowerCase() : '';
  const word = (at: number): string => {
    const found = hex.slice(2 * at, 2 * at + 64);
    if (found.length < 64) throw new Error('There is no RequestHandler at this address.');
    return found;
  };
  const number = (field: number): number => numberFrom(`0x${word(32 * field)}`);
  const bytes = (field: number): string => {
    const at = number(field);
    const content = hex.slice(2 * (at + 32), 2 * (at + 32 + numberFrom(`0x${word(at)}`)));
    return content;
  };
  const text = new TextDecoder().decode(Uint8Array.from(bytes(1).match(/../g) ?? [], (it) => Number.parseInt(it, 16)));
  return {
    requester: `0x${word(0).slice(24)}`,
    attributeId: text,
    info: `0x${bytes(2)}`,
    submittedBlock: number(4),
    expiration: number(5),
    status: statuses[number(6)] ?? 'none',
    outcome: number(7),
    resultHash: `0x${word(32 * 8)}`,
  };
};
