import {
  addWatch,
  type Client,
  changeWatch,
  type ListedPublicWatch,
  listPublicWatches,
  listWatches,
  priceWatch,
  publishWatch,
  showWatch,
  type WatchDetails,
  type WatchInfo,
  type WatchSlot,
} from '@trigpoint/client';
import { isNews } from '@trigpoint/client/certificate';
import { zoneWords } from '@trigpoint/proofs';
import { changeAsk, findProfile } from '@trigpoint/proofs/registry';
import type { WatchAction } from '@trigpoint/protocol';
import type { Command } from 'commander';
import { lengthWords, seconds, time } from './durations.ts';
import { findProver } from './find-prover.ts';
import { withWatch } from './find-watch.ts';
import { action, columns, counted, examples, given, print, show, UsageError, wholeNumber } from './output.ts';
import { zoneOrFile } from './request.ts';
import { commandLine, type KeyFlags, logIn, openClient, readAbout, withKey } from './session.ts';
import { resultWord } from './slot-words.ts';
import { localTime } from './times.ts';

interface TermFlags extends KeyFlags {
  readonly zone?: string;
  readonly challengers?: number;
  readonly radius?: number;
  readonly liars?: number;
  readonly withstands?: number;
  readonly every?: number;
  readonly until?: string;
}

interface AddFlags extends TermFlags {
  readonly prover: string;
  readonly every: number;
  readonly from?: string;
  readonly for?: number;
  readonly name?: string;
  readonly dryRun?: boolean;
}

interface ListFlags extends KeyFlags {
  readonly public?: boolean;
}

interface ShowFlags extends KeyFlags {
  readonly limit: number;
}

/** Watches are about places only. */
const proofType = 'pol';

/** Provers that are asked again and again. */
export const addWatchCommands = (program: Command): void => {
  const watch = program.command('watch').description('have a prover asked again and again, at times that nobody knows');
  const add = withTerms(
    withKey(watch.command('add').description('watch a prover: it is asked once in every window'))
      .requiredOption('--prover <id>', 'whom to ask: its id, its key, or how the key begins')
      .requiredOption('--every <time>', 'the length of a window, such as 6h', seconds('--every')),
  )
    .option('--from <time>', 'when it begins (default: now)', time('--from'))
    .option('--until <time>', 'when it ends', time('--until'))
    .option('--for <time>', 'instead of --until: how long it runs, such as 90d', seconds('--for'))
    .option('--name <name>', 'what you call it; it stands on certificates')
    .option('--dry-run', 'tell what it would cost, and add nothing')
    .action(action(addIt));
  examples(
    add,
    'trigpoint watch add --prover honest-frankfurt --zone EU --every 6h --challengers 12 --for 90d',
    'trigpoint watch add --prover honest-frankfurt --zone EU --every 6h --for 90d --dry-run --json',
  );
  const list = withKey(watch.command('list').description('list your watches, newest first'))
    .option('--public', 'those that anybody may see, of all payers; it takes no key')
    .action(action(listThem));
  examples(list, 'trigpoint watch list', 'trigpoint watch list --public', 'trigpoint watch list --json');
  const shown = withKey(watch.command('show <watch>').description('show a watch and its newest slots'))
    .option('--limit <n>', 'show this many slots at most', wholeNumber('--limit', 1, 20_000), 20)
    .action(action(showIt));
  examples(shown, 'trigpoint watch show <watch>');
  const edit = withTerms(withKey(watch.command('edit <watch>').description('change a watch from the next window on')))
    .option('--every <time>', 'the length of a window, such as 6h', seconds('--every'))
    .option('--until <time>', 'when it ends', time('--until'))
    .action(action((id: string, flags: TermFlags) => changeIt(id, 'edit', flags)));
  examples(edit, 'trigpoint watch edit <watch> --every 12h');
  for (const [name, isPublic, does] of [
    ['publish', true, 'let anybody see a watch: its name, its prover, what is asked and what came of it'],
    ['unpublish', false, 'stop showing a watch to others'],
  ] as const) {
    const command = withKey(watch.command(`${name} <watch>`).description(does)).action(
      action((id: string, flags: KeyFlags) => publishIt(id, isPublic, flags)),
    );
    examples(command, `trigpoint watch ${name} <watch>`);
  }
  const words = {
    pause: 'ask nobody from the next window on; the log and certificates say so',
    resume: 'go on asking from the next window on',
    end: 'end a watch with the window that runs; it cannot be resumed',
  } as const;
  for (const [name, does] of Object.entries(words)) {
    const command = withKey(watch.command(`${name} <watch>`).description(does)).action(
      action((id: string, flags: KeyFlags) => changeIt(id, name as WatchAction, flags)),
    );
    examples(command, `trigpoint watch ${name} <watch>`);
  }
};

