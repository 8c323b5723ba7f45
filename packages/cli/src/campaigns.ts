import { type CampaignInfo, createCampaign, editCampaign, listCampaigns } from '@trigpoint/client';
import { type CampaignStatus, campaignStatuses } from '@trigpoint/protocol';
import { type Command, Option } from 'commander';
import { time } from './durations.ts';
import { withCampaign } from './find-campaign.ts';
import { action, columns, examples, given, show, someNumber, take, UsageError, wholeNumber } from './output.ts';
import { type KeyFlags, logIn, withKey } from './session.ts';
import { localTime } from './times.ts';

interface CampaignFlags extends KeyFlags {
  readonly description?: string;
  readonly tags?: string[];
  readonly latitude?: number;
  readonly longitude?: number;
  readonly radius?: number;
  readonly banner?: string;
  readonly poster?: string;
  readonly total?: number;
  readonly reward?: number;
  readonly fuel?: number;
  readonly max?: number;
  readonly starts?: string;
  readonly ends?: string;
  readonly hours?: number;
  readonly review?: boolean;
  readonly active?: boolean;
  readonly proofAge?: number;
  readonly proofWithstands?: number;
}

interface ListFlags extends KeyFlags {
  readonly text?: string;
  readonly tag?: string;
  readonly status?: CampaignStatus;
  readonly mine?: boolean;
  readonly limit: number;
}

export const addCampaignCommands = (program: Command): void => {
  const campaign = program.command('campaign').description('rewards for photos taken in a place and time');
  const create = withFields(
    withKey(campaign.command('create <name>').description('create a campaign, and set its rewards aside')),
  ).action(action(createIt));
  examples(
    create,
    'trigpoint campaign create "Street art of Berlin" --latitude 52.52 --longitude 13.405 --radius 10 --total 100 --reward 2.5 --max 40 --hours 48',
  );
  const list = withKey(campaign.command('list').description('list campaigns, newest first'))
    .option('--text <text>', 'part of the name or description')
    .option('--tag <tag>', 'with this tag')
    .addOption(new Option('--status <status>', 'only those').choices([...campaignStatuses]))
    .option('--mine', 'only campaigns of this key')
    .option('--limit <n>', 'list this many at most', wholeNumber('--limit', 1, 100_000), 50)
    .action(action(listThem));
  examples(list, 'trigpoint campaign list --status live', 'trigpoint campaign list --mine --json');
  const edit = withFields(
    withKey(
      campaign
        .command('edit <name>')
        .description('change one of your campaigns; options that are left out change nothing'),
    ),
  )
    .option('--active', 'show it')
    .option('--no-active', 'hide it from everyone else')
    .action(action(editIt));
  examples(
    edit,
    'trigpoint campaign edit "Street art of Berlin" --no-active',
    'trigpoint campaign edit "Street art of Berlin" --active --total 200 --max 80',
  );
};

const withFields = (command: Command): Command =>
  command
    .option('--description <text>', 'what to take photos of')
    .option('--tags <tag,…>', 'tags', (text: string) => text.split(',').map((it) => it.trim()))
    .option('--latitude <degrees>', 'the centre of the area', someNumber('--latitude', -90, 90))
    .option('--longitude <degrees>', 'the centre of the area', someNumber('--longitude', -180, 180))
    .option('--radius <km>', 'radius around the centre (default: 100)', someNumber('--radius', 0.001, 20_038))
    .option('--banner <url>', 'banner image')
    .option('--poster <url>', 'poster image')
    .option('--total <points>', 'all rewards together', someNumber('--total', 0, 1e9))
    .option('--reward <points>', 'reward per photo', someNumber('--reward', 0, 1e9))
    .option(
      '--fuel <amount>',
      'fuel a photo spends; each key gets some every day, so that nobody sends too many (default: 1)',
      someNumber('--fuel', 0, 1e9),
    )
    .option('--max <n>', 'the most photos that are taken', wholeNumber('--max', 1, Number.MAX_SAFE_INTEGER))
    .option('--starts <time>', 'when it starts (default: now)', time('--starts'))
    .option('--ends <time>', 'when it ends', time('--ends'))
    .option('--hours <n>', 'instead of --ends: how long it runs', someNumber('--hours', 0.01, 1e6))
    .option('--review', 'photos wait for your review before they are shown and paid')
    .option(
      '--proof-age <minutes>',
      'who sends a photo needs a verified location that is no older and lies wholly inside the area',
      wholeNumber('--proof-age', 1, 525_600),
    )
    .option(
      '--proof-withstands <n>',
      'with --proof-age: its verdict must hold even if so many challengers conspired; the sender chooses how many measure',
      wholeNumber('--proof-withstands', 0, 100),
    );

