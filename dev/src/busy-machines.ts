/**
 * What a verdict says where answers came late or not at all. A machine with other work leaves such a case open instead of
 * blaming the prover (decision 52), so a test asks again, as a person would; a case left open for any other reason is not.
 */
export const wordsOfBusyMachines = [
  'could measure the prover',
  'are needed to tell',
  'no answer came back soon enough',
  'More challengers near the claim would tell',
  'Challengers closer to the prover would tell',
  'No answer rules the claim out, but the delays',
  'What spoilt ',
  'were busy all the time',
] as const;

/** Whether what was said is left open because a machine was busy. */
export const isLeftOpenByLoad = (said: string): boolean => wordsOfBusyMachines.some((it) => said.includes(it));
