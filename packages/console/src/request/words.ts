import { say, sayCount } from '../words/say.ts';
/** What the page that asks for a proof says. */
export const requestWords = {
  title: say('Request a challenge'),
  lead: say('Challengers drawn by chance measure the prover. Everything they sign is yours to check.'),
  signIn: say('Sign in to continue'),
  signInWhy: say('You sign in to ask, so that the result is yours.'),
  costs: say('Costs'),
  free: say('nothing'),
  points: (amount: string) => `${amount} POINTS`,
  takes: say('Takes about'),
  seconds: (text: string) => `${text} s`,
  unknown: say('not known yet'),
  asks: say('Asks at most'),
  seats: (seats: number, lookouts: number) =>
    lookouts > 0 ? say('{seats} ({lookouts} of them lookouts)', { seats, lookouts }) : `${seats}`,
  lookouts: (challengers: number, lookouts: number) =>
    sayCount(
      lookouts,
      'Besides the {challengers} challengers that you ask for, up to {n} lookout from all over the world measures the prover: it can refute the claim, never verify it.',
      'Besides the {challengers} challengers that you ask for, up to {n} lookouts from all over the world measure the prover: they can refute the claim, never verify it.',
      { challengers },
    ),
  withstands: say('Withstands'),
  liars: (n: number) => (n === 1 ? say('1 liar') : say('{n} liars', { n })),
  who: say('Who may be drawn'),
  whoSub: say('the draw comes after you ask; nobody can pick'),
  whoLegend: (n: number) => say('connected and admitted: {n}', { n }),
  tooFew: (ready: number) =>
    ready === 0
      ? say('No challenger is connected that may be drawn. Start some, or wait for them.')
      : say('Only {ready} may be drawn now. Ask fewer, or wait for more.', { ready }),
  impossible: (asked: number, ready: number) =>
    ready === 0
      ? say(
          'No challenger is connected that may be drawn. The request waits for some, and ends without a verdict if they do not come.',
        )
      : say(
          '{asked} challengers cannot be drawn now. Connected and admitted: {ready}. Ask for at most {ready}. Otherwise the request waits for more, and ends without a verdict if they do not come.',
          { asked, ready },
        ),
  tooMany: (ready: number) => say('not possible now: {ready} may be drawn', { ready }),
  away: say('It is not connected. The request waits for it, and ends without a verdict if it does not come.'),
  unfilled: say('What the request costs is told here once the fields above are filled in.'),
  unclaimed: say('It claims none: type what to test'),
  counting: say('Working out what it costs.'),
  many: say('How many to ask'),
  manySub: say('Withstands: how many of them may lie without changing the verdict'),
  columns: {
    challengers: say('Challengers'),
    withstands: say('Withstands'),
    asks: say('Asks at most'),
    costs: say('Costs'),
  },
  happens: say('What happens'),
} as const;
