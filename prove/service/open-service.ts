import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevChain, startDevChain } from '@trigpoint/dev/chain';
import { type ServiceProcess, startServiceProcess } from '@trigpoint/dev/processes';
import { serviceEnv } from '@trigpoint/dev/services';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { Caller } from './caller.ts';

export interface OpenService {
  readonly service: Service;
  readonly caller: Caller;
  close(): Promise<void>;
}

/** A service of our own on an empty embedded database and a free port, without rate limits; with a chain if asked for. */
export const openService = async (
  options: { env?: Record<string, string>; now?: () => number; withChain?: boolean } = {},
): Promise<OpenService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-prove-'));
  const chain = options.withChain ? await startDevChain({ host: '127.0.0.1', port: 0, dataDir }) : undefined;
  const env = {
    ...serviceEnv({ dataDir }),
    LOG_LEVEL: 'silent',
    LOG_KEY: '11'.repeat(32),
    ...(chain ? chainSettings(chain) : {}),
    ...options.env,
  };
  const service = await startService(readConfig(env), options.now ? { now: options.now } : {});
  const caller = new Caller(service.url);
  return {
    service,
    caller,
    close: async () => {
      caller.close();
      await service.close();
      await chain?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export interface OpenServiceProcess {
  readonly process: ServiceProcess;
  readonly caller: Caller;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** The same with a chain, in a process of its own, so that its memory and the lateness of its loop are its own. */
export const openServiceProcess = async (): Promise<OpenServiceProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-prove-'));
  const chain = await startDevChain({ host: '127.0.0.1', port: 0, dataDir });
  const env = { LOG_KEY: '11'.repeat(32), ...chainSettings(chain) };
  const process = await startServiceProcess({ place: { dataDir }, env });
  const caller = new Caller(process.url);
  return {
    ...{ process, caller, dataDir },
    close: async () => {
      caller.close();
      await process.end();
      await chain.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const chainSettings = (chain: DevChain): Record<string, string> => ({
  CHAIN_RPC_URL: chain.url,
  CHAIN_ID: String(chain.chainId),
  REQUEST_HANDLER_ADDRESS: chain.requestHandler,
  CHAIN_CONFIRMATIONS: '0',
});
