import {
  type ApiKeyInfo,
  createApiKey,
  listApiKeys,
  type MadeApiKey,
  revokeApiKey,
  rotateApiKey,
} from '@trigpoint/client';
import { type Scope, scopes } from '@trigpoint/protocol';
import { type Command, Option } from 'commander';
import { action, columns, examples, given, print, show, UsageError, wholeNumber } from './output.ts';
import { commandLine, type KeyFlags, logIn, withKey } from './session.ts';
import { localTime } from './times.ts';

interface CreateFlags extends KeyFlags {
  readonly scope: readonly Scope[];
  readonly days?: number;
}

/** API keys: what programs use in place of a wallet. */
export const addKeyCommands = (program: Command): void => {
  const keys = program.command('keys').description('API keys, for programs that have no wallet');
  const create = withKey(keys.command('create <name>').description('make an API key; it is shown once'))
    .addOption(
      new Option('--scope <scope...>', 'what it may do').choices([...scopes]).default(['ask', 'read'], 'ask read'),
    )
    .option('--days <n>', 'when it ends (default: 90)', wholeNumber('--days', 1, 3_650))
    .action(action(make));
  examples(create, 'trigpoint keys create backups --scope ask read --days 30');
  const list = withKey(keys.command('list').description('list your API keys, the newest first')).action(action(tell));
  examples(list, 'trigpoint keys list', 'trigpoint keys list --json');
  const rotate = withKey(
    keys.command('rotate <key>').description('replace the secret of an API key; the old one ends at once'),
  ).action(action(rotateOne));
  examples(rotate, 'trigpoint keys rotate backups');
  const revoke = withKey(keys.command('revoke <key>').description('end an API key at once')).action(action(revokeOne));
  examples(revoke, 'trigpoint keys revoke backups');
};

const showMade = ({ key, info }: MadeApiKey, json: boolean | undefined): void => {
  show(json, { key, ...info }, () => key);
  if (!json && process.stdout.isTTY)
    print(
      `\nIt is not shown again. It may ${info.scopes.join(', ')} until ${localTime(info.expires_at)}: TRIGPOINT_API_KEY=…`,
    );
};

async function make(name: string, flags: CreateFlags): Promise<void> {
  const { client } = await logIn(flags);
  const { days } = flags;
  const about = { name, scopes: [...flags.scope], ...given({ expires_in_days: days }) };
  showMade(await createApiKey(client, about), flags.json);
}

async function tell(flags: KeyFlags): Promise<void> {
  const keys = await listApiKeys((await logIn(flags)).client);
  show(flags.json, { keys }, () => {
    if (keys.length === 0) return `You have no API keys. Make one: ${commandLine('keys create <name>', flags)}`;
    const rows = keys.map((it) => [
      it.id,
      it.name,
      it.scopes.join(' '),
      localTime(it.expires_at),
      it.last_used_at ? localTime(it.last_used_at) : 'never',
    ]);
    return columns([['id', 'name', 'scopes', 'ends', 'last used'], ...rows]);
  });
}

/** By id, or by a name that only one key has. */
const find = (keys: readonly ApiKeyInfo[], named: string, flags: KeyFlags): ApiKeyInfo => {
  const found = keys.filter((it) => it.id === named || it.name === named);
  if (found.length === 1 && found[0]) return found[0];
  throw new UsageError(
    `${found.length === 0 ? `You have no API key "${named}".` : `${found.length} of your keys have that name: give an id.`} This lists them: ${commandLine('keys list', flags)}`,
  );
};

async function rotateOne(named: string, flags: KeyFlags): Promise<void> {
  const { client } = await logIn(flags);
  showMade(await rotateApiKey(client, find(await listApiKeys(client), named, flags).id), flags.json);
}

async function revokeOne(named: string, flags: KeyFlags): Promise<void> {
  const { client } = await logIn(flags);
  const { id, name } = find(await listApiKeys(client), named, flags);
  await revokeApiKey(client, id);
  show(flags.json, { success: true, id }, () => `The key "${name}" has ended.`);
}
