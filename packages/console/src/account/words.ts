import { say } from '../words/say.ts';
/** What the account's page says. */
export const accountWords = {
  title: say('Your account'),
  signedOut: say('Your key, your balance, your challenges and your sessions appear here.'),
  balance: say('Balance'),
  earned: say('Earned, 7 days'),
  fuel: say('Fuel for photos, left today'),
  fuelUnit: say('refilled each day'),
  paidToday: say('Paid to you today'),
  ofMost: (most: string) => say('of {most} POINTS', { most }),
  entries: say('Points'),
  entriesSub: say('every line says why'),
  nothingYet: say('Nothing earned or spent yet'),
  nothingHint: say('Readings and accepted photos are paid here, each with its reason.'),
  budgets: say('Budgets'),
  budgetsSub: say('what the network pays per day; starts again at 0:00 UTC'),
  budgetOf: {
    owner: say('To you'),
    payer: say('For your challenges and campaigns'),
    prover: say('For readings of your provers'),
    readings: say('For all readings'),
    campaigns: say('For all photos'),
  },
  challenges: say('Your challenges'),
  challengesNone: say('You have not asked for one yet.'),
  challengesAsk: say('Request a challenge'),
  all: say('All'),
  campaigns: say('Your campaigns'),
  campaignsNone: say('You have not started one yet.'),
  photos: (taken: number, most: number) => say('{taken} of {most} photos', { taken, most }),
  agents: say('Your agents'),
  agentsSub: say('those that run with this key, or name it as the key of their project'),
  agentsNone: say('None was seen yet. One owner may answer for many agents: npx trigpoint delegate --help'),
  /** What one pays with is chosen for each request, so it is the same for as long as the session lasts. */
  paysWith: (hasChain: boolean) =>
    hasChain ? say('the balance above, or a wallet: chosen with each request') : say('the balance above'),
  /** Whether one can ask at all with what one has. */
  payNote: (feePerSeat: string, balance: string): string =>
    Number(feePerSeat) === 0
      ? say('Challenges cost nothing on this service.')
      : Number(balance) === 0
        ? say('The balance is empty. Readings and accepted photos earn POINTS. Others can give them, too.')
        : '',
  session: say('This session'),
  sessions: say('Signed in with this key'),
  sessionsSub: say('end any you do not know'),
} as const;
