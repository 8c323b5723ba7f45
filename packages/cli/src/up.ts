import { challengerCities, startNetwork } from '@trigpoint/dev';
import { print, show } from './output.ts';
import { closeOnSignal, describeData } from './serve.ts';
import { localService } from './session.ts';

const short = (id: string) => `${id.slice(0, 12)}…${id.slice(-4)}`;

/** The whole local network; what `npm start` runs. */
export const up = async (env: NodeJS.ProcessEnv, options: { agents: boolean; json?: boolean }): Promise<void> => {
  if (!options.json) print('Starting the local network …');
  const network = await startNetwork({ env: { LOG_LEVEL: 'warn', ...env }, agents: options.agents });
  closeOnSignal(network.close);
  const { service, chain, config, provers, challengers, bandwidth } = network;
  const elsewhere = service.url === localService ? '' : ` --service ${service.url}`;
  const request = (proofType: string) => (it: { demo: { name: string } }) =>
    `  npx trigpoint request ${proofType} --prover ${it.demo.name}${elsewhere} --watch`;
  const lines = [
    '',
    'Trigpoint is running: a development network, all on this machine.',
    '',
    `  Service      ${service.url} (open it in a browser)`,
    `  API          ${service.url}/docs`,
    `  Chain        ${chain.url} (chain id ${chain.chainId}, RequestHandler ${chain.requestHandler})`,
    `  Data         ${describeData(config)}`,
  ];
  if (challengers.length > 0)
    lines.push(
      `  Challengers  ${challengers.length}: ${challengerCities.map((it) => it.name).join(', ')} (simulated geography)`,
      `               and ${bandwidth.challengers.length} that measure bandwidth`,
      '  Provers',
      ...provers.map(
        ({ demo, agent }) =>
          `    ${demo.name.padEnd(18)} ${short(agent.id)}  claims ${demo.claims.city}, stands in ${demo.at.name}`,
      ),
      ...bandwidth.provers.map(
        ({ demo, agent }) =>
          `    ${demo.name.padEnd(18)} ${short(agent.id)}  claims ${demo.claims.downlink_bandwidth} Mbit/s, has ${demo.access.downMbps}`,
      ),
      '',
      'Try next, in another terminal:',
      '',
      ...provers.map(request('pol')),
      ...bandwidth.provers.map(request('pob')),
    );
  const named = (proofType: string) => (it: { demo: { name: string }; agent: { id: string } }) => ({
    proof_type: proofType,
    name: it.demo.name,
    id: it.agent.id,
  });
  const facts = {
    service: service.url,
    api: `${service.url}/docs`,
    chain: { url: chain.url, id: chain.chainId, request_handler: chain.requestHandler },
    data: describeData(config),
    challengers: challengers.map((it) => it.id),
    provers: [...provers.map(named('pol')), ...bandwidth.provers.map(named('pob'))],
  };
  show(options.json, facts, () => `${lines.join('\n')}\n\nStop it with Ctrl-C.`);
};
