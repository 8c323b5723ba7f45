import { sha256Hex } from '#sha256';
import { mostPuzzles } from './transcript.ts';

/** At the rate that is asked, all puzzles together take about this long. */
const aimSeconds = 0.5;

/** How many zero bits an answer's hash must begin with. Each bit doubles the work. */
export const difficultyFor = (rateKhps: number): number => {
  const hashes = (rateKhps * 1000 * aimSeconds) / mostPuzzles;
  // The nearest power of two, without a logarithm, which engines compute differently: below 2^(bits + 1/2), squared.
  let bits = 1;
  for (let limit = 8; hashes * hashes >= limit; limit *= 4) bits++;
  return bits;
};

/** The text of one puzzle with one answer: seed · index · nonce. `write` puts the next nonce in. */
export const puzzleOf = (seed: Uint8Array, index: number) => {
  const bytes = new Uint8Array(seed.length + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(seed);
  view.setUint32(seed.length, index);
  return { bytes, write: (nonce: number) => view.setUint32(seed.length + 4, nonce) };
};

/** Whether a hash, in hex, begins with so many zero bits; at most 32 are looked at. */
export const beginsWithZeros = (hex: string, bits: number): boolean =>
  Math.clz32(Number.parseInt(hex.slice(0, 8), 16)) >= bits;

const seedBytes = (seed: string) => Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** How many of the answers are right: anybody can check them with one hash each. */
export const countSolved = (seed: string, nonces: readonly number[], bits: number): number => {
  const start = seedBytes(seed);
  return nonces.filter((nonce, index) => {
    const { bytes, write } = puzzleOf(start, index);
    write(nonce);
    return beginsWithZeros(sha256Hex(bytes), bits);
  }).length;
};

/** Tries some nonces of one puzzle, from `from` on. Gives the answer, or undefined if none of them is one. */
export const tryNonces = (seed: Uint8Array, index: number, bits: number, from: number, tries: number) => {
  const { bytes, write } = puzzleOf(seed, index);
  for (let nonce = from; nonce < from + tries; nonce++) {
    write(nonce);
    if (beginsWithZeros(sha256Hex(bytes), bits)) return nonce;
  }
  return undefined;
};
