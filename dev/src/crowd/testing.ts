import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastSigner } from '@trigpoint/agent';
import { Client, type Signer } from '@trigpoint/client';
import { isFinal } from '@trigpoint/protocol';
import { type CrowdService, startCrowdService } from '../services/index.ts';
import { type Crowd, type CrowdOptions, recruitCrowd } from './index.ts';

export interface CrowdNetwork extends CrowdService {
  readonly url: string;
  readonly crowd: Crowd;
  /** How far the service's clock is ahead, in ms. */
  readonly clock: { ahead: number };
  /** Everything the service has logged. */
  readonly log: string[];
  /** Mines a request, and brings it to the service as the payer. Returns its id. */
  request(payer: Client, requester?: `0x${string}`): Promise<string>;
  /** The status once it has ended. */
  ended(payer: Client, id: string): ReturnType<typeof statusOf>;
  close(): Promise<void>;
}

export const challengersEach = 5;
const challengersInAll = 7;
/** The seats of a challenge: the challengers asked for, and all others of this small network as lookouts. */
export const seatsEach = challengersInAll;

const statusOf = (payer: Client, challenge_id: string) => payer.call('challenge-status-dcl', { challenge_id });

/** Logs in with a key of its own, or the one given. */
export const logIn = async (
  url: string,
  role: 'payer' | 'challenger' | 'prover' = 'payer',
  signer: Signer = fastSigner('ethereum', randomBytes(32)),
): Promise<Client> => {
  const client = new Client({ url, proofType: 'pol', retries: 0 });
  await client.login(signer, { role });
  return client;
};

/** A service with a crowd around it, in this process. */
export const openCrowdNetwork = async (
  env: Readonly<Record<string, string>> = {},
  options: Partial<CrowdOptions> = {},
): Promise<CrowdNetwork> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-crowd-'));
  const log: string[] = [];
  const clock = { ahead: 0 };
  const started = await startCrowdService({
    place: { dataDir },
    chainStart: Math.floor(Date.now() / 1000) - 600,
    env: { LOG_LEVEL: 'debug', ...env },
    now: () => Date.now() + clock.ahead,
    logTo: { write: (line) => void log.push(line) },
  });
  const { url } = started.service;
  const crowd = recruitCrowd({ provers: 2, challengers: challengersInAll, measureMs: 20, ...options });
  await crowd.open(url);
  return {
    ...started,
    url,
    crowd,
    clock,
    log,
    async request(payer, requester) {
      const challenge_id = String(started.mine(crowd.provers, 1, challengersEach, requester));
      await payer.call('challenge-request-dcl', { challenge_id });
      return challenge_id;
    },
    async ended(payer, id) {
      for (;;) {
        const status = await statusOf(payer, id);
        if (isFinal(status.state)) return status;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      crowd.close();
      await started.service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
