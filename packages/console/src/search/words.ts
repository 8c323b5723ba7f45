import { say } from '../words/say.ts';
/** What the search over everything says. */
export const searchWords = {
  title: (text: string) => (text === '' ? say('Search') : say('Search: {text}', { text })),
  none: say('Nothing has that name'),
  nothingTyped: say('Type something to search for'),
  noneHint: say(
    'Search by the number or id of a challenge, the name, city or key of an agent, a watch, or words of a campaign. Six letters of an id are enough for what is new; for older ones, type the whole id.',
  ),
  agents: say('Agents'),
  challenges: say('Challenges'),
  campaigns: say('Campaigns'),
  watches: say('Watches'),
  more: (n: number) => say('and {n} more', { n }),
  signIn: say('Sign in to search campaigns and your watches as well.'),
  placeholder: say('Name, city, key, number'),
} as const;