/** The given options, under the names of the interface. */
const fieldsOf = (flags: CampaignFlags) => {
  const { starts } = flags;
  if (flags.proofWithstands !== undefined && flags.proofAge === undefined)
    throw new UsageError('--proof-withstands needs --proof-age: how old the proof may be.');
  const from = starts === undefined ? Date.now() : Date.parse(starts);
  const ends =
    flags.ends !== undefined
      ? flags.ends
      : flags.hours === undefined
        ? undefined
        : new Date(from + flags.hours * 3_600_000).toISOString();
  return given({
    description: flags.description,
    tags: flags.tags,
    latitude: flags.latitude,
    longitude: flags.longitude,
    radius: flags.radius,
    banner_url: flags.banner,
    poster_url: flags.poster,
    total_rewards: flags.total,
    reward_per_task: flags.reward,
    fuel_required: flags.fuel,
    max_submissions: flags.max,
    starts_at: starts,
    ends_at: ends,
    review: flags.review,
    is_active: flags.active,
    require_proof:
      flags.proofAge === undefined
        ? undefined
        : { max_age_minutes: flags.proofAge, ...given({ min_withstands: flags.proofWithstands }) },
  });
};

/** The fields that every campaign needs: what each is, and one way to give it. */
const needed = {
  total_rewards: ['all rewards together', '--total 100'],
  reward_per_task: ['the reward per photo', '--reward 2.5'],
  max_submissions: ['the most photos that are taken', '--max 40'],
  ends_at: ['when it ends', '--hours 48'],
} as const;

const missingWords = (fields: Readonly<Record<keyof typeof needed, unknown>>): string => {
  const missing = Object.entries(needed).filter(([name]) => fields[name as keyof typeof needed] === undefined);
  const [whats, hows] = [missing.map(([, [what]]) => what), missing.map(([, [, how]]) => how)];
  return `The campaign needs to know ${listWords(whats)}. Add it like this: ${hows.join(' ')}`;
};

const listWords = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;

async function createIt(campaign: string, flags: CampaignFlags): Promise<void> {
  const { total_rewards, reward_per_task, max_submissions, ends_at, ...rest } = fieldsOf(flags);
  if (total_rewards === undefined || reward_per_task === undefined || max_submissions === undefined || !ends_at)
    throw new UsageError(missingWords({ total_rewards, reward_per_task, max_submissions, ends_at }));
  const { client } = await logIn(flags);
  const fields = { campaign, total_rewards, reward_per_task, max_submissions, ends_at, ...rest };
  const campaign_id = await createCampaign(client, fields);
  show(
    flags.json,
    { campaign, campaign_id },
    () => `Created "${campaign}" (${campaign_id}), open until ${localTime(ends_at)}.`,
  );
}

async function editIt(campaign: string, flags: CampaignFlags): Promise<void> {
  const changes = fieldsOf(flags);
  if (Object.keys(changes).length === 0)
    throw new UsageError('Say what to change, such as --total 200 or --no-active. --help lists the options.');
  const { client } = await logIn(flags);
  const changed = await withCampaign(client, campaign, () => editCampaign(client, { campaign, ...changes }));
  show(flags.json, changed, () => table([changed]));
}

async function listThem(flags: ListFlags): Promise<void> {
  const { client } = await logIn(flags);
  const { text, tag, status, mine, limit } = flags;
  const search = given({ text, tag, status, mine });
  const found = await take(listCampaigns(client, { ...search, limit: Math.min(limit, 1000) }), limit);
  show(flags.json, found, () => (found.length === 0 ? 'No campaigns.' : table(found)));
}

const table = (campaigns: readonly CampaignInfo[]): string =>
  columns([
    ['status', 'name', 'photos', 'paid', 'where', 'until'],
    ...campaigns.map((it) => [
      it.status,
      it.campaign,
      `${it.submissions}/${it.max_submissions}`,
      `${it.paid}/${it.total_rewards}`,
      it.latitude === null ? 'anywhere' : `${it.latitude},${it.longitude} ±${it.radius} km`,
      localTime(it.ends_at),
    ]),
  ]);
