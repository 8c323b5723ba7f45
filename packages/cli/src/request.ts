import { readFileSync } from 'node:fs';
import {
  askService,
  type ChallengeStatus,
  type Client,
  RequestError,
  readEvidence,
  requestChallenge,
  tellNonce,
  waitForChallenge,
  watchChallenge,
} from '@trigpoint/client';
import type { AskField, Profile, TextField } from '@trigpoint/proofs';
import { whyNoZone } from '@trigpoint/proofs';
import { isAsClaimed, profiles } from '@trigpoint/proofs/registry';
import { typedZone, ZoneError } from '@trigpoint/proofs/typed';
import { type Command, Option } from 'commander';
import { ChallengeView, type Names, readingLines, shortId } from './challenge-view.ts';
import { awaitsConsent, howLong } from './challenge-words.ts';
import { checkEnough, findProver, listing } from './find-prover.ts';
import { LiveBlock, spin } from './live.ts';
import {
  action,
  counted,
  examples,
  given,
  oneLine,
  print,
  show,
  someNumber,
  UsageError,
  wholeNumber,
} from './output.ts';
import { commandLine, developmentKey, type KeyFlags, type LoggedIn, logIn, withKey } from './session.ts';
import { withHint } from './suggestions.ts';
import { verdictCode, verdictLine } from './verdicts.ts';

interface RequestFlags extends KeyFlags {
  readonly prover: string;
  readonly challengers?: number;
  readonly tolerance?: number;
  readonly rpcUrl?: string;
  readonly maxFee?: number;
  readonly watch?: boolean;
  readonly wait: boolean;
  readonly chain: boolean;
}

export const addRequestCommands = (program: Command): void => {
  const request = program
    .command('request')
    .description('ask for a challenge: on chain, or where there is none at the service itself');
  for (const profile of profiles) {
    const command = withKey(request.command(profile.id, { hidden: profile.isExample === true }))
      .description(profile.words.question)
      .requiredOption(
        '--prover <id>',
        'whom to measure: its id, its key, or how the key begins; on a development network also its name',
      )
      .option(
        '--challengers <n>',
        `how many measure (default: ${profile.challengers.usual})`,
        wholeNumber('--challengers', 1, 100),
      )
      .option(
        '--tolerance <n>',
        'challengers allowed to drop out (default: a third)',
        wholeNumber('--tolerance', 0, 99),
      )
      .addOption(
        new Option('--rpc-url <url>', 'the node of the chain that takes the transaction').env('TRIGPOINT_RPC_URL'),
      )
      .option(
        '--max-fee <n>',
        'the most that the transaction may cost, in coins of the chain (default: 0.1)',
        someNumber('--max-fee', 0, 1_000_000),
      )
      .option('--no-chain', 'ask at the service itself, without a transaction')
      .option('--watch', 'show progress until the challenge has ended')
      .option('--no-wait', 'return as soon as the service has accepted it');
    const options = profile.fields.map((field) => [field.name, optionOf(field)] as const);
    for (const [, option] of options) command.addOption(option);
    command.action(
      action((flags: RequestFlags & Readonly<Record<string, unknown>>) => {
        const fields = options.map(([name, option]) => [name, flags[option.attributeName()]]);
        return run(profile, flags, given(Object.fromEntries(fields)));
      }),
    );
    examples(command, ...profile.words.examples.map((it) => `trigpoint request ${profile.id} ${it}`));
  }
};

const optionOf = (field: AskField): Option => {
  const option = new Option(field.option.flags, field.option.doc);
  if (field.kind === 'choice')
    return option.choices(field.choices.map(([value]) => value)).default(field.choices[0]?.[0]);
  if (field.kind === 'text') return option.argParser((text) => textOf(field, option.long ?? '', text));
  return option.argParser((field.isWhole ? wholeNumber : someNumber)(option.long ?? '', field.min, field.max));
};

/** As `fileOrText`. Throws a usage error if the field does not take the text. */
const textOf = ({ check }: Pick<TextField, 'check'>, name: string, typed: string): string => {
  const text = fileOrText(name, typed);
  if (check === whyNoZone) return zoneOf(name, text);
  const wrong = check(text);
  if (wrong !== undefined) throw new UsageError(`${name}: ${wrong}`);
  return text.trim();
};

