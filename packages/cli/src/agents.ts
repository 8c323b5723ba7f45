import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentHandle, AgentOptions, AgentStatus } from '@trigpoint/agent';
import { usualTypes } from '@trigpoint/proofs/registry';
import { isKey } from '@trigpoint/protocol';
import { type Command, Option } from 'commander';
import { examples, fail, given, UsageError, visible } from './output.ts';
import { isOnLoopback, localService } from './session.ts';

interface AgentFlags {
  readonly service: string;
  readonly proofType: string;
  readonly keyFile?: string;
  readonly keyType: 'ethereum' | 'solana';
  readonly claims: string;
  readonly claimsFile?: string;
  readonly delegation?: string;
  readonly udpAddress?: string;
  readonly udpPort: string;
  readonly udpBind?: string;
  readonly concurrent?: string;
  readonly maxMbps?: string;
  readonly gbPerDay?: string;
  readonly hours?: string;
  readonly payers?: string;
  readonly simulateAt?: string;
  readonly statusPort?: string;
  readonly json?: boolean;
}

/** `trigpoint prover` and `trigpoint challenger`: the agents as processes of their own. Neither needs root. */
export function addAgentCommands(program: Command): void {
  examples(
    addCommand(program, 'prover', 'prove what this machine claims; it dials out and listens on no port').option(
      '--payers <keys>',
      'be measured only for these payers, with commas between them (default: for everybody)',
    ),
    'trigpoint prover --claims latitude=48.2,longitude=16.4,city=Vienna',
    'trigpoint prover --proof-type pob --claims downlink_bandwidth=100,uplink_bandwidth=20',
  );
  const challenger = addCommand(program, 'challenger', 'measure provers and earn rewards; it listens on one UDP port')
    .option(
      '--udp-address <ip>',
      'the public address at which provers reach this challenger; it must answer there over UDP (default: as the service sees it)',
    )
    .option('--udp-port <n>', 'the UDP port provers reach it at', '0')
    .option('--udp-bind <ip>', 'the local address to listen on; :: hears IPv4 and IPv6 (default: all of IPv4)');
  examples(challenger, 'trigpoint challenger --claims latitude=50.9,longitude=6.9 --udp-port 41000');
}

const addCommand = (program: Command, role: 'prover' | 'challenger', description: string): Command =>
  program
    .command(role)
    .description(description)
    .addOption(new Option('--service <url>', 'the service').env('TRIGPOINT_SERVICE').default(localService))
    .option('--proof-type <type>', usualTypes.join(' or '), usualTypes[0])
    .option('--key-file <file>', `its key, made if missing (default: ~/.trigpoint/${role}.json)`)
    .addOption(new Option('--key-type <type>', 'of a new key').choices(['ethereum', 'solana']).default('ethereum'))
    .option('--claims <k=v,…>', 'what it claims, such as latitude=48.2,longitude=16.4', '')
    .option('--claims-file <file>', 'the same as a JSON object')
    .option('--delegation <file>', 'what its owner signed for it (trigpoint delegate); without, it answers for itself')
    .option('--concurrent <n>', 'measurements at a time, at most')
    .option('--max-mbps <n>', 'the fastest it sends or takes')
    .option(
      '--gb-per-day <n>',
      'what all measurements of 24 hours carry at most; one payer may use a quarter (default: 100)',
    )
    .option(
      '--hours <from-until>',
      'the hours of the day, UTC, in which it measures or is measured, such as 22-6 (default: all)',
    )
    .option(
      '--simulate-at <place>',
      'on a development network: stand there, such as Vienna or 48.2,16.4; claimed too unless --claims says otherwise',
    )
    .option('--status-port <n>', 'show its status as JSON on this port of 127.0.0.1')
    .option('--json', 'one JSON object a line instead of text')
    .action((flags: AgentFlags) => run(role, flags).catch(fail));

