import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { Caller } from './caller.ts';

export interface OpenService {
  readonly service: Service;
  readonly caller: Caller;
  close(): Promise<void>;
}

/** A service of our own on an empty embedded database and a free port, without rate limits. */
export const openService = async (
  options: { env?: Record<string, string>; now?: () => number } = {},
): Promise<OpenService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-prove-'));
  const env = { PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off', TRIGPOINT_DATA_DIR: dataDir, ...options.env };
  const service = await startService(readConfig(env), options.now ? { now: options.now } : {});
  const caller = new Caller(service.url);
  return {
    service,
    caller,
    close: async () => {
      caller.close();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
