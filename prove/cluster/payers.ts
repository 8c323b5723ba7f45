import { randomBytes } from 'node:crypto';
import { Client, createCampaign, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';
import type { Cluster } from './cluster.ts';

/** What the service has said yes to; it must be there in the end, once. */
export interface Acknowledged {
  readonly challenges: Set<string>;
  readonly ended: Map<string, string>;
  readonly campaigns: Set<string>;
  readonly keys: Set<string>;
  /** When each operation was done, for the throughput. */
  readonly doneAt: number[];
  refusals: number;
}

export const nothingYet = (): Acknowledged => ({
  challenges: new Set(),
  ended: new Map(),
  campaigns: new Set(),
  keys: new Set(),
  doneAt: [],
  refusals: 0,
});

const day = 24 * 3_600_000;

/** One after another, until told to stop: log in, create a campaign, ask for a challenge, and follow it to its end. */
export const pay = async (
  { url, chain }: Pick<Cluster, 'url' | 'chain'>,
  provers: readonly { readonly id: string }[],
  said: Acknowledged,
  stop: AbortSignal,
): Promise<void> => {
  const done = () => void said.doneAt.push(performance.now());
  while (!stop.aborted) {
    // Of its own for each round: a signal keeps what listens to it as long as it lives.
    const round = new AbortController();
    const end = () => round.abort();
    stop.addEventListener('abort', end, { once: true });
    const { signal } = round;
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
    } catch {
      // Refused or lost for longer than the client tries: nothing was promised about it.
      if (!stop.aborted) said.refusals++;
    } finally {
      stop.removeEventListener('abort', end);
    }
  }
};
