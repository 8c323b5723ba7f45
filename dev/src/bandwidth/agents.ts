import { type AgentHandle, runChallenger, runProver } from '@trigpoint/agent';
import type { Signer } from '@trigpoint/client';
import type { Endpoint } from '@trigpoint/proofs';
import { AccessLines } from './access-lines.ts';
import { type BandwidthDemo, bandwidthChallengers, bandwidthProvers } from './demo.ts';

export interface BandwidthAgents {
  readonly provers: readonly { readonly demo: BandwidthDemo; readonly agent: AgentHandle }[];
  readonly challengers: readonly AgentHandle[];
}

/** Provers behind access links of limited rate, and the challengers that measure them. */
export async function startBandwidthAgents(
  url: string,
  signer: (name: string) => Promise<Signer>,
  closers: (() => Promise<unknown>)[],
): Promise<BandwidthAgents> {
  const lines = new AccessLines();
  closers.push(() => lines.close());
  const challengers = await Promise.all(
    Array.from({ length: bandwidthChallengers }, async (_, index) =>
      runChallenger({
        url,
        proofType: 'pob',
        signer: await signer(`bandwidth-challenger-${index + 1}`),
        udp: { bind: '127.0.0.1' },
      }),
    ),
  );
  closers.push(() => Promise.all(challengers.map((it) => it.stop(0))));
  await Promise.all(challengers.map((it) => it.ready));
  const provers = await Promise.all(
    bandwidthProvers.map(async (demo) => {
      const ways = new Map<string, Endpoint>();
      for (const challenger of challengers) {
        const port = challenger.status().udp?.port;
        if (port === undefined) continue;
        ways.set(challenger.id, await lines.open(demo.name, demo.access, { address: '127.0.0.1', port }));
      }
      const route = (peer: Endpoint, peerId: string): Endpoint => ways.get(peerId) ?? peer;
      const claims = { ...demo.claims, name: demo.name };
      const agent = await runProver({ url, proofType: 'pob', signer: await signer(demo.name), claims, route });
      return { demo, agent };
    }),
  );
  closers.push(() => Promise.all(provers.map(({ agent }) => agent.stop(0))));
  await Promise.all(provers.map(({ agent }) => agent.ready));
  return { provers, challengers };
}