const zoneOf = (name: string, text: string): string => {
  try {
    return typedZone(text);
  } catch (error) {
    // The reason begins with the name of the field.
    if (error instanceof ZoneError) throw new UsageError(`${name}: ${error.message.replace(/^zone: /, '')}`);
    throw error;
  }
};

/** The text as it was given. If it names a JSON file, the content of that file. */
const fileOrText = (name: string, typed: string): string => {
  if (!/\.(geo)?json$/i.test(typed)) return typed;
  try {
    return readFileSync(typed, 'utf8');
  } catch {
    throw new UsageError(`${name}: ${typed} cannot be read. Name a file that is there.`);
  }
};

/** A zone as it was given, or from a file. Whoever wrote a fleet file may name any file: what is no zone stays on this machine. */
export const zoneOrFile = (name: string, typed: string): string => zoneOf(name, fileOrText(name, typed));

type Fields = Readonly<Record<string, unknown>>;

async function run(profile: Profile, flags: RequestFlags, fields: Fields): Promise<number> {
  const session = await logIn(flags, profile.id);
  const { client } = session;
  const isOnChain = flags.chain && session.about.chain !== null && session.key !== undefined;
  const prover = await findProver(client, session.about, flags.prover);
  await checkEnough(client, flags.challengers ?? profile.challengers.usual);
  const asked = await withHint(
    'agent_not_found',
    async () => {
      if (!isOnChain) return await spin('asking …', askHere(session, prover, flags, fields));
      // The contract takes requests about keys that nobody has. They are paid for, and wait until they expire.
      await client.call('prover', { id: prover });
      return await spin('asking on chain …', ask(session, prover, flags, fields));
    },
    (said) => `${said} This lists them: ${listing(client, 'provers')}`,
  );
  const { challengeId } = asked;
  const how = 'transactionHash' in asked ? { transaction: asked.transactionHash } : { seed_from: asked.seedFrom };
  if (!flags.wait) {
    show(flags.json, { id: challengeId, state: asked.state, ...how }, () => challengeId);
    return 0;
  }
  // This runs beside what follows: it waits for the acceptance and then tells the nonce.
  const told = 'nonce' in asked ? tellNonce(client, asked) : undefined;
  told?.catch(() => {});
  if (!flags.json) print(`Challenge ${challengeId} was asked for.`);
  const accepted = await waitForConsent(client, challengeId);
  if (!flags.json) print(`  ${howLong(accepted)}`);
  if (flags.watch) await watch(client, profile, accepted, flags);
  const waiting = waitForChallenge(client, challengeId);
  const status = flags.watch ? await waiting : await spin(`challenge ${challengeId} is measured …`, waiting);
  await told;
  show(flags.json, { ...status, ...how }, () => verdictLine(status));
  if (!flags.json)
    print(
      `\nSee it: ${client.url}/challenges/${profile.id}/${challengeId}\nCheck it yourself: ${commandLine(`verify ${challengeId}`, { service: flags.service })}`,
    );
  return verdictCode(status);
}

/** Asks at the service itself. A command that does not wait cannot tell a nonce later, so it lets the service make one. */
async function askHere({ client, key }: LoggedIn, prover: string, flags: RequestFlags, fields: Fields) {
  const { signerOf } = await import('@trigpoint/agent/keys');
  return askService(client, {
    prover,
    ...(key ? { signer: signerOf(key.keyType, key.privateKey) } : {}),
    tellsNonce: flags.wait,
    ...given({ challengers: flags.challengers, tolerance: flags.tolerance }),
    ...fields,
  });
}

/** A millionth of a coin is exact enough for a bound. */
const inWei = (coins: number): bigint => BigInt(Math.round(coins * 1e6)) * 10n ** 12n;

const submitTries = 6;

/**
 * Asks on chain. Two commands with one account can use the same transaction nonce at once. The chain refuses one. It is sent again
 * only with the key that everybody has: a node that lies about nonces could keep each transaction and have all of them mined, and
 * each costs the payer a fee.
 */
