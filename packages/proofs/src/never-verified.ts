import type { Ask } from './proof-type.ts';

/** With fewer challengers pol and pob neither verify nor refute a claim. Their rules allow for a third of those asked to lie. */
export const fewestAsked = 4;

/**
 * How many of those *asked* may lie without making a verdict false: a third. It is not a third of those who answered, because
 * the prover chooses whom it answers.
 */
export const possibleLiars = (asked: number): number => Math.floor(asked / 3);

/** How many of the challengers may drop out where nobody says how many. */
export const usualTolerance = (challengers: number): number => Math.floor(challengers / 3);

type Counts = Pick<Ask, 'challengers' | 'tolerance'>;

/**
 * Why no answers could ever verify such an ask, and what to ask instead. Undefined if some answers could. `answersNeeded` is how
 * many answers it takes at least to verify a claim.
 */
export const whyTooFew = ({ challengers, tolerance }: Counts, answersNeeded: number): string | undefined => {
  if (challengers < fewestAsked)
    return `Fewer than ${fewestAsked} challengers can never verify a claim, because one of them could be lying. Ask at least ${fewestAsked}.`;
  const most = challengers - answersNeeded;
  if (tolerance <= most) return undefined;
  if (most < 0)
    return `${answersNeeded} answers are needed to verify a claim, and only ${challengers} challengers are asked. Ask more challengers, or let fewer lie.`;
  return `If ${tolerance} of ${challengers} challengers may drop out, ${Math.max(0, challengers - tolerance)} may answer, and ${answersNeeded} answers are needed to verify a claim. Let at most ${most} drop out.`;
};
