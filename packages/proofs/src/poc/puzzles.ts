import { sha256Hex } from '#sha256';
import { mostPuzzles } from './series.ts';

/** At the rate that is asked, all puzzles together take about this long. */
const aimSeconds = 0.5;

/** How many zero bits an answer's hash must begin with. Each bit doubles the work. */
export const difficultyFor = (rateKhps: number): number => {
  const hashes = (rateKhps * 1000 * aimSeconds) / mostPuzzles;
  // The nearest power of two: hashes are below 2^(bits + 1/2). Both sides are squared, because engines compute logarithms
  // differently.
  let bits = 1;
  for (let limit = 8; hashes * hashes >= limit; limit *= 4) bits++;
  return bits;
};

/** The bytes that are hashed for one puzzle and one nonce: seed · index · nonce. `write` puts the next nonce in. */
const puzzleOf = (seed: Uint8Array, index: number) => {
  const bytes = new Uint8Array(seed.length + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(seed);
  view.setUint32(seed.length, index);
  return { bytes, write: (nonce: number) => view.setUint32(seed.length + 4, nonce) };
};

/** Whether a hash, in hex, begins with this many zero bits. At most 32 bits are looked at. */
const beginsWithZeros = (hex: string, bits: number): boolean =>
  Math.clz32(Number.parseInt(hex.slice(0, 8), 16)) >= bits;

const seedBytes = (seed: string) => Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** How many of the answers are right. Checking an answer takes one hash. */
export const countSolved = (seed: string, nonces: readonly number[], bits: number): number => {
  const start = seedBytes(seed);
  return nonces.filter((nonce, index) => {
    const { bytes, write } = puzzleOf(start, index);
    write(nonce);
    return beginsWithZeros(sha256Hex(bytes), bits);
  }).length;
};

/** Tries some nonces of one puzzle, from `from` on. Gives the first that is an answer, or undefined if none is. */
export const tryNonces = (seed: Uint8Array, index: number, bits: number, from: number, tries: number) => {
  const { bytes, write } = puzzleOf(seed, index);
  for (let nonce = from; nonce < from + tries; nonce++) {
    write(nonce);
    if (beginsWithZeros(sha256Hex(bytes), bits)) return nonce;
  }
  return undefined;
};
