import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Key } from '@trigpoint/agent';
import { Client, readServiceInfo, type ServiceInfo } from '@trigpoint/client';
import { findProfile, usualTypes } from '@trigpoint/proofs/registry';
import { type Role, ServiceError } from '@trigpoint/protocol';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './output.ts';

export interface ServiceFlags {
  readonly service: string;
  readonly json?: boolean;
}

export interface KeyFlags extends ServiceFlags {
  readonly keyFile?: string;
}

export const localService = 'http://127.0.0.1:8080';

export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** The option that a suggested next command needs to reach the same service. Empty if it needs none. */
export const elsewhere = ({ service }: Pick<ServiceFlags, 'service'>): string =>
  service === localService || service === process.env.TRIGPOINT_SERVICE ? '' : ` --service ${service}`;

export const withService = (command: Command): Command =>
  command
    .addOption(new Option('--service <url>', 'the service').env('TRIGPOINT_SERVICE').default(localService))
    .option('--json', 'JSON instead of text');

export const withKey = (command: Command): Command =>
  withService(command).option(
    '--key-file <file>',
    'a file with the key to log in with; the variables TRIGPOINT_PRIVATE_KEY and TRIGPOINT_API_KEY are used instead of it (default: a funded account on a development network, else ~/.trigpoint/payer.json)',
  );

const [firstType = ''] = usualTypes;

/** Help lists the usual types. A command also takes other types that this version knows, because the service may serve them. */
const proofTypeOption = (doc: string): Option =>
  new Option('--proof-type <type>', doc).choices(usualTypes).argParser((id: string) => {
    if (findProfile(id)) return id;
    throw new InvalidArgumentError(`Allowed choices are ${usualTypes.join(', ')}.`);
  });

export const withProofType = (command: Command): Command =>
  command.addOption(proofTypeOption('the kind of proof').default(firstType));

export const withAnyProofType = (command: Command): Command =>
  command.addOption(proofTypeOption('the kind of proof (default: found by the id)'));

/**
 * Calls `ask` with the proof type that has the challenge. All types share one sequence of ids, so without `--proof-type` each is
 * tried.
 */
export const ofAnyType = async <T>(
  id: string,
  flags: ServiceFlags & { readonly proofType?: string },
  ask: (proofType: string) => Promise<T>,
): Promise<T> => {
  const { service, proofType: given } = flags;
  for (const kind of given === undefined ? await servedTypes(flags) : [given])
    try {
      return await ask(kind);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'challenge_not_found') throw error;
    }
  const what = given === undefined ? 'challenge' : `${given} challenge`;
  const message = `There is no ${what} ${id} at ${service}. Ask for one: npx trigpoint request ${given ?? firstType} --prover <id>`;
  throw Object.assign(new Error(message), { code: 'challenge_not_found' });
};

/** The types that the service serves and that this version knows. */
export const servedTypes = async (flags: Pick<ServiceFlags, 'service'>): Promise<string[]> =>
  Object.keys((await readAbout(openClient(flags, firstType))).proof_types).filter(findProfile);

/** Account 0 of "test test … junk". Everybody knows its key. Development networks fund it, and it is worth nothing elsewhere. */
const developmentKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export const openClient = (flags: Pick<ServiceFlags, 'service'>, proofType: string): Client => {
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
  /** Undefined with an API key, which signs nothing. */
  readonly key: Key | undefined;
}

/**
 * Logs in with the key that was named, or on a development network with the key that everybody has. Commands that do not depend on a
 * proof type give none.
 */
export const logIn = async (flags: KeyFlags, proofType?: string, role: Role = 'payer'): Promise<LoggedIn> => {
  const about = await readAbout(openClient(flags, firstType));
  const kind = proofType ?? Object.keys(about.proof_types)[0] ?? firstType;
  const { TRIGPOINT_API_KEY: apiKey } = process.env;
  if (apiKey && flags.keyFile === undefined)
    return { client: new Client({ url: flags.service, proofType: kind, apiKey }), about, key: undefined };
  const client = openClient(flags, kind);
  const { loadKey, signerOf } = await import('@trigpoint/agent');
  const named = flags.keyFile !== undefined || Boolean(process.env.TRIGPOINT_PRIVATE_KEY);
  const key: Key =
    about.development && !named
      ? { keyType: 'ethereum', privateKey: developmentKey }
      : await loadKey({ keyFile: flags.keyFile ?? join(homedir(), '.trigpoint', 'payer.json') });
  await client.login(signerOf(key.keyType, key.privateKey), { role });
  return { client, about, key };
};
