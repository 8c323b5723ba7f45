/**
 * The setting that says how a verdict words its sentence; it stands in the transcript. Evidence without it has the sentences that were
 * signed before, and they are found again to the letter.
 */
export const newestWording = { wording: '2' } as const;

export const isNewestWording = ({ wording }: Readonly<Record<string, string>>): boolean =>
  wording === newestWording.wording;
