import { type ChainlessNetwork, type DevNetwork, startNetwork, startNetworkWithoutChain } from '@trigpoint/dev';
import { print, show } from './output.ts';
import { closeOnSignal, describeData } from './serve.ts';
import { localService } from './session.ts';

const short = (id: string) => `${id.slice(0, 12)}…${id.slice(-4)}`;

/** The whole local network; what `npm start` runs. */
export const up = async (
  env: NodeJS.ProcessEnv,
  options: { agents: boolean; chain: boolean; json?: boolean },
): Promise<void> => {
  if (!options.json) print('Starting the local network …');
  const network: DevNetwork | ChainlessNetwork = await (options.chain ? startNetwork : startNetworkWithoutChain)({
    env: { LOG_LEVEL: 'warn', ...env },
    agents: options.agents,
  });
  closeOnSignal(network.close);
  const { service, config } = network;
  const chain = 'chain' in network ? (network.chain as DevNetwork['chain']) : undefined;
  const types = [...network.agents].map(([proofType, agents]) => ({ proofType, ...agents }));
  const provers = types.flatMap(({ proofType, provers: some }) => some.map((it) => ({ proofType, ...it })));
  const elsewhere = service.url === localService ? '' : ` --service ${service.url}`;
  const lines = [
    '',
    'Trigpoint is running: a development network, all on this machine.',
    '',
    `  Service      ${service.url} (open it in a browser)`,
    `  API          ${service.url}/docs`,
    chain
      ? `  Chain        ${chain.url} (chain id ${chain.chainId}, RequestHandler ${chain.requestHandler})`
      : '  Chain        none: payers ask at the service itself',
    `  Data         ${describeData(config)}`,
  ];
  if (types.length > 0)
    lines.push(
      `  Challengers  ${types.map((it) => it.scenario.challengersLine).join(`\n${' '.repeat(15)}`)}`,
      '  Provers',
      ...provers.map(({ demo, agent }) => `    ${demo.name.padEnd(18)} ${short(agent.id)}  ${demo.truth}`),
      '',
      'Try next, in another terminal:',
      '',
      ...provers.map(
        ({ proofType, demo }) => `  npx trigpoint request ${proofType} --prover ${demo.name}${elsewhere} --watch`,
      ),
    );
  const facts = {
    service: service.url,
    api: `${service.url}/docs`,
    chain: chain ? { url: chain.url, id: chain.chainId, request_handler: chain.requestHandler } : null,
    data: describeData(config),
    challengers: types.flatMap((it) => it.challengers.map(({ id }) => id)),
    provers: provers.map(({ proofType, demo, agent }) => ({ proof_type: proofType, name: demo.name, id: agent.id })),
  };
  show(options.json, facts, () => `${lines.join('\n')}\n\nStop it with Ctrl-C.`);
};
