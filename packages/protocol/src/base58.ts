const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const digitOf = new Int8Array(128).fill(-1);
for (const [digit, letter] of [...ALPHABET].entries()) digitOf[letter.charCodeAt(0)] = digit;

// Numbers are lists of words, least word first. A word stays below 2^32 when it is multiplied. BigInt would take several times as
// long, and every reading under a solana key brings two signatures.
const threeDigits = 58 ** 3;

const lettersOf = (word: number): string =>
  `${ALPHABET[(word / 3364) | 0]}${ALPHABET[((word / 58) | 0) % 58]}${ALPHABET[word % 58]}`;

/** Keys and signatures of solana, as people write them. */
export function encodeBase58(bytes: Uint8Array): string {
  const words: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < words.length; i++) {
      carry += 256 * (words[i] as number);
      words[i] = carry % threeDigits;
      carry = (carry / threeDigits) | 0;
    }
    if (carry > 0) words.push(carry);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const text = words.reverse().map(lettersOf).join('').replace(/^1+/, '');
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** The bytes, or undefined for anything that is not base58. The length is limited, because the time grows with its square. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > 128) return undefined;
  const words: number[] = []; // of 24 bits
  for (let at = 0; at < text.length; at++) {
    let carry = digitOf[text.charCodeAt(at)] ?? -1;
    if (carry < 0) return undefined;
    for (let i = 0; i < words.length; i++) {
      carry += 58 * (words[i] as number);
      words[i] = carry & 0xffffff;
      carry >>>= 24;
    }
    if (carry > 0) words.push(carry);
  }
  const ones = text.match(/^1*/)?.[0].length ?? 0;
  const top = words.at(-1) ?? 0;
  const unused = top > 0xffff ? 0 : top > 0xff ? 1 : 2;
  const length = Math.max(0, 3 * words.length - unused);
  const bytes = new Uint8Array(ones + length);
  for (let i = 0; i < length; i++)
    bytes[bytes.length - 1 - i] = ((words[(i / 3) | 0] as number) >> (8 * (i % 3))) & 255;
  return bytes;
}
