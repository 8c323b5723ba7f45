import { say } from '../words/say.ts';
/** What the pages about checking evidence say. */
export const verifyWords = {
  consistent: { holds: say('Consistent'), fails: say('Not consistent'), open: say('Not checked') },
  signed: { holds: say('Signed'), fails: say('Not signed'), open: say('Not checked') },
  anchored: { holds: say('Anchored'), fails: say('Not anchored'), open: say('Not checked') },
  sub: {
    consistent: {
      holds: say('The file agrees with itself'),
      fails: say('The file does not agree with itself'),
      open: '',
    },
    signed: {
      holds: say('Everybody signed what they said'),
      fails: say('Somebody who is named in it did not sign this'),
      open: say('Not checked while the file contradicts itself'),
    },
    anchored: {
      holds: say('On the chain and in the log that you named'),
      fails: say('The chain or the log that you named has something else'),
      open: say('Name a chain and a log to compare it with'),
    },
  },
  rows: {
    hashes: say('Hash in the evidence'),
    request: say('What was asked, and how it ended'),
    consent: say('What the prover consented to'),
    seed: say('Accepted before the seed was known'),
    draw: say('The draw, repeated from its seed'),
    verdict: say('The verdict, judged again'),
    readings: say('What each challenger signed'),
    counter: say('What the prover counter-signed'),
    descriptions: say('Self-descriptions'),
    signedConsent: say('The prover’s consent'),
    signedRequest: say('The payer’s request'),
  },
  same: say('same'),
  fails: say('fails'),
  failing: (bad: number, all: number) =>
    bad === 1 ? say('1 of {all} fails', { all }) : say('{bad} of {all} fail', { bad, all }),
  notReached: say('not reached'),
  operator: say('What the operator alone says'),
  operatorSub: say('no file can prove this, but a lie would stay in the public log'),
  sameHere: say('The same on your machine'),
  recomputed: say('Recompute it yourself'),
  recomputedSub: say('in your browser, with the rules that the service runs'),
  change: say('Change one number and see it fail'),
  changeLead: say(
    'Play the forger: change a number in this file. Its hash is then computed again, and its verdict too unless you change the verdict itself.',
  ),
  changeWhich: say('Which number'),
  changeTo: say('Change it to'),
  changeCheck: say('Check the altered file'),
  changeBack: say('Back to the original'),
  altered: say('Altered'),
  which: say('Which statement fails'),
  means: say('What it means'),
  marked: say('not the value that was signed'),
  markedVerdict: say('not what the readings give'),
} as const;

/** What a reader should take from a file that was altered in this place. */
export const alteredMeans = {
  reading: (name: string) =>
    say(
      'Somebody changed what {name} measured after {name} had signed it. A forger can compute the hash and the verdict again, but has no key to sign the reading with.',
      { name },
    ),
  place: (name: string) =>
    say(
      'Somebody moved {name} after it had said, and signed, where it stands. Its readings would then mean something else.',
      { name },
    ),
  verdict: () =>
    say(
      'Somebody changed what was found. The readings are as they were signed, and judging them again gives the original.',
    ),
} as const;
