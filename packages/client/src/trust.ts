/** What a verifier compares evidence with. It must not come from the evidence, nor from the service that gave it out. */
export interface Trust {
  readonly chain?: ChainTrust;
  readonly log?: LogTrust;
  /** Owners of challengers that the verifier knows. The result says how many of the drawn owners are among them. */
  readonly owners?: readonly string[];
}

export interface ChainTrust {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** The RequestHandler. */
  readonly contract: `0x${string}`;
}

export interface LogTrust {
  /** The key that signs the log, as `name+hash+key`. */
  readonly vkey: string;
  /** The keys of witnesses. `quorum` of them must have cosigned. */
  readonly witnesses?: readonly string[];
  readonly quorum?: number;
  /** The URL of the log. Without it only what the evidence has of the log is checked. */
  readonly url?: string;
}

/** A trust file that is wrong or incomplete. */
export class TrustError extends Error {
  override readonly name = 'TrustError';
}

/** Two thirds of the witnesses, and at least three if there are as many. A service's own panel needs the same share. */
export const usualQuorum = (witnesses: number): number =>
  Math.max(Math.ceil((2 * witnesses) / 3), Math.min(3, witnesses));

/** The fields of a trust file. Their names are those of the wire. */
interface TrustFile {
  readonly rpc?: unknown;
  readonly chain_id?: unknown;
  readonly contract?: unknown;
  readonly log_vkey?: unknown;
  readonly log_url?: unknown;
  readonly witnesses?: unknown;
  readonly witness_quorum?: unknown;
  readonly owners?: unknown;
}

const known = ['rpc', 'chain_id', 'contract', 'log_vkey', 'log_url', 'witnesses', 'witness_quorum', 'owners'];

/**
 * Reads a trust file. Throws `TrustError` if it is incomplete. A chain needs an RPC endpoint, a chain id and a contract. Witnesses need
 * the key of a log.
 *
 * ```ts
 * // import { parseTrust } from '@trigpoint/client/trust';
 * const trust = parseTrust({ rpc: 'http://127.0.0.1:8545', chain_id: 31337, contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3' });
 * ```
 */
export function parseTrust(value: unknown): Trust {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TrustError('A trust file is a JSON object.');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TrustError(`"${unknown}" means nothing in a trust file.`);
  const file = value as TrustFile;
  const chain = readChain(file);
  const log = readLog(file);
  const owners = readTexts(file.owners, 'owners');
  return { ...(chain ? { chain } : {}), ...(log ? { log } : {}), ...(owners ? { owners } : {}) };
}

const readChain = ({ rpc, chain_id, contract }: TrustFile): ChainTrust | undefined => {
  if (rpc === undefined && chain_id === undefined && contract === undefined) return undefined;
  if (typeof rpc !== 'string' || !URL.canParse(rpc))
    throw new TrustError('A chain needs the URL of an RPC endpoint (rpc).');
  if (!Number.isSafeInteger(chain_id) || (chain_id as number) < 1)
    throw new TrustError('A chain needs its number (chain_id).');
  if (typeof contract !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(contract))
    throw new TrustError('A chain needs the address of the RequestHandler (contract).');
  return { rpcUrl: rpc, chainId: chain_id as number, contract: contract.toLowerCase() as `0x${string}` };
};

const readLog = ({ log_vkey, log_url, witnesses, witness_quorum }: TrustFile): LogTrust | undefined => {
  if (log_vkey === undefined) {
    if (witnesses !== undefined || witness_quorum !== undefined || log_url !== undefined)
      throw new TrustError('Without the key of a log (log_vkey) neither its address nor its witnesses say anything.');
    return undefined;
  }
  if (typeof log_vkey !== 'string') throw new TrustError('log_vkey is a text: name+hash+key.');
  if (log_url !== undefined && (typeof log_url !== 'string' || !URL.canParse(log_url)))
    throw new TrustError('log_url is the URL of the log, without /checkpoint.');
  const names = readTexts(witnesses, 'witnesses');
  const quorum = witness_quorum as number | undefined;
  if (quorum !== undefined && !(Number.isSafeInteger(quorum) && quorum >= 1 && quorum <= (names?.length ?? 0)))
    throw new TrustError('witness_quorum is a number from 1 to the number of witnesses.');
  return {
    vkey: log_vkey.trim(),
    ...(names ? { witnesses: names.map((it) => it.trim()) } : {}),
    ...(quorum === undefined ? {} : { quorum }),
    ...(typeof log_url === 'string' ? { url: log_url } : {}),
  };
};

const readTexts = (value: unknown, name: string): readonly string[] | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((it) => typeof it !== 'string'))
    throw new TrustError(`${name} is a list of texts.`);
  return value;
};
