import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, createCampaign, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';
import type { Cluster } from './cluster.ts';

/** What the service has acknowledged. All of it must be there in the end, once. */
export interface Acknowledged {
  readonly challenges: Set<string>;
  readonly ended: Map<string, string>;
  readonly campaigns: Set<string>;
  readonly keys: Set<string>;
  /** When each operation was done, for the throughput. */
  readonly doneAt: number[];
  /** The last errors of payers that gave up. */
  readonly refusals: string[];
}

export const nothingYet = (): Acknowledged => ({
  challenges: new Set(),
  ended: new Map(),
  campaigns: new Set(),
  keys: new Set(),
  doneAt: [],
  refusals: [],
});

const day = 24 * 3_600_000;

/**
 * Payers come at this pace until told to stop, whether or not those before them are done. So a fault makes their operations
 * late, but does not put them off. Resolves when all payers have gone.
 */
export const keepPaying = async (
  cluster: Pick<Cluster, 'url' | 'chain'>,
  provers: readonly { readonly id: string }[],
  said: Acknowledged,
  perSecond: number,
  stop: AbortSignal,
): Promise<void> => {
  const here = new Map<AbortController, Promise<void>>();
  for (let due = performance.now(); !stop.aborted; due += 1_000 / perSecond) {
    await pause(due - performance.now());
    // Each payer has a signal of its own, because a signal keeps its listeners in memory as long as it lives.
    const leave = new AbortController();
    here.set(
      leave,
      pay(cluster, provers, said, leave.signal).finally(() => here.delete(leave)),
    );
  }
  for (const leave of here.keys()) leave.abort();
  await Promise.all(here.values());
};

/** Logs in, creates a campaign, asks for a challenge, and follows it to its end. */
const pay = async (
  { url, chain }: Pick<Cluster, 'url' | 'chain'>,
  provers: readonly { readonly id: string }[],
  said: Acknowledged,
  signal: AbortSignal,
): Promise<void> => {
  const done = () => void said.doneAt.push(performance.now());
  const privateKey = `0x${randomBytes(32).toString('hex')}` as const;
  const client = new Client({ url, proofType: 'pol' });
  try {
    const signer = ethereumSigner(privateKey);
    await client.login(signer, { role: 'payer', signal });
    said.keys.add(signer.publicKey.toLowerCase());
    done();
    const campaign = `Campaign ${randomBytes(8).toString('hex')}`;
    await createCampaign(client, {
      campaign,
      total_rewards: 100,
      reward_per_task: 1,
      max_submissions: 100,
      starts_at: new Date(Date.now() - day),
      ends_at: new Date(Date.now() + day),
    });
    said.campaigns.add(campaign);
    done();
    const prover = provers[Math.floor(Math.random() * provers.length)]?.id ?? '';
    const wallet = { privateKey, rpcUrl: chain.url };
    const ask = { wallet, prover, latitude: 10, longitude: 20, challengers: 4, patienceMs: 60_000, signal };
    const { challengeId } = await requestChallenge(client, ask);
    said.challenges.add(challengeId);
    done();
    const { state } = await waitForChallenge(client, challengeId, { signal });
    said.ended.set(challengeId, state);
    done();
  } catch (error) {
    // The request was refused, or lost for longer than the client tries. Nothing more was promised about it.
    if (!signal.aborted) said.refusals.push(String(error));
  }
};
