import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Key } from '@trigpoint/agent';
import { Client, readServiceInfo, type ServiceInfo } from '@trigpoint/client';
import { findProfile, usualTypes } from '@trigpoint/proofs/registry';
import { isLoopback, type Role, ServiceError } from '@trigpoint/protocol';
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

export const isOnLoopback = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname);

const bare = (url: string): string => url.replace(/\/+$/, '');

/** The service that commands ask if they name none. */
export const usualService = (): string => process.env.TRIGPOINT_SERVICE || localService;

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A command to type next, for the service that was asked. If the flags have a key file, it logs in with that too. */
export const commandLine = (command: string, { service, keyFile }: Pick<KeyFlags, 'service' | 'keyFile'>): string =>
  [
    `npx trigpoint ${command}`,
    ...(bare(service) === bare(usualService()) ? [] : [`--service ${shellWord(service)}`]),
    ...(keyFile === undefined ? [] : [`--key-file ${shellWord(keyFile)}`]),
  ].join(' ');

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

/** An id from the chain, or of a request that was made at the service. */
export const isChallengeId = (text: string): boolean => /^(\d+|ask-[0-9a-f]{32})$/.test(text);

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
  if (!isChallengeId(id))
    throw new UsageError(`"${id}" is no id of a challenge: that is a number, or ask- and 32 digits and letters.`);
  for (const kind of given === undefined ? await servedTypes(flags) : [given])
    try {
      return await ask(kind);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'challenge_not_found') throw error;
    }
  const what = given === undefined ? 'challenge' : `${given} challenge`;
  const message = `There is no ${what} ${id} at ${service}. Ask for one: ${commandLine(`request ${given ?? firstType} --prover <id>`, flags)}`;
  throw Object.assign(new Error(message), { code: 'challenge_not_found' });
};

/** The types that the service serves and that this version knows. */
export const servedTypes = async (flags: Pick<ServiceFlags, 'service'>): Promise<string[]> =>
  Object.keys((await readAbout(openClient(flags, firstType))).proof_types).filter(findProfile);

/** Account 0 of "test test … junk". Everybody knows its key. Development networks fund it, and it is worth nothing elsewhere. */
export const developmentKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export const openClient = (flags: Pick<ServiceFlags, 'service'>, proofType: string): Client => {
  if (!URL.canParse(flags.service)) throw new UsageError(`--service takes a URL, not "${flags.service}".`);
  return new Client({ url: flags.service, proofType });
};

export const readAbout = async (client: Client): Promise<ServiceInfo> =>
  readServiceInfo(client).catch((error: unknown) => {
    const { url } = client;
    if (error instanceof SyntaxError || (error instanceof ServiceError && error.status === 404))
      throw new Error(`What answers at ${url} is no Trigpoint service. Name one with --service or TRIGPOINT_SERVICE.`);
    if (!(error instanceof TypeError)) throw error;
    const next =
      url === localService
        ? 'Start a network with: npx trigpoint up, or name the service with --service or TRIGPOINT_SERVICE.'
        : `Is the address right, and does the service run? This looks: ${commandLine('doctor', { service: url })}`;
    throw new Error(`Nothing answers at ${url}. ${next}`, { cause: error });
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
  const { loadKey, signerOf } = await import('@trigpoint/agent/keys');
  const named = flags.keyFile !== undefined || Boolean(process.env.TRIGPOINT_PRIVATE_KEY);
  const key: Key =
    about.development && !named
      ? { keyType: 'ethereum', privateKey: developmentKey }
      : await loadKey({ keyFile: flags.keyFile ?? join(homedir(), '.trigpoint', 'payer.json') });
  await client.login(signerOf(key.keyType, key.privateKey), { role });
  return { client, about, key };
};