async function run(role: 'prover' | 'challenger', flags: AgentFlags): Promise<void> {
  const agent = await import('@trigpoint/agent');
  const {
    loadKey,
    parseClaims,
    readClaims,
    readDelegation,
    runChallenger,
    runProver,
    signerOf,
    statusLine,
    UsageError,
  } = agent;
  const whole = (name: string, text: string, most: number): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new UsageError(`--${name} takes a whole number from 0 to ${most}.`);
    return value;
  };
  const gigabytesOf = (text: string): number => {
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(text))
      throw new UsageError('--gb-per-day takes a number of gigabytes such as 20 or 0.5.');
    return Number(text) * 1e9;
  };
  const hoursOf = (text: string): [number, number] => {
    const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
    if (from === undefined || Number(from) > 23 || Number(until) > 24 || Number(from) === Number(until))
      throw new UsageError('--hours takes two hours of the day, UTC, such as 8-18 or 22-6.');
    return [Number(from), Number(until)];
  };
  const payersOf = (text: string): string[] =>
    text.split(',').map((key) => {
      if (!isKey(key)) throw new UsageError('--payers takes public keys, with commas between them.');
      return key;
    });
  const show = printer(flags.json === true, statusLine);
  const keyFile = flags.keyFile ?? join(homedir(), '.trigpoint', `${role}.json`);
  const key = await loadKey({ keyFile, keyType: flags.keyType });
  const signer = signerOf(key.keyType, key.privateKey);
  const place = flags.simulateAt === undefined ? undefined : await simulated(flags.service, flags.simulateAt);
  const options: AgentOptions = {
    url: flags.service,
    proofType: flags.proofType,
    signer,
    claims: {
      ...(place ? { latitude: String(place.latitude), longitude: String(place.longitude), city: place.name } : {}),
      ...(flags.claimsFile ? await readClaims(flags.claimsFile) : {}),
      ...parseClaims(flags.claims),
    },
    ...(place ? { route: place.route } : {}),
    ...(flags.delegation === undefined ? {} : { delegation: await readDelegation(flags.delegation) }),
    // Keys of services on this machine are not remembered: nobody else answers here, and development networks often have new keys.
    ...(isOnLoopback(flags.service) ? {} : { knownServicesFile: join(dirname(keyFile), 'known-services.json') }),
    limits: {
      ...(flags.concurrent === undefined ? {} : { concurrent: whole('concurrent', flags.concurrent, 256) }),
      ...(flags.maxMbps === undefined ? {} : { mbps: whole('max-mbps', flags.maxMbps, 100_000) }),
      ...(flags.gbPerDay === undefined ? {} : { bytesPerDay: gigabytesOf(flags.gbPerDay) }),
      ...(flags.hours === undefined ? {} : { hours: hoursOf(flags.hours) }),
      ...(flags.payers === undefined ? {} : { payers: payersOf(flags.payers) }),
    },
    ...(flags.statusPort === undefined ? {} : { statusPort: whole('status-port', flags.statusPort, 65_535) }),
    onStatus: show,
  };
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void starting.then((agent) => agent.stop());
    });
  const starting: Promise<AgentHandle> =
    role === 'prover'
      ? runProver(options)
      : runChallenger({
          ...options,
          // There is one file for each log. With one file for two logs a witness would take one log for a fork of the other.
          witness: {
            seed: agent.witnessSeedOf(key),
            memory: agent.witnessFile(`${keyFile}.${new URL(flags.service).host.replace(/[^\w.-]/g, '_')}.witness`),
          },
          udp: {
            port: whole('udp-port', flags.udpPort, 65_535),
            ...given({ address: flags.udpAddress, bind: flags.udpBind }),
          },
        });
  const { code, reason } = await (await starting).done;
  if (code !== 0) process.stderr.write(`trigpoint: ${visible(reason)}\n`);
  process.exit(code);
}

/** The agent's place in the simulated geography of a development network. */
async function simulated(service: string, text: string) {
  const { Client, readServiceInfo } = await import('@trigpoint/client');
  const { development } = await readServiceInfo(new Client({ url: service, proofType: usualTypes[0] ?? '' }));
  if (!development)
    throw new UsageError('--simulate-at is for development networks: on this one an agent stands where it stands.');
  const { findPlace, routeFrom } = await import('@trigpoint/dev');
  const place = findPlace(text);
  if (!place) throw new UsageError(`--simulate-at: no city is called "${text}". Give a place as 48.2,16.4.`);
  return { ...place, ...routeFrom(place) };
}

/** Prints the status. On a terminal it is one line that is drawn again. Elsewhere it is a new line for each change. */
function printer(json: boolean, statusLine: (status: AgentStatus) => string): (status: AgentStatus) => void {
  let last = '';
  return (status) => {
    const line = visible(json ? JSON.stringify(status) : statusLine(status));
    if (line === last) return;
    last = line;
    if (json || !process.stdout.isTTY) process.stdout.write(`${line}\n`);
    else process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns || 120) - 1)}`);
    if (!json && process.stdout.isTTY && status.state === 'stopped') process.stdout.write('\n');
  };
}
