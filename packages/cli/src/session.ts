import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Key } from '@trigpoint/agent';
import { Client, readServiceInfo, type ServiceInfo } from '@trigpoint/client';
import { type Role, ServiceError } from '@trigpoint/protocol';
import { type Command, Option } from 'commander';
import { UsageError } from './output.ts';

export interface ServiceFlags {
  readonly service: string;
  readonly json?: boolean;
}

export interface KeyFlags extends ServiceFlags {
  readonly keyFile?: string;
}

export const localService = 'http://127.0.0.1:8080';

export const withService = (command: Command): Command =>
  command
    .addOption(new Option('--service <url>', 'the service').env('TRIGPOINT_SERVICE').default(localService))
    .option('--json', 'JSON instead of text');

export const withKey = (command: Command): Command =>
  withService(command).option(
    '--key-file <file>',
    'the key to log in with; TRIGPOINT_PRIVATE_KEY goes before it (default: a funded account on a development network, else ~/.trigpoint/payer.json)',
  );

const kinds = ['pol', 'pob'];

export const withProofType = (command: Command): Command =>
  command.addOption(new Option('--proof-type <type>', 'the kind of proof').choices(kinds).default('pol'));

export const withAnyProofType = (command: Command): Command =>
  command.addOption(new Option('--proof-type <type>', 'the kind of proof (default: found by the id)').choices(kinds));

/** Ids are one sequence for all kinds of proof: where none is named, it is whichever has the challenge. */
export const ofAnyType = async <T>(
  id: string,
  { service, proofType: given }: ServiceFlags & { readonly proofType?: string },
  ask: (proofType: string) => Promise<T>,
): Promise<T> => {
  for (const kind of given === undefined ? kinds : [given])
    try {
      return await ask(kind);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'challenge_not_found') throw error;
    }
  const what = given === undefined ? 'challenge' : `${given} challenge`;
  const message = `There is no ${what} ${id} at ${service}. Ask for one: npx trigpoint request ${given ?? 'pol'} --prover <id>`;
  throw Object.assign(new Error(message), { code: 'challenge_not_found' });
};

/** Account 0 of "test test … junk": known to everybody, funded on development networks, worth nothing. */
const developmentKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export const openClient = (flags: ServiceFlags, proofType: string): Client => {
  if (!URL.canParse(flags.service)) throw new UsageError(`--service takes a URL, not "${flags.service}".`);
  return new Client({ url: flags.service, proofType });
};

export const readAbout = async (client: Client): Promise<ServiceInfo> =>
  readServiceInfo(client).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    const hint =
      client.url === localService
        ? ' Start a network with: npx trigpoint up, or name the service with --service or TRIGPOINT_SERVICE.'
        : '';
    throw new Error(`Nothing answers at ${client.url}.${hint}`, { cause: error });
  });

export interface LoggedIn {
  readonly client: Client;
  readonly about: ServiceInfo;
  readonly key: Key;
}

/** Logs in with the key that was named, or with the one everybody has on a development network. */
export const logIn = async (flags: KeyFlags, proofType: string, role: Role = 'payer'): Promise<LoggedIn> => {
  const client = openClient(flags, proofType);
  const about = await readAbout(client);
  const { loadKey, signerOf } = await import('@trigpoint/agent');
  const named = flags.keyFile !== undefined || Boolean(process.env.TRIGPOINT_PRIVATE_KEY);
  const key: Key =
    about.development && !named
      ? { keyType: 'ethereum', privateKey: developmentKey }
      : await loadKey({ keyFile: flags.keyFile ?? join(homedir(), '.trigpoint', 'payer.json') });
  await client.login(signerOf(key.keyType, key.privateKey), { role });
  return { client, about, key };
};
