const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

// Digit by digit: a BigInt of 64 bytes takes ten times as long, and every reading under a solana key brings two signatures.

/** Keys and signatures of solana, as people write them. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []; // least first
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += 256 * (digits[i] as number);
      digits[i] = carry % 58;
      carry = (carry / 58) | 0;
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const text = digits.reverse().map((digit) => ALPHABET[digit]);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text.join('');
}

/** The bytes, or undefined for anything that is not base58. Input is capped: the cost grows with its square. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > 128) return undefined;
  const words: number[] = []; // of 24 bits, least first
  for (const letter of text) {
    let carry = ALPHABET.indexOf(letter);
    if (carry < 0) return undefined;
    for (let i = 0; i < words.length; i++) {
      carry += 58 * (words[i] as number);
      words[i] = carry & 0xffffff;
      carry >>>= 24;
    }
    if (carry > 0) words.push(carry);
  }
  const bytes = words.flatMap((word) => [word & 255, (word >> 8) & 255, word >> 16]);
  while (bytes.at(-1) === 0) bytes.pop();
  const ones = text.match(/^1*/)?.[0].length ?? 0;
  return Uint8Array.from([...Array<number>(ones).fill(0), ...bytes.reverse()]);
}
