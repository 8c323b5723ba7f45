import type { WatchInfo } from '@trigpoint/client';
import { type ChainlessNetwork, type DevNetwork, startNetwork, startNetworkWithoutChain } from '@trigpoint/dev';
import { logLine, print, show } from './output.ts';
import { closeOnSignal, describeData } from './serve.ts';
import { commandLine } from './session.ts';
import { localTime } from './times.ts';

const short = (id: string) => `${id.slice(0, 12)}…${id.slice(-4)}`;

/** The page of a watch, and when the watch ends. */
export const watchLine = (url: string, { watch, until }: Pick<WatchInfo, 'watch' | 'until'>): string =>
  `${' '.repeat(23)}${url}/watches/${watch} ends ${localTime(until)}`;

/** The whole local network; what `npm start` runs. */
export const up = async (
  env: NodeJS.ProcessEnv,
  options: { agents: boolean; chain: boolean; json?: boolean },
): Promise<void> => {
  if (!options.json) print('Starting the local network …');
  const network: DevNetwork | ChainlessNetwork = await (options.chain ? startNetwork : startNetworkWithoutChain)({
    env: { LOG_LEVEL: 'warn', ...env },
    agents: options.agents,
    watches: true,
    ...(options.json ? {} : { logTo: { write: (line) => void process.stderr.write(`${logLine(line)}\n`) } }),
  });
  closeOnSignal(network.close);
  const { service, config } = network;
  const chain = 'chain' in network ? (network.chain as DevNetwork['chain']) : undefined;
  const types = [...network.agents].map(([proofType, agents]) => ({ proofType, ...agents }));
  const provers = types.flatMap(({ proofType, provers: some }) => some.map((it) => ({ proofType, ...it })));
  const watched = types.flatMap(({ watched: some, watches }) =>
    some.map((it) => ({ ...it, watch: watches.get(it.demo.name) })),
  );
  const next = (command: string) => `  ${commandLine(command, { service: service.url })}`;
  const challengerLines = types.flatMap(({ scenario, watched: some }) => [
    scenario.challengersLine,
    ...(some.length > 0 && scenario.watched ? [scenario.watched.challengersLine] : []),
  ]);
  const proverLine = ({ demo, agent }: (typeof provers)[number] | (typeof watched)[number]) =>
    `    ${demo.name.padEnd(18)} ${short(agent.id)}  ${demo.truth}`;
  const lines = [
    '',
    'Trigpoint is running: a development network, all on this machine.',
    '',
    `  Service      ${service.url} (its console: open it in a browser)`,
    `  API          ${service.url}/docs`,
    chain
      ? `  Chain        ${chain.url} (chain id ${chain.chainId}, RequestHandler ${chain.requestHandler})`
      : '  Chain        none: payers ask at the service itself',
    `  Data         ${describeData(config)}`,
  ];
  if (types.length > 0)
    lines.push(
      `  Challengers  ${challengerLines.join(`\n${' '.repeat(15)}`)}`,
      '  Provers',
      ...provers.map(proverLine),
      ...(watched.length > 0
        ? ['  Watched provers, asked twice a minute until their watches end; the next start begins new ones']
        : []),
      ...watched.flatMap((it) => [proverLine(it), ...(it.watch ? [watchLine(service.url, it.watch)] : [])]),
      '',
      'Try next, in another terminal:',
      '',
      ...provers.map(({ proofType, demo }) => next(`request ${proofType} --prover ${demo.name} --watch`)),
      ...watched.map(({ demo }) => next(`watch show ${demo.name}`)),
    );
  const facts = {
    service: service.url,
    api: `${service.url}/docs`,
    chain: chain ? { url: chain.url, id: chain.chainId, request_handler: chain.requestHandler } : null,
    data: describeData(config),
    challengers: types.flatMap((it) => it.challengers.map(({ id }) => id)),
    provers: provers.map(({ proofType, demo, agent }) => ({ proof_type: proofType, name: demo.name, id: agent.id })),
    watched: watched.map(({ demo, agent, watch }) => ({ name: demo.name, id: agent.id, watch: watch?.watch ?? null })),
  };
  show(options.json, facts, () => `${lines.join('\n')}\n\nStop it with Ctrl-C.`);
};
