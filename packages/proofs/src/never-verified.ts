import type { Ask } from './proof-type.ts';

/** A third of those asked may lie. With fewer than four nobody may. */
export const fewestAsked = 4;

type Counts = Pick<Ask, 'challengers' | 'tolerance'>;

/**
 * Why no answers can ever verify such an ask, and what to ask instead. Undefined if some answers can. `answersNeeded` is how
 * many of those asked must answer, whatever they say.
 */
export const whyTooFew = ({ challengers, tolerance }: Counts, answersNeeded: number): string | undefined => {
  if (challengers < fewestAsked)
    return `Fewer than ${fewestAsked} challengers can never verify a claim, because none of them may lie. Ask at least ${fewestAsked}.`;
  const most = challengers - answersNeeded;
  if (tolerance <= most) return undefined;
  return `If ${tolerance} of ${challengers} challengers may drop out, ${challengers - tolerance} may answer, and ${answersNeeded} answers are needed to verify a claim. Let at most ${most} drop out.`;
};
