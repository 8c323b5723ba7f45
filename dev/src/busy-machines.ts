/**
 * Words of verdicts that stay open because answers came late or not at all. If a machine has other work, the verdict stays open instead
 * of blaming the prover (decision 52). So a test asks again, as a person would. It does not ask again if a verdict stays open for any
 * other reason.
 */
export const wordsOfBusyMachines = [
  'could measure the prover',
  'are needed to tell',
  'answer came back soon enough',
  'More challengers near the claim would tell',
  'Challengers closer to the prover would tell',
  ', but the delays',
  'What spoilt ',
  'were busy all the time',
] as const;

/** Whether a verdict with these words stays open because a machine was busy. */
export const isLeftOpenByLoad = (said: string): boolean => wordsOfBusyMachines.some((it) => said.includes(it));
