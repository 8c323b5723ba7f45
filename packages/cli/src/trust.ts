import { readFile } from 'node:fs/promises';
import { parseTrust, type Trust } from '@trigpoint/client/trust';
import { type Command, Option } from 'commander';
import { given, UsageError, wholeNumber } from './output.ts';
import { commandLine, usualService } from './session.ts';

export interface LogTrustFlags {
  /** Whose trust file is suggested if none can be read. */
  readonly service?: string;
  readonly trust?: string;
  readonly logVkey?: string;
  readonly logUrl?: string;
  readonly witness: readonly string[];
  readonly witnessQuorum?: number;
}

export interface TrustFlags extends LogTrustFlags {
  readonly rpc?: string;
  readonly contract?: string;
  readonly chainId?: number;
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** Options with which a verifier names what it trusts. Nothing of it is taken from the evidence or the service. */
export const withLogTrust = (command: Command): Command =>
  command
    .option('--trust <file>', 'a JSON file with what follows: log_vkey, log_url, witnesses, witness_quorum, …')
    .option('--log-vkey <key>', "the key of the service's log: name+hash+key")
    .option('--log-url <url>', 'where the log is, without /checkpoint')
    .addOption(
      new Option('--witness <key>', 'the key of a witness; may be given several times')
        .argParser(collect)
        .default([], 'none'),
    )
    .option(
      '--witness-quorum <n>',
      'how many of them must have cosigned (default: two thirds, at least three)',
      wholeNumber('--witness-quorum', 1, 256),
    );

export const withTrust = (command: Command): Command =>
  withLogTrust(command)
    .option('--rpc <url>', 'an RPC endpoint of the chain')
    .option('--chain-id <n>', 'the id of the chain', wholeNumber('--chain-id', 1, Number.MAX_SAFE_INTEGER))
    .option('--contract <address>', 'the RequestHandler');

/** A command that writes a trust file. */
export const howToTrust = ({ service = usualService() }: Pick<LogTrustFlags, 'service'>, file = 'trust.json'): string =>
  `${commandLine('trust', { service })} > ${file}`;

/** Reads the trust. Flags override the file. */
export const readTrust = async (flags: TrustFlags): Promise<Trust> => {
  const file = flags.trust === undefined ? {} : await readTrustFile(flags.trust, flags);
  const named = given({
    rpc: flags.rpc,
    chain_id: flags.chainId,
    contract: flags.contract,
    log_vkey: flags.logVkey === undefined ? undefined : await textOrFile(flags.logVkey),
    log_url: flags.logUrl,
    witnesses: flags.witness.length > 0 ? await Promise.all(flags.witness.map(textOrFile)) : undefined,
    witness_quorum: flags.witnessQuorum,
  });
  return parseTrust({ ...file, ...named });
};

/** A verifier key, or the file that has one. */
const textOrFile = async (text: string): Promise<string> =>
  /^[^+]+\+[0-9a-f]{8}\+/.test(text)
    ? text
    : (
        await readFile(text, 'utf8').catch(() =>
          Promise.reject(new UsageError(`"${text}" is neither a key nor a file.`)),
        )
      ).trim();

const readTrustFile = async (name: string, flags: LogTrustFlags): Promise<Record<string, unknown>> => {
  const text = await readFile(name, 'utf8').catch(() =>
    Promise.reject(new UsageError(`There is no file ${name}. This writes it: ${howToTrust(flags, name)}`)),
  );
  try {
    const value: unknown = JSON.parse(text);
    parseTrust(value);
    return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${name} is not JSON.`);
    throw error;
  }
};
