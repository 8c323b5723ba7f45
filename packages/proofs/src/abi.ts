import { bytesOfHex, hexOfBytes } from '#hex';
import { AskError } from './proof-type.ts';

/**
 * The static part of the ABI. Every value is one 32-byte word, so a challengeInfo has one length and can be written in one way.
 * Decoding refuses everything that encoding does not write: high bytes that are not zero, a bool of 2, an extra byte.
 */
export type WordType = 'address' | 'bool' | 'uint8' | 'uint256' | 'int256';
export type Layout = readonly (readonly [name: string, type: WordType])[];

interface WordValue {
  address: `0x${string}`;
  bool: boolean;
  uint8: bigint;
  uint256: bigint;
  int256: bigint;
}

export type Words<L extends Layout> = {
  -readonly [E in L[number] as E[0]]: WordValue[E[1]];
};

const modulus = 1n << 256n;
const bounds: Record<Exclude<WordType, 'address' | 'bool'>, readonly [min: bigint, max: bigint]> = {
  uint8: [0n, 255n],
  uint256: [0n, modulus - 1n],
  int256: [-(modulus >> 1n), (modulus >> 1n) - 1n],
};

export function encodeWords<L extends Layout>(layout: L, values: Words<L>): `0x${string}` {
  const read = values as Record<string, WordValue[WordType]>;
  return `0x${layout.map(([name, type]) => encodeWord(name, type, read[name])).join('')}`;
}

const checkHex = (info: string): void => {
  if (info.length % 2 || !/^0x[0-9a-fA-F]*$/.test(info))
    throw new AskError('challengeInfo is not 0x followed by hex bytes');
};

export function decodeWords<L extends Layout>(layout: L, info: string): Words<L> {
  checkHex(info);
  const bytes = (info.length - 2) / 2;
  if (bytes !== layout.length * 32) {
    throw new AskError(`challengeInfo is ${bytes} bytes long, not ${layout.length} words of 32 bytes`);
  }
  const entries = layout.map(([name, type], i) => {
    const hex = info.slice(2 + i * 64, 66 + i * 64).toLowerCase();
    return [name, decodeWord(name, type, hex)] as const;
  });
  return Object.fromEntries(entries) as Words<L>;
}

const wordOf = (value: number | bigint): string => value.toString(16).padStart(64, '0');

/** Encodes words and a string behind them as the ABI does: offset, length, bytes, zeros up to a full word. */
export function encodeWordsAndText<L extends Layout>(layout: L, values: Words<L>, text: string): `0x${string}` {
  const bytes = new TextEncoder().encode(text);
  const padded = hexOfBytes(bytes).padEnd(64 * Math.ceil(bytes.length / 32), '0');
  return `${encodeWords(layout, values)}${wordOf(32 * (layout.length + 1))}${wordOf(bytes.length)}${padded}`;
}

/**
 * Strangers choose what is decoded, and an ask with a polygon has up to 50,000 hex digits. So each digit is looked at only a few
 * times.
 */
export function decodeWordsAndText<L extends Layout>(layout: L, info: string): [Words<L>, string] {
  checkHex(info);
  const end = 2 + 64 * layout.length;
  const words = decodeWords(layout, info.slice(0, end));
  const length = Number(BigInt(`0x${info.slice(end + 64, end + 128) || '0'}`));
  const bytes = bytesOfHex(info.slice(end + 128, end + 128 + 2 * length));
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AskError('challengeInfo holds no UTF-8');
  }
  // There is one way to write each ask, so encoding it again must give the same text.
  if (encodeWordsAndText(layout, words, text) !== info.toLowerCase())
    throw new AskError('challengeInfo is not words and a text');
  return [words, text];
}

function encodeWord(name: string, type: WordType, value: WordValue[WordType] | undefined): string {
  if (type === 'address') {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
      throw new AskError(`${name} is not an address of 20 bytes in hex`);
    }
    return value.slice(2).toLowerCase().padStart(64, '0');
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new AskError(`${name} is not a boolean`);
    return wordOf(value ? 1 : 0);
  }
  const [min, max] = bounds[type];
  if (typeof value !== 'bigint' || value < min || value > max) throw new AskError(`${name} does not fit ${type}`);
  return wordOf(value < 0n ? value + modulus : value);
}

function decodeWord(name: string, type: WordType, hex: string): WordValue[WordType] {
  if (type === 'address') {
    if (!hex.startsWith('0'.repeat(24))) throw new AskError(`${name} is not an address: its high bytes are not zero`);
    return `0x${hex.slice(24)}`;
  }
  const unsigned = BigInt(`0x${hex}`);
  if (type === 'bool') {
    if (unsigned > 1n) throw new AskError(`${name} is not a bool: it must be 0 or 1`);
    return unsigned === 1n;
  }
  const value = type === 'int256' && unsigned >= modulus >> 1n ? unsigned - modulus : unsigned;
  const [min, max] = bounds[type];
  if (value < min || value > max) throw new AskError(`${name} does not fit ${type}`);
  return value;
}
