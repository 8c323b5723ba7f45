import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Signer, solanaSigner } from '@trigpoint/client';
import { fastSigner } from './signatures.ts';

export type KeyType = Signer['keyType'];

/** A key that cannot be used. The message says what to do about it. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** The signer of a private key: 32 bytes in hex, or what solana wallets export. */
export function signerOf(keyType: KeyType, privateKey: string): Signer {
  const hex = privateKey.trim().match(/^(?:0x)?([0-9a-fA-F]{64})$/)?.[1];
  try {
    if (keyType === 'solana' && !hex) return solanaSigner(privateKey.trim());
    return fastSigner(keyType, Buffer.from(hex ?? '', 'hex'));
  } catch {
    throw new KeyError(`This is not a private key of type ${keyType}: 32 bytes in hexadecimal are expected.`);
  }
}

export interface KeySource {
  /** The key file. It is made if it is missing. */
  readonly keyFile?: string;
  readonly keyType?: KeyType;
  /** TRIGPOINT_PRIVATE_KEY is used in place of the file, so that a key never has to be on disk. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Key {
  readonly keyType: KeyType;
  readonly privateKey: string;
}

/** The agent's own key: from the environment, from its file, or a fresh one written there for this user alone. */
export async function loadKey({ keyFile, keyType = 'ethereum', env = process.env }: KeySource): Promise<Key> {
  const given = env.TRIGPOINT_PRIVATE_KEY;
  if (given) return { keyType, privateKey: given };
  if (!keyFile) throw new KeyError('Name a key file, or set TRIGPOINT_PRIVATE_KEY.');
  const there = await stat(keyFile).catch(() => undefined);
  return (there ? undefined : await createKeyFile(keyFile, keyType)) ?? (await readKeyFile(keyFile));
}

export async function loadSigner(source: KeySource): Promise<Signer> {
  const { keyType, privateKey } = await loadKey(source);
  return signerOf(keyType, privateKey);
}

/** Makes a key file. Undefined if another process made it meanwhile. */
async function createKeyFile(path: string, keyType: KeyType): Promise<Key | undefined> {
  const privateKey = randomBytes(32).toString('hex');
  const { publicKey } = signerOf(keyType, privateKey);
  const content = { key_type: keyType, public_key: publicKey, private_key: privateKey };
  // The file is written whole under another name and then linked. If two agents start at once with one file, one makes the
  // key and the other reads all of it.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
    return { keyType, privateKey };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw new KeyError(`The key file ${path} cannot be written: ${(error as Error).message}.`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKeyFile(path: string): Promise<Key> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new KeyError(`The key file ${path} can be read by others. Run: chmod 600 ${path}`);
  let content: { key_type?: unknown; private_key?: unknown };
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new KeyError(`The key file ${path} is not JSON.`);
  }
  const { key_type: keyType, private_key: privateKey } = content;
  if ((keyType !== 'ethereum' && keyType !== 'solana') || typeof privateKey !== 'string')
    throw new KeyError(`The key file ${path} needs key_type (ethereum or solana) and private_key.`);
  return { keyType, privateKey };
}

/**
 * The seed of the Ed25519 key with which an agent cosigns the log. It is derived from the agent's own key, so that there is nothing
 * more to keep. It is another key, so that no signature of one key means anything under the other.
 */
export function witnessSeedOf({ privateKey }: Pick<Key, 'privateKey'>): Uint8Array {
  const hex = privateKey.trim().match(/^(?:0x)?([0-9a-fA-F]{64})$/)?.[1];
  // An export of a solana wallet has the 32 bytes and the public key behind them, in base58 or hex.
  const secret = hex ? Buffer.from(hex.toLowerCase(), 'hex') : Buffer.from(privateKey.trim(), 'utf8');
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), 'trigpoint witness v1', 32));
}
