import type { Profile, Verdict } from '@trigpoint/proofs';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const longest = 40;
const looks = { true: 'ok', false: 'no', inconclusive: 'un' } as const;
const words = { true: 'verified', false: 'refuted', inconclusive: 'inconclusive' } as const;

/** What a badge says of one challenge: the verdict, what was found, and the day, because a single proof grows old. */
export const challengeBadge = (
  { words: { found } }: Pick<Profile, 'words'>,
  verdict: Pick<Verdict, 'verified' | 'result'> | undefined,
  endedAt: number | null,
): { readonly look: 'ok' | 'un' | 'no' | 'none'; readonly word: string; readonly rest: string } => {
  if (!verdict || endedAt === null) return { look: 'none', word: 'no verdict yet', rest: 'being measured' };
  const { verified, result } = verdict;
  const says = verified === 'inconclusive' ? undefined : found(verified, result);
  // A zone may have a long name.
  const what = says !== undefined && says.length <= longest ? says : undefined;
  return {
    look: looks[verified],
    word: words[verified],
    rest: [...(what === undefined ? [] : [what]), day.format(endedAt)].join(', '),
  };
};
