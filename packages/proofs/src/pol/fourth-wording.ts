import { inKm } from './distances.ts';
import type { Wording } from './sentences.ts';
import { thirdWording, withinWords } from './third-wording.ts';

/** A place that is too wide is told as a verified one is: the third wording gave only the distance that holds if nobody lied. */
export const fourthWording: Wording = {
  ...thirdWording,
  tooWide(examination, limitKm, words) {
    const isAnyNear = (examination.boundsKm[0] as number) <= limitKm;
    const more = isAnyNear
      ? 'More challengers near the claim would tell.'
      : 'No answer came back soon enough to tell more.';
    return `${withinWords(examination, words)} Only a place within ${inKm(limitKm)} counts as verified. ${more}`;
  },
};
