import { say, sayCount } from '../words/say.ts';
/** What the pages about agents say. */
export const agentWords = {
  title: say('Agents'),
  lead: say('Provers claim a place or a bandwidth. Challengers measure them, and each other.'),
  run: say('Copy the command that runs an agent'),
  all: say('All'),
  find: say('Find an agent'),
  findHint: say('Name, city, key'),
  role: say('Role'),
  prover: say('Prover'),
  provers: say('Provers'),
  challenger: say('Challenger'),
  challengers: say('Challengers'),
  presence: say('Presence'),
  anyPresence: say('Any'),
  online: say('online'),
  onlineOnly: say('Online'),
  notConnected: say('not connected'),
  view: say('View'),
  list: say('List'),
  map: say('Map'),
  sort: say('Sort by'),
  sorts: {
    verdict: say('Latest verdict'),
    name: say('Name'),
    seen: say('Last seen'),
    challenges: say('Most challenges'),
  },
  columns: {
    agent: say('Agent'),
    verdicts: say('Last verdicts about it'),
    found: say('Result'),
    admission: say('Admission'),
    seen: say('Seen'),
    challenges: say('Challenges'),
  },
  noneYet: say('none yet'),
  claims: (what: string) => say('claims {what}', { what }),
  standsIn: (where: string) => say('says it is in {where}', { where }),
  noPlace: say('states no place'),
  admission: { admitted: say('admitted'), candidate: say('candidate'), set_aside: say('set aside') },
  older: (n: number) =>
    sayCount(
      n,
      '{n} more agent was connected longer ago than these. It is not listed or looked through here until it is shown. The search finds it by its whole key.',
      '{n} more agents were connected longer ago than these. They are not listed or looked through here until they are shown. The search finds each by its whole key.',
    ),
  noneFits: say('No agent fits'),
  noneFitsHint: say('Search by name, key, city or project, or show all roles and all that were ever seen.'),
  none: say('No agents yet'),
  noneHint: say(
    'A proof needs one prover and at least four challengers. Start them on any machine that reaches this one:',
  ),
  newest: say('newest on the right'),
  onMap: (shown: number, all: number) =>
    shown === all
      ? say('positions rounded to 10 km')
      : say('{shown} of them with a place; positions rounded to 10 km', { shown }),
  history: say('Verdicts about it'),
  historyNone: say('Nobody asked for a proof of it yet.'),
  historyCounts: (verified: number, refuted: number, open: number) =>
    [
      say('{verified} verified', { verified }),
      say('{refuted} refuted', { refuted }),
      say('{open} inconclusive', { open }),
    ].join(', '),
  readingsAbout: say('Readings about it'),
  readingsBy: say('Readings by it'),
  measured: say('Measured'),
  measuredPlace: say('How near its claim it was shown to be'),
  measuredRate: say('Rate that was measured'),
} as const;
