/**
 * The setting that says in which version the sentences of a verdict are worded. The transcript has it. Evidence without it was
 * signed with the oldest sentences. A verifier must get these again to the letter.
 */
export const newestWording = { wording: '4' } as const;

const versions = ['1', '2', '3', '4'];

/** Whether this program can say a verdict again as the transcript's service said it. */
export const knowsWording = ({ wording = '1' }: Readonly<Record<string, string>>): boolean =>
  versions.includes(wording);

/** What belongs to the wording that a transcript names. `each` begins with the oldest. */
export const ofWording = <T>(
  { wording = '1' }: Readonly<Record<string, string>>,
  each: readonly [first: T, second: T, third: T, fourth: T],
): T => each[versions.indexOf(wording)] ?? each[0];

/** A sentence as a part of another one: without its full stop, and without its capital unless that begins a name such as UDP. */
export const inSentence = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
