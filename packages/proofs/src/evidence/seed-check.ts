import { type EntryOf, followsFrom, hashFromHex } from '@trigpoint/log';
import { hashText } from '../canonical.ts';
import { readAcceptance } from './acceptance-check.ts';
import { drawSeed } from './seed.ts';
import type { Transcript } from './transcript.ts';

type Parts = NonNullable<Transcript['seed']>;

/**
 * Whether the acceptance names the block or nonce of the seed. A block must be later than the request; a nonce must have the logged
 * hash.
 */
const fitsAcceptance = (seed: Parts, says: EntryOf<'acceptance'>, { block_number }: Transcript): boolean => {
  if ('nonce' in seed) return says.seed_block === null && hashText(String(seed.nonce)) === says.seed_nonce;
  return says.seed_nonce === null && seed.block_number === says.seed_block && seed.block_number > (block_number ?? -1);
};

/**
 * Hashes of blocks are hashed as text, so one hash has one spelling. Otherwise whoever writes the file could choose among seeds by
 * writing some letters as capitals.
 */
export const isBlockHash = (text: string): boolean => /^0x[0-9a-f]{64}$/.test(text);

/** Checks that the seed follows from the parts that the acceptance named before they were known: a value, and a block or nonce. */
export const checkSeed = (transcript: Transcript): string[] => {
  const { seed, draw, prover, acceptance, service, challenge_id } = transcript;
  if (seed === null) return draw ? ['Challengers were drawn, and what made the seed is not there.'] : [];
  const says = acceptance && readAcceptance(acceptance.entry);
  if (!says || !prover) return ['There is a seed, and no acceptance that names its parts.'];
  const problems: string[] = [];
  if (!fitsAcceptance(seed, says, transcript))
    problems.push(`The seed is made from another ${'nonce' in seed ? 'nonce' : 'block'} than the acceptance names.`);
  if ('block_hash' in seed && draw && !isBlockHash(seed.block_hash))
    problems.push('The hash of the block of the seed is not 0x and 64 digits in lower case.');
  // The operator alone may know a nonce before the acceptance, and nobody knows a block.
  if ('nonce' in seed && service.chain_id !== 0)
    problems.push('The seed is made from a nonce, and the service has a chain, which has blocks.');
  if (seed.anchor !== says.seed_chain || seed.index !== says.seed_index)
    problems.push('The seed is made from another value than the acceptance names.');
  const [anchor, value] = [hashFromHex(seed.anchor), hashFromHex(seed.value)];
  // Index 0 is the anchor. It is public before the acceptance, so it must not be the value.
  const follows = anchor && value && followsFrom({ index: 0, value: anchor }, { index: seed.index, value });
  if (!follows || seed.index < 1) problems.push('The value does not hash back to the first one of its chain.');
  const about = { ...service, prover: prover.id, challenge_id, value: seed.value };
  const part = 'nonce' in seed ? { block_hash: '', nonce: seed.nonce } : { block_hash: seed.block_hash };
  if (draw && draw.seed !== drawSeed({ ...about, ...part })) problems.push('The seed does not follow from its parts.');
  return problems;
};
