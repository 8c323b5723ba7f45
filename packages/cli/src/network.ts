import type { Command } from 'commander';
import { wordOf } from './admissions.ts';
import { action, columns, examples, show, wholeNumber } from './output.ts';
import { openClient, readAbout, type ServiceFlags, withProofType, withService } from './session.ts';
import { localTime } from './times.ts';

interface ListFlags extends ServiceFlags {
  readonly proofType: string;
  readonly limit: number;
  readonly skip: number;
}

/** Lists the agents of the network. */
export const addNetworkCommands = (program: Command): void => {
  for (const name of ['provers', 'challengers'] as const) {
    const command = withProofType(
      withService(program.command(name).description(`list ${name}, the most recently alive first`)),
    )
      .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 10_000), 50)
      .option('--skip <n>', 'leave out the first n', wholeNumber('--skip', 0, 10_000_000), 0)
      .action(action((flags: ListFlags) => list(name, flags)));
    examples(command, `trigpoint ${name}`, `trigpoint ${name} --proof-type pob --json`);
  }
};

async function list(name: 'provers' | 'challengers', flags: ListFlags): Promise<void> {
  const client = openClient(flags, flags.proofType);
  await readAbout(client);
  const { result } = await client.call(name, { limit: flags.limit, skip: flags.skip });
  const agents = 'provers' in result ? result.provers : result.challengers;
  show(flags.json, result, () => {
    if (agents.length === 0) return `No ${name} of ${flags.proofType} have been here yet.`;
    const named = agents.some((it) => it.claims.name !== undefined);
    const admits = agents.some((it) => it.admission && it.admission.status !== 'admitted');
    const heads = [
      '',
      'id',
      ...(admits ? ['admission'] : []),
      ...(named ? ['name'] : []),
      'claims',
      'challenges',
      'last alive',
    ];
    const rows = agents.map((it) => [
      it.online ? 'online' : 'away',
      it.id,
      ...(admits && it.admission ? [wordOf(it.admission.status)] : []),
      ...(named ? [String(it.claims.name ?? '')] : []),
      claimText(it.claims),
      `${it.number_of_successful_challenges}/${it.number_of_challenges}`,
      localTime(it.last_alive),
    ]);
    return `${columns([heads, ...rows])}\n${agents.length} of ${result.total} ${name} of ${flags.proofType}`;
  });
}

const claimText = (claims: Readonly<Record<string, string | number>>): string => {
  const { city, latitude, longitude } = claims;
  if (latitude !== undefined) return [city, `${latitude},${longitude}`].filter(Boolean).join(' ');
  return Object.entries(claims)
    .filter(([key]) => key !== 'name')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
    .slice(0, 60);
};
