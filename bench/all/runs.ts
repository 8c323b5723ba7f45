/** What `npm run bench -- all` runs, with sizes that take 25 minutes together on two quiet cores. */
export interface Run {
  readonly name: string;
  readonly args: readonly string[];
  /** The recorded measurements of a mesh, which are no part of this repository. */
  readonly needsData?: boolean;
}

export const runs: readonly Run[] = [
  { name: 'login', args: [] },
  { name: 'feed', args: ['--seconds', '5'] },
  { name: 'challenges', args: ['--rates', '50,100,200,260,300', '--seconds', '10'] },
  { name: 'verdict', args: ['--rounds', '7'] },
  { name: 'footprint', args: ['--challenges', '100'] },
  { name: 'selection', args: [] },
  { name: 'scale', args: ['--times', '50'] },
  { name: 'agents', args: ['--agents', '4000', '--watch-seconds', '10'] },
  { name: 'heavy-reads', args: [] },
  { name: 'database', args: [] },
  { name: 'log', args: ['--only', 'proofs,ending,verifying', '--seconds', '4', '--entries', '1000000'] },
  { name: 'sdk-size', args: [] },
  { name: 'rtt', args: [] },
  { name: 'pob', args: ['--only', 'accuracy', '--rates', '50,500', '--bursts', '', '--repeat', '3'] },
  { name: 'pol', args: ['--only', 'cost'], needsData: true },
  { name: 'near-seats', args: ['--draws', '3'], needsData: true },
  { name: 'moves', args: ['--repeats', '1'], needsData: true },
];
