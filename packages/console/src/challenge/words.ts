import { say } from '../words/say.ts';
/** What a challenge's page says beside its picture. */
export const shareWords = {
  share: say('Share'),
  shareSub: say('the badge names the verdict and its day'),
  copyLink: say('Copy link'),
  copyBadge: say('Copy badge'),
  copyMarkdown: say('Copy as Markdown'),
  badgeAlt: say('What Trigpoint found'),
} as const;

export const earlierWords = {
  title: say('Earlier asks about this prover'),
  none: say('This is the first challenge about this prover.'),
  noneButTries: say(
    'This is the first challenge about this prover. The others of the last 30 days were about provers that count together with it.',
  ),
  beyond: say('Many were asked after it. Those before it are in the list of all.'),
  all: say('All about it'),
} as const;

export const factWords = {
  asked: say('Asked'),
  ended: say('Ended'),
  ends: say('Ends'),
  atTheLatest: (time: string) => say('{time} at the latest', { time }),
  claim: say('Claim'),
  askedFor: say('Asked for'),
  shouldBe: say('Should be'),
  within: (distance: string) => say('a place within {distance}', { distance }),
  prover: say('Prover'),
  payer: say('Payer'),
  notSeen: say('not seen'),
} as const;
