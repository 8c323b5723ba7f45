/**
 * The setting that says in which version the sentences of a verdict are worded. The transcript has it. Evidence without it was
 * signed with the oldest sentences. A verifier must get these again to the letter.
 */
export const newestWording = { wording: '3' } as const;

interface EachWording<T> {
  readonly first: T;
  readonly second: T;
  readonly third: T;
}

/** What belongs to the wording that a transcript names. */
export const ofWording = <T>(
  { wording }: Readonly<Record<string, string>>,
  { first, second, third }: EachWording<T>,
): T => (wording === '3' ? third : wording === '2' ? second : first);

/** A sentence as a part of another one: without its full stop, and without its capital unless that begins a name such as UDP. */
export const inSentence = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
