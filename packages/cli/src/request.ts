import {
  type ChallengeStatus,
  type Client,
  type RequestError,
  requestChallenge,
  waitForChallenge,
  watchChallenge,
} from '@trigpoint/client';
import { ownRadiusKm } from '@trigpoint/proofs';
import { type Command, Option } from 'commander';
import { ChallengeView, type Place, shortId, type Witness } from './challenge-view.ts';
import { findProver } from './find-prover.ts';
import { LiveBlock, spin } from './live.ts';
import { action, examples, print, show, someNumber, UsageError, wholeNumber } from './output.ts';
import { type KeyFlags, type LoggedIn, logIn, withKey } from './session.ts';
import { verdictCode, verdictLine } from './verdicts.ts';

interface RequestFlags extends KeyFlags {
  readonly prover: string;
  readonly challengers?: number;
  readonly tolerance?: number;
  readonly rpcUrl?: string;
  readonly watch?: boolean;
  readonly wait: boolean;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly direction?: 'down' | 'up';
  readonly bandwidth?: number;
}

export const addRequestCommands = (program: Command): void => {
  const request = program.command('request').description('ask for a challenge, on chain and at the service');
  const common = (command: Command) =>
    withKey(command)
      .requiredOption(
        '--prover <id>',
        'whom to measure: its id, its key, or how the key begins; on a development network also its name',
      )
      .option(
        '--challengers <n>',
        'how many measure (default: 8 for pol, 5 for pob)',
        wholeNumber('--challengers', 1, 100),
      )
      .option('--tolerance <n>', 'how many may fail (default: a third)', wholeNumber('--tolerance', 0, 99))
      .addOption(new Option('--rpc-url <url>', 'the node to send through').env('TRIGPOINT_RPC_URL'))
      .option('--watch', 'draw the challenge as it happens')
      .option('--no-wait', 'end when the service has accepted it');
  const pol = common(request.command('pol').description('is the prover where it says?'))
    .option('--latitude <degrees>', 'the place (default: as claimed)', someNumber('--latitude', -90, 90))
    .option('--longitude <degrees>', 'the place (default: as claimed)', someNumber('--longitude', -180, 180))
    .action(action((flags: RequestFlags) => run('pol', flags)));
  const pob = common(request.command('pob').description('does the prover reach the bandwidth it says?'))
    .addOption(new Option('--direction <way>', 'seen from the prover').choices(['down', 'up']).default('down'))
    .option('--bandwidth <mbps>', 'what it should reach (default: as claimed)', wholeNumber('--bandwidth', 1, 1e6))
    .action(action((flags: RequestFlags) => run('pob', flags)));
  examples(
    pol,
    'trigpoint request pol --prover honest-frankfurt --watch',
    'trigpoint request pol --prover IPv4/0x… --json',
  );
  examples(pob, 'trigpoint request pob --prover honest-access --direction up --watch');
};

async function run(proofType: 'pol' | 'pob', flags: RequestFlags): Promise<number> {
  const session = await logIn(flags, proofType);
  const { client } = session;
  const asked = await spin('asking on chain …', ask(session, flags));
  const { challengeId, transactionHash } = asked;
  if (!flags.wait) {
    show(flags.json, { id: challengeId, state: asked.state, transaction: transactionHash }, () => challengeId);
    return 0;
  }
  if (flags.watch) await watch(client, challengeId, flags);
  const waiting = waitForChallenge(client, challengeId);
  const status = flags.watch ? await waiting : await spin(`challenge ${challengeId} is measured …`, waiting);
  show(flags.json, { ...status, transaction: transactionHash }, () => verdictLine(status));
  if (!flags.json && process.stdout.isTTY)
    print(`\nChallenge ${challengeId}. Check it yourself: npx trigpoint verify ${challengeId}`);
  return verdictCode(status);
}

const submitTries = 6;

/** Two commands that ask at once with one account can take the same nonce; the chain refuses one, which asks again. */
async function ask({ client, about, key }: LoggedIn, flags: RequestFlags) {
  if (key.keyType !== 'ethereum')
    throw new UsageError('A challenge is asked for on chain: the key must be an ethereum one.');
  const rpcUrl = flags.rpcUrl ?? about.chain?.rpc_url;
  if (about.chain && !rpcUrl) throw new UsageError('This service names no node of its chain: give one with --rpc-url.');
  const privateKey = `0x${key.privateKey.trim().replace(/^0x/, '')}` as const;
  const prover = await findProver(client, about, flags.prover);
  for (let attempt = 1; ; attempt++)
    try {
      return await requestChallenge(client, {
        wallet: { privateKey, rpcUrl: rpcUrl ?? '' },
        prover,
        ...pick('challengers', flags.challengers),
        ...pick('tolerance', flags.tolerance),
        ...pick('latitude', flags.latitude),
        ...pick('longitude', flags.longitude),
        ...pick('direction', flags.direction),
        ...pick('bandwidthMbps', flags.bandwidth),
      });
    } catch (error) {
      const taken = (error as RequestError).code === 'rejected' && /nonce|replacement/i.test((error as Error).message);
      if (!taken || attempt >= submitTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt * (1 + Math.random())));
    }
}

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };

/** Draws on a terminal; in a pipe, one line per thing that happened. */
async function watch(client: Client, challengeId: string, { json }: RequestFlags): Promise<void> {
  const status = await client.call('challenge-status-dcl', { challenge_id: challengeId });
  const block = new LiveBlock();
  let view = new ChallengeView(claimOf(status), new Map());
  const draw = () => block.draw([headOf(challengeId, status), ...view.lines(block.width)]);
  for await (const event of watchChallenge(client, challengeId)) {
    if (json) {
      print(JSON.stringify(event));
      continue;
    }
    if (event.kind === 'accepted') {
      view = new ChallengeView(claimOf(status), await witnessesOf(client, event.challengers));
      if (!block.moves) print(`${headOf(challengeId, status)}\n  ${event.challengers.length} challengers measure`);
    }
    view.take(event);
    if (event.kind === 'reading' && !block.moves) print(view.line(event.challenger));
    draw();
  }
  const silent = view.end();
  if (!block.moves && !json) for (const id of silent) print(view.line(id));
  draw();
}

const headOf = (challengeId: string, { prover, challenge_parameters: asked }: ChallengeStatus): string => {
  const claim =
    asked.latitude === undefined
      ? `${asked.bandwidth_mbps} Mbit/s ${asked.direction}`
      : [asked.latitude, asked.longitude, prover.claims.city].filter(Boolean).join(', ');
  return `Challenge ${challengeId}: ${shortId(prover.id || String(asked.prover))} claims ${claim}`;
};

const placeOf = (it: Readonly<Record<string, string | number>>): Place | undefined =>
  it.latitude === undefined || it.longitude === undefined
    ? undefined
    : { latitude: Number(it.latitude), longitude: Number(it.longitude) };

const claimOf = (status: ChallengeStatus): Place | undefined => placeOf(status.challenge_parameters);

async function witnessesOf(client: Client, ids: readonly string[]): Promise<Map<string, Witness>> {
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Witness]> => {
      const agent = await client.call('challenger', { id }).catch(() => undefined);
      const claims = agent?.result.claims ?? {};
      return [
        id,
        { name: String(claims.city ?? shortId(id)), place: placeOf(claims), ownRadiusKm: ownRadiusKm(claims) },
      ];
    }),
  );
  return new Map(found);
}