const withTerms = (command: Command): Command =>
  command
    .option('--zone <zone>', 'the zone that it should be in: EU, a continent, countries (DE,AT) or a file with GeoJSON')
    .option('--challengers <n>', 'how many measure', wholeNumber('--challengers', 1, 100))
    .option(
      '--radius <km>',
      'verified only if it is shown to be within so many km of its claim',
      wholeNumber('--radius', 1, 20_038),
    )
    .option(
      '--liars <n>',
      'how many challengers may lie without changing a verdict; a third may in any case, so name more',
      wholeNumber('--liars', 1, 99),
    )
    .option(
      '--withstands <n>',
      'the draw must hold even if so many agents of the network conspire',
      wholeNumber('--withstands', 1, 1_000_000),
    );

const fieldsOf = ({ zone, radius, liars, withstands }: TermFlags) =>
  given({
    zone: zone === undefined ? undefined : zoneOrFile('--zone', zone),
    radiusKm: radius,
    liars,
    withstands,
  });

async function addIt(flags: AddFlags): Promise<void> {
  if ((flags.until === undefined) === (flags.for === undefined))
    throw new UsageError('A watch needs one end: --until 2030-05-01T12:00:00Z, or --for 90d.');
  const { radiusKm, ...fields } = fieldsOf(flags);
  const begins = flags.from === undefined ? Date.now() : Date.parse(flags.from);
  const { client, about } = await logIn(flags, proofType);
  const asked = {
    prover: await findProver(client, about, flags.prover),
    parameters: { ...fields, ...given({ radius_km: radiusKm }) },
    ...given({ number_of_challengers: flags.challengers, from: flags.from, name: flags.name }),
    every_seconds: flags.every,
    // Ten seconds more, so that the last window still fits when the request arrives.
    until: flags.until ?? new Date(begins + (flags.for as number) * 1000 + 10_000).toISOString(),
  };
  const priced = await priceWatch(client, asked);
  if (!flags.json)
    print(
      `${counted(priced.slots, 'slot')} at ${priced.price_per_slot} POINTS each: ${priced.price} POINTS at most, and up to ${priced.extra_price} for extra slots after changes. You have ${priced.balance}.`,
    );
  const done = flags.dryRun ? priced : await addWatch(client, asked);
  if (flags.json) show(true, done, () => '');
  else if (done.watch)
    print(
      `Watch ${done.watch.watch} asks ${done.watch.prover} every ${lengthWords(flags.every)}.\nSee what comes of it: ${commandLine(`watch show ${done.watch.watch}`, flags)}`,
    );
  else print('This was a dry run: no watch was added.');
}

/** Every page of the list, one after another. */
async function allPublic(client: Client): Promise<ListedPublicWatch[]> {
  const found: ListedPublicWatch[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listPublicWatches(client, { limit: 100, recent: 1, ...(cursor ? { cursor } : {}) });
    found.push(...page.watches);
    cursor = page.next_cursor;
  }
  return found;
}

async function listPublic(flags: KeyFlags): Promise<void> {
  const client = openClient(flags, proofType);
  await readAbout(client);
  const watches = await allPublic(client);
  const rows = watches.map((it) => rowOf({ ...it, last_result: it.recent[0]?.result ?? '' }));
  show(flags.json, { watches }, () =>
    watches.length === 0 ? 'Nobody has made a watch public here.' : columns([heads, ...rows]),
  );
}

const heads = ['watch', 'state', 'last', 'every', 'until', 'name'];

async function listThem(flags: ListFlags): Promise<void> {
  if (flags.public) return listPublic(flags);
  const { client } = await logIn(flags, proofType);
  const watches = await listWatches(client);
  show(flags.json, { watches }, () =>
    watches.length === 0
      ? `You have no watches. Add one: ${commandLine('watch add --prover <id> --every 6h --for 30d', flags)}`
      : columns([heads, ...watches.map(rowOf)]),
  );
}

type Row = Pick<WatchInfo, 'watch' | 'state' | 'last_result' | 'every_seconds' | 'until' | 'name' | 'prover'>;

const rowOf = (it: Row): string[] => [
  it.watch,
  it.state,
  it.last_result === '' ? '–' : resultWord(it.last_result),
  lengthWords(it.every_seconds),
  localTime(it.until),
  it.name || it.prover,
];