async function ask({ client, about, key }: LoggedIn, prover: string, flags: RequestFlags, fields: Fields) {
  if (key?.keyType !== 'ethereum')
    throw new UsageError(
      'A challenge is asked for on chain: the key must be an ethereum one. --no-chain asks at the service itself.',
    );
  const rpcUrl = flags.rpcUrl ?? about.chain?.rpc_url;
  if (about.chain && !rpcUrl) throw new UsageError('This service names no node of its chain: give one with --rpc-url.');
  const privateKey = `0x${key.privateKey.trim().replace(/^0x/, '')}` as const;
  const { confirmations = 0 } = about.chain ?? {};
  const onSubmitted = ({ challengeIds }: { readonly challengeIds: readonly string[] }) => {
    if (confirmations > 0 && flags.wait && !flags.json)
      print(
        `Challenge ${challengeIds[0]} is on chain. The service takes it in after ${counted(confirmations, 'confirmation')}.`,
      );
  };
  for (let attempt = 1; ; attempt++)
    try {
      return await requestChallenge(client, {
        wallet: {
          privateKey,
          rpcUrl: rpcUrl ?? '',
          maxFee: flags.maxFee === undefined ? undefined : inWei(flags.maxFee),
        },
        prover,
        onSubmitted,
        ...given({ challengers: flags.challengers, tolerance: flags.tolerance }),
        ...fields,
      });
    } catch (error) {
      const taken = (error as RequestError).code === 'rejected' && /nonce|replacement/i.test((error as Error).message);
      if (taken && key.privateKey !== developmentKey)
        throw new RequestError(
          'rejected',
          `${(error as Error).message} It may still be mined. See whether your account has sent it before you ask again: each request costs a fee.`,
          { cause: error },
        );
      if (!taken || attempt >= submitTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt * (1 + Math.random())));
    }
}

const consentTries = 10;

/** Waits a moment for the prover's consent. Only then it is known how long the challenge may take. */
async function waitForConsent(client: Client, challengeId: string): Promise<ChallengeStatus> {
  for (let tries = 1; ; tries++) {
    const status = await client.call('challenge-status-dcl', { challenge_id: challengeId });
    if (!awaitsConsent(status) || tries >= consentTries) return status;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Draws progress on a terminal. Prints one line per event into a pipe. Shows readings when the challenge has ended. */
async function watch(client: Client, profile: Profile, status: ChallengeStatus, { json }: RequestFlags): Promise<void> {
  const challengeId = status.id;
  const head = headOf(profile, status);
  const block = new LiveBlock();
  const view = new ChallengeView();
  if (!json && !block.moves) print(head);
  for await (const event of watchChallenge(client, challengeId)) {
    if (json) {
      print(JSON.stringify(event));
      continue;
    }
    view.take(event);
    if (!block.moves && event.kind === 'accepted')
      print(`  ${whoMeasures(event.asked, Number(status.challenge_parameters.number_of_challengers))}, ${view.due()}`);
    if (!block.moves && event.kind === 'reading') print(`  ${view.counts()}`);
    block.draw([head, view.line()]);
  }
  if (json) return;
  const lines = readingLines(profile, await readEvidence(client, challengeId), await namesOfChallengers(client));
  if (block.moves) block.draw([head, ...lines]);
  else for (const line of lines) print(line);
}

/** Lookouts are asked besides as many challengers as the request names. */
const whoMeasures = (asked: number, challengers: number): string =>
  asked > challengers
    ? `${counted(challengers, 'challenger')} and ${counted(asked - challengers, 'lookout')} measure`
    : counted(asked, 'challenger measures', 'challengers measure');

/** More challengers than a development network has. */
const mostNamed = 100;

const namesOfChallengers = async (client: Client): Promise<Names> => {
  const { challengers } = (await client.call('challengers', { limit: mostNamed })).result;
  return new Map(challengers.flatMap(({ id, claims }) => (claims.name ? [[id, String(claims.name)]] : [])));
};

const headOf = (profile: Profile, { prover, challenge_parameters: asked }: ChallengeStatus): string => {
  const told = isAsClaimed(profile, asked, prover.claims)
    ? `claims ${profile.words.asked(asked, prover.claims)}`
    : `is asked for ${profile.words.asked(asked)}`;
  return oneLine(`  ${shortId(prover.id || String(asked.prover))} ${told}`);
};
