import { followsFrom, hashFromHex } from '@trigpoint/log';
import { readAcceptance } from './acceptance-check.ts';
import { drawSeed } from './seed.ts';
import type { Transcript } from './transcript.ts';

/** Whether the seed follows from the block and the value that the acceptance named before either was known. */
export const checkSeed = (transcript: Transcript): string[] => {
  const { seed, draw, prover, acceptance, service, challenge_id } = transcript;
  if (seed === null) return draw ? ['Challengers were drawn, and what made the seed is not there.'] : [];
  const says = acceptance && readAcceptance(acceptance.entry);
  if (!says || !prover) return ['There is a seed, and no acceptance that names its parts.'];
  const problems: string[] = [];
  if (seed.block_number !== says.seed_block || seed.block_number <= transcript.block_number)
    problems.push('The seed is made from another block than the acceptance names.');
  if (seed.anchor !== says.seed_chain || seed.index !== says.seed_index)
    problems.push('The seed is made from another value than the acceptance names.');
  const [anchor, value] = [hashFromHex(seed.anchor), hashFromHex(seed.value)];
  // The anchor itself is public before the acceptance.
  const follows = anchor && value && followsFrom({ index: 0, value: anchor }, { index: seed.index, value });
  if (!follows || seed.index < 1) problems.push('The value does not hash back to the first one of its chain.');
  const { block_hash, value: told } = seed;
  if (draw && draw.seed !== drawSeed({ ...service, prover: prover.id, challenge_id, block_hash, value: told }))
    problems.push('The seed does not follow from its parts.');
  return problems;
};
