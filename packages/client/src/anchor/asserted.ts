import { areRulesFixed, type Evidence, isTreeEarly, type SeedChoosers, seedChoosers } from '@trigpoint/proofs/checking';

/** What rests on the operator's word alone, however well a file is anchored. Each is a sentence for the reader. */
export const assertedByOperator = ({ transcript }: Evidence): string[] => {
  const { draw, refusals, seed, tries, request, payer } = transcript;
  const choosers = seedChoosers(transcript);
  if (!draw) return ['That there was nothing to judge.'];
  const read = draw.seats.filter((it) => it.message !== null).length;
  return [
    ...(transcript.void === null ? [] : stoppedWords(read)),
    'That the challengers deserve to be believed: where they stand is their own word, and the operator admitted them.',
    'Which network and provider each agent uses.',
    'That everybody who could have been drawn is in the eligible tree, the list that the draw was made from.',
    ...(isTreeEarly(transcript)
      ? []
      : [
          request?.signature === null
            ? 'That the eligible tree was in the log before the request: no payer signed how much of the log it had seen.'
            : 'That the eligible tree was not chosen by the request: the log has it only since the request was made.',
        ]),
    ...(areRulesFixed(transcript)
      ? []
      : [
          'That settings, networks and the time of the request were not chosen for this draw: the acceptance does not name them.',
        ]),
    'That no reading was left out. A monitor with the receipts of one honest challenger can tell; a single file cannot.',
    ...(request && request.signature === null ? [`That ${payer} asked for this: the payer signed nothing.`] : []),
    ...(choosers ? [seedWords(choosers, seed)] : []),
    ...(tries === null
      ? []
      : [
          `That this was try number ${tries} within thirty days, of the prover or of others that count as one with it.`,
        ]),
    ...(refusals.length > 0 ? ['That readings were refused for the reasons given.'] : []),
    ...(transcript.calibration_hash === null ? [] : ['What the service learned about delays: the calibration.']),
    request
      ? 'The settings of the proof, which also say who may be drawn, and all times.'
      : 'The settings of the proof, which also say who may be drawn, and the times between the block of the request and the result.',
  ];
};

/** No file shows that a challenge with readings had to be stopped. */
const stoppedWords = (read: number): string[] => {
  if (read === 0) return [];
  return read === 1
    ? ['That the challenge ended without a verdict, although a reading was taken in.']
    : [`That the challenge ended without a verdict, although ${read} readings were taken in.`];
};

const seedWords = (choosers: SeedChoosers, seed: Evidence['transcript']['seed']): string => {
  const block = seed && 'block_number' in seed ? seed.block_number : '';
  if (choosers === 'service and block')
    return `That the service and whoever made block ${block} did not choose the seed together, and that the log had the acceptance before this block was made.`;
  return choosers === 'service and payer'
    ? 'That the service and the payer did not choose the seed together, and that the payer told its nonce only when the log had this acceptance.'
    : 'That the service did not choose the seed: it alone could have, because no payer signed the hash of its nonce.';
};

/** How many of the owners drawn the verifier knows. */
export const knownOwners = ({ transcript }: Evidence, known: readonly string[]): { known: number; drawn: number } => {
  const drawn = new Set((transcript.draw?.seats ?? []).map((it) => it.challenger.owner));
  return { known: [...drawn].filter((it) => known.includes(it)).length, drawn: drawn.size };
};
