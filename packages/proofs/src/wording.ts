/**
 * The setting that says in which version the sentences of a verdict are worded. The transcript has it. Evidence without it was
 * signed with the older sentences. A verifier must get these again to the letter.
 */
export const newestWording = { wording: '2' } as const;

export const isNewestWording = ({ wording }: Readonly<Record<string, string>>): boolean =>
  wording === newestWording.wording;
