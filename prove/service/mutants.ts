import { createHash } from 'node:crypto';
import { keccak256 } from 'viem';
import type { Random } from '../proof.ts';
import type { Key } from './keys.ts';

/** What a thief may have in hand: everything but the key. */
export interface Loot {
  readonly key: Key;
  readonly message: string;
  /** The bytes of the right signature. They are damaged before they are used. */
  readonly right: Buffer;
  /** Another key of the same type. */
  readonly stranger: Key;
  /** A right signature of the same key over the text of another pending login. */
  readonly elsewhere: Buffer;
}

export type Mutant = (loot: Loot, random: Random) => Promise<unknown> | unknown;

const order = {
  ethereum: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  solana: 2n ** 252n + 27742317777372353535851937790883648493n,
};

const bigEndian = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0').slice(-64), 'hex');
const littleEndian = (value: bigint): Buffer => bigEndian(value).reverse();
const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const copy = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const own = Buffer.from(bytes);
  change(own);
  return own;
};

const flipBits =
  (count: number): Mutant =>
  ({ key, right }, random) =>
    key.encode(
      copy(right, (it) => {
        const places = new Set(Array.from({ length: count }, () => random.int(it.length * 8)));
        for (const place of places) it[place >> 3] = (it[place >> 3] as number) ^ (1 << (place & 7));
      }),
    );

/** The same signature written with the other s (ethereum) or a larger S (solana): a second spelling of one proof. */
const twin: Mutant = ({ key, right }) => {
  if (key.keyType === 'solana') {
    const s = numberOf(Buffer.from(right.subarray(32)).reverse());
    return key.encode(Buffer.concat([right.subarray(0, 32), littleEndian(s + order.solana)]));
  }
  const s = order.ethereum - numberOf(right.subarray(32, 64));
  const v = ((right[64] as number) % 27) ^ 1;
  return key.encode(Buffer.concat([right.subarray(0, 32), bigEndian(s), Buffer.from([27 + v])]));
};

const editText = (message: string, random: Random): string => {
  const at = random.int(message.length);
  switch (random.int(7)) {
    case 0:
      return `${message}\n`;
    case 1:
      return message.slice(0, -1);
    case 2:
      return message.replaceAll('\n', '\r\n');
    case 3:
      return message.replace(/Nonce: (.)/, (_, digit: string) => `Nonce: ${digit === '0' ? '1' : '0'}`);
    case 4:
      return message.replace(/prover|challenger|payer/, (role) => (role === 'payer' ? 'prover' : 'payer'));
    case 5:
      return message.replace(/^\S+/, 'evil.example');
    default:
      return `${message.slice(0, at)}${message[at] === 'x' ? 'y' : 'x'}${message.slice(at + 1)}`;
  }
};

const signRaw = async (key: Key, message: string, random: Random): Promise<Buffer> => {
  const bytes = Buffer.from(message);
  if (key.keyType === 'ethereum') {
    const hashed = random.int(2) === 0 ? keccak256(bytes, 'bytes') : createHash('sha256').update(bytes).digest();
    return key.signBytes(hashed);
  }
  const framed = `\x19Ethereum Signed Message:\n${bytes.length}${message}`;
  return key.signBytes(random.int(2) === 0 ? createHash('sha256').update(bytes).digest() : Buffer.from(framed));
};

const edges: Mutant = ({ key, right }, random) => {
  const n = order[key.keyType];
  const number = key.keyType === 'solana' ? littleEndian : bigEndian;
  const values = [0n, 1n, n - 1n, n, n + 1n, 2n ** 256n - 1n, n / 2n].map(number);
  const half = (own: Buffer) => (random.int(3) === 0 ? own : random.pick(values));
  const tail =
    key.keyType === 'solana' ? Buffer.alloc(0) : Buffer.from([random.pick([0, 1, 2, 3, 4, 26, 27, 28, 29, 255])]);
  const made = Buffer.concat([half(right.subarray(0, 32)), random.pick(values), tail]);
  return key.encode(made);
};

const otherLength: Mutant = ({ key, right }, random) => {
  const extra = Buffer.from(random.bytes(1 + random.int(40)));
  const forms = [
    right.subarray(0, random.int(right.length)),
    Buffer.concat([right, extra]),
    Buffer.concat([extra, right]),
    Buffer.concat([right, right]),
    Buffer.concat([right, Buffer.from('6492'.repeat(16), 'hex')]),
  ];
  const made = random.pick(forms);
  return made.length === 0 ? '0x' : key.encode(made);
};

const notASignature: Mutant = ({ key, right }, random) => {
  const text = key.encode(right);
  return random.pick<unknown>([
    '',
    ' ',
    '0x',
    null,
    true,
    0,
    [text],
    { signature: text },
    ` ${text}`,
    `${text}\n`,
    text.replace(/^0x|^./, '0X'),
    `${text.slice(0, -1)}\u0660`,
    `${text}=`,
    Buffer.from(text).toString('base64'),
    Buffer.from(random.bytes(65)).toString('latin1'),
    key.publicKey,
    'a'.repeat(random.int(16_384)),
  ]);
};

export const mutants: Readonly<Record<string, Mutant>> = {
  'one bit flipped': flipBits(1),
  'some bits flipped': flipBits(5),
  'random bytes': ({ key, right }, random) => key.encode(random.bytes(right.length)),
  'halves swapped': ({ key, right }) =>
    key.encode(Buffer.concat([right.subarray(32, 64), right.subarray(0, 32), right.subarray(64)])),
  'bytes reversed': ({ key, right }) => key.encode(Buffer.from(right).reverse()),
  'the other spelling of the same signature': twin,
  'edge values': edges,
  'another length': otherLength,
  'not a signature': notASignature,
  'a changed text': async ({ key, message }, random) => key.encode(await key.signText(editText(message, random))),
  'the text without its frame': async ({ key, message }, random) => key.encode(await signRaw(key, message, random)),
  "a stranger's signature": async ({ message, stranger }) => stranger.encode(await stranger.signText(message)),
  'the text of another login': ({ key, elsewhere }) => key.encode(elsewhere),
};
