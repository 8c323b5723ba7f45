import { type Command, Option } from 'commander';
import { action, columns, examplesElsewhere, given, show, UsageError, wholeNumber } from './output.ts';
import { type KeyFlags, logIn, withKey, withProofType } from './session.ts';
import { localTime } from './times.ts';

interface AdmitFlags extends KeyFlags {
  readonly proofType: string;
  readonly place?: string;
  readonly owner?: string;
  readonly endpoint?: string;
  readonly reason?: string;
  readonly setAside?: boolean;
}

type Status = 'candidate' | 'admitted' | 'set_aside';

interface ListFlags extends KeyFlags {
  readonly proofType: string;
  readonly status?: Status;
  readonly limit: number;
  readonly skip: number;
}

const everybody = 'a development network admits everybody';

/** For operators: who may be drawn. The key to log in with must be in OPERATORS. */
export const addAdmissionCommands = (program: Command): void => {
  const admit = withProofType(
    withKey(program.command('admit').description('let a challenger be drawn; for operators')).argument(
      '<challenger>',
      'its id, such as IPv4/0x…, or its key',
    ),
  )
    .option('--place <lat,lon>', 'the place it must state (default: the one it states now)')
    .option('--owner <key>', 'the owner it must name (default: the one it names now)')
    .option('--endpoint <ip>', 'the address it must be reached at (default: any)')
    .option('--reason <text>', 'why; it is public')
    .option('--set-aside', 'set it aside instead: it is not drawn any more')
    .action(action(decide));
  examplesElsewhere(
    admit,
    everybody,
    'trigpoint admit IPv4/0x… --reason "in our rack in Vienna"',
    'trigpoint admit 0x… --place 48.2,16.4 --endpoint 203.0.113.7',
    'trigpoint admit IPv4/0x… --set-aside --reason "machine sold"',
  );
  const list = withProofType(
    withKey(program.command('admissions').description('list who is admitted and who waits; for operators')),
  )
    .addOption(new Option('--status <status>', 'only these').choices(['candidate', 'admitted', 'set_aside']))
    .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 10_000), 50)
    .option('--skip <n>', 'leave out the first n', wholeNumber('--skip', 0, 10_000_000), 0)
    .action(action(listAdmissions));
  examplesElsewhere(list, everybody, 'trigpoint admissions', 'trigpoint admissions --status candidate');
};

const placeOf = (text: string): { latitude: number; longitude: number } => {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude === undefined)
    throw new UsageError(`--place takes latitude,longitude such as 48.2,16.4, not "${text}".`);
  return { latitude: Number(latitude), longitude: Number(longitude) };
};

async function decide(challenger: string, flags: AdmitFlags): Promise<void> {
  const { place, owner, endpoint, reason, setAside, proofType } = flags;
  const terms = { ...(place === undefined ? {} : placeOf(place)), ...given({ owner, endpoint, reason }) };
  const { client } = await logIn(flags, proofType);
  const { result } = await client.call('admit-challenger', {
    challenger,
    status: setAside ? 'set_aside' : 'admitted',
    ...terms,
  });
  show(flags.json, result, () => result.admissions.map((it) => `${it.id} is ${wordOf(it.status)}.`).join('\n'));
}

async function listAdmissions(flags: ListFlags): Promise<void> {
  const { status, skip, limit } = flags;
  const { client } = await logIn(flags, flags.proofType);
  const { result } = await client.call('list-admissions', { ...given({ status }), skip, limit });
  show(flags.json, result, () => {
    if (result.admissions.length === 0) return `No challenger of ${flags.proofType} has been here yet.`;
    const rows = result.admissions.map((it) => [
      wordOf(it.status),
      it.id,
      it.latitude === null ? '' : `${it.latitude},${it.longitude}`,
      localTime(it.since),
      it.by,
      it.reason,
    ]);
    return `${columns([['', 'id', 'place', 'since', 'by', 'reason'], ...rows])}\n${rows.length} of ${result.total}`;
  });
}

export const wordOf = (status: Status): string => (status === 'set_aside' ? 'set aside' : status);
