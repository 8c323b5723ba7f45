import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNetwork } from '@trigpoint/dev';
import { decideOn, freshSigner, type Honest, type Stage } from './stage.ts';

/** What `trigpoint up` starts. With ADMISSION=operator only its own challengers are admitted. */
export const startUp = async (env: Readonly<Record<string, string>> = {}): Promise<Stage> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-attacks-'));
  const operator = env.ADMISSION === 'open' ? undefined : freshSigner();
  const network = await startNetwork({
    env: {
      ...{ PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
      ...{ ADMISSION: 'operator', OPERATORS: operator?.publicKey ?? '', MESH_HOURS: '0' },
      ...env,
    },
  });
  const { url } = network.service;
  const pol = network.agents.get('pol');
  const honest = (pol?.challengers ?? []).map((agent, i): Honest => {
    const place = pol?.scenario.challengers[i]?.place;
    if (!place) throw new Error(`${agent.id} has no place`);
    return { agent, place };
  });
  const ids = honest.map((it) => it.agent.id);
  await decideOn({ url, operator }, ids);
  return {
    ...{ name: 'trigpoint up', url, chainUrl: network.chain.url, operator, honest, hasNetworks: false },
    from: async () => url,
    async close() {
      await network.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