async function showIt(id: string, flags: ShowFlags): Promise<void> {
  const { client } = await logIn(flags, proofType);
  const found = await withWatch(client, id, flags, (watch) => showWatch(client, watch, flags.limit));
  show(flags.json, found, () => linesOf(found).join('\n'));
}

/** The finding of a slot, and the result of its extra slot. */
const findingWords = ({ finding, extra }: WatchSlot): string => {
  const words = (it: string) => it.replace('_', ' ');
  const found = finding === '' || finding === 'same' ? '' : words(finding);
  if (!extra) return found;
  const again = [resultWord(extra.result), ...(extra.finding === '' ? [] : [words(extra.finding)])].join(', ');
  return `${found}; asked again: ${again}`;
};

const movedWords: Readonly<Record<string, string>> = {
  moved: 'it has moved: its newest answers cannot come from where it was shown to be',
  probably_moved: 'it has probably moved since its place was shown; that is statistics, not proof',
  changed: 'its delays have changed since its place was shown',
};

/** Whether the newest answer found the prover where it was. A slot before the last edit may have been asked about another place. */
const movedLine = ({ changes, slots }: WatchDetails): string[] => {
  const from = changes.findLast((it) => it.change === 'edited')?.from_slot ?? 0;
  const newest = slots.find((it) => it.finding !== '' && it.number >= from);
  const words = movedWords[newest?.extra?.finding || newest?.finding || ''];
  if (words === undefined) return [];
  const wasAsked = newest?.extra && !['missed', 'unpaid'].includes(newest.extra.result);
  return [`  ${words}${newest?.finding === 'changed' && wasAsked ? ', so it was asked again' : ''}`];
};

/** A watch and its newest slots in words. */
export const linesOf = (details: WatchDetails): string[] => {
  const { watch, changes, change_count, slots } = details;
  return [
    `Watch ${watch.watch}${watch.name === '' ? '' : ` (${watch.name})`}: ${watch.state}`,
    `  asks ${watch.prover} ${watch.parameters.zone ? `whether it is in ${zoneWords(watch.parameters.zone)}, ` : ''}every ${lengthWords(watch.every_seconds)} until ${localTime(watch.until)}, ${watch.price_per_slot} POINTS a slot`,
    ...movedLine(details),
    ...(change_count > changes.length ? [`  ${change_count - changes.length} changes before these`] : []),
    ...changes
      .filter((it) => it.change !== 'added')
      .map((it) => `  ${it.change} at ${localTime(it.at)}, from slot ${it.from_slot} on`),
    ...(slots.length === 0
      ? ['  no slot yet']
      : [
          columns([
            ['  slot', 'window from', 'asked at', 'result', 'finding', 'challenge'],
            ...slots.map((it, i) => [
              `  ${it.count > 1 ? `${it.number}–${it.number + it.count - 1}` : it.number}`,
              localTime(it.begins),
              it.asked_at === null ? '–' : localTime(it.asked_at),
              resultWord(it.result),
              isNews(it, slots[i + 1]) ? findingWords(it) : '',
              it.challenge_id,
            ]),
          ]),
        ]),
  ];
};

async function publishIt(named: string, isPublic: boolean, flags: KeyFlags): Promise<void> {
  const { client } = await logIn(flags, proofType);
  const watch = await withWatch(client, named, flags, (it) => publishWatch(client, it, isPublic));
  const id = watch.watch;
  show(flags.json, { watch }, () =>
    isPublic
      ? `Anybody may see it: ${client.url}/watches/${id} and ${client.url}/watches/${id}/badge.svg`
      : `Watch ${id} is shown to nobody else.`,
  );
}

async function changeIt(named: string, change: WatchAction, flags: TermFlags): Promise<void> {
  const { client } = await logIn(flags, proofType);
  const changed = await withWatch(client, named, flags, async (id) =>
    changeWatch(client, id, change, change === 'edit' ? await editOf(id, flags) : {}),
  );
  show(flags.json, { watch: changed }, () => `Watch ${changed.watch}: ${changed.state} from its next window on.`);

  async function editOf(watch: string, terms: TermFlags) {
    const fields = { ...fieldsOf(terms), ...given({ challengers: terms.challengers }) };
    const profile = findProfile(proofType);
    const asked = Object.keys(fields).length > 0 && profile && (await showWatch(client, watch, 1)).watch.ask;
    const edit = {
      ...given({ every_seconds: terms.every, until: terms.until }),
      ...(asked && profile ? { ask: changeAsk(profile, asked as `0x${string}`, fields) } : {}),
    };
    if (Object.keys(edit).length === 0)
      throw new UsageError(
        'Say what to change: --every, --until, --zone, --challengers, --radius, --liars or --withstands.',
      );
    return edit;
  }
}
