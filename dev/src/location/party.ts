import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { runChallenger, runProver, signerOf } from '@trigpoint/agent';
import type { Endpoint } from '@trigpoint/proofs';
import { DelayLines } from '../geography/lines.ts';

/** A way to one challenger: the endpoint to dial, and the round trip. */
export interface Way {
  readonly challenger: string;
  readonly to: Endpoint;
  readonly roundTripMs: number;
}

type Claims = Readonly<Record<string, string>>;

/** The role of one process in a location challenge. Provers in the same place share a process. */
export type Role =
  | { readonly role: 'challenger'; readonly claims: Claims }
  | {
      readonly role: 'provers';
      readonly provers: readonly {
        readonly claims: Claims;
        readonly ways: readonly Way[];
        /** How far away the login key is: each signature takes this long. */
        readonly signMs?: number;
      }[];
    }
  | { readonly role: 'relay'; readonly ways: readonly Way[] };

export type PartyStart = Role & { readonly service: string; readonly address: string };

/** What a process says when it is ready: the ids of its agents, the port of a challenger, and the ways through a relay. */
export interface PartyHello {
  readonly ids: readonly string[];
  readonly port: number;
  readonly ways: readonly Way[];
}

const it = JSON.parse(process.argv[2] ?? '{}') as PartyStart;
const agentOf = (claims: Claims) => ({
  url: it.service,
  proofType: 'pol',
  signer: signerOf('ethereum', randomBytes(32).toString('hex')),
  claims,
});

/** A key that is elsewhere, such as in a security module: a signature takes a round trip to it. */
const farSigner = (signer: ReturnType<typeof signerOf>, roundTripMs: number): ReturnType<typeof signerOf> => ({
  ...signer,
  sign: async (text) => {
    await setTimeout(roundTripMs);
    return signer.sign(text);
  },
});

const open = (lines: DelayLines, ways: readonly Way[], bind: string): Promise<Way[]> =>
  Promise.all(ways.map(async (way) => ({ ...way, to: await lines.open(way.to, way.roundTripMs, bind) })));

async function start(): Promise<PartyHello> {
  if (it.role === 'challenger') {
    const agent = await runChallenger({ ...agentOf(it.claims), udp: { bind: it.address, address: it.address } });
    await agent.ready;
    return { ids: [agent.id], port: agent.status().udp?.port ?? 0, ways: [] };
  }
  const lines = new DelayLines();
  if (it.role === 'relay') return { ids: [], port: 0, ways: await open(lines, it.ways, it.address) };
  const agents = await Promise.all(
    it.provers.map(async ({ claims, ways, signMs }) => {
      const fronts = new Map((await open(lines, ways, '127.0.0.1')).map(({ challenger, to }) => [challenger, to]));
      const agent = agentOf(claims);
      const signer = signMs === undefined ? agent.signer : farSigner(agent.signer, signMs);
      return runProver({ ...agent, signer, route: (peer, id) => fronts.get(id) ?? peer });
    }),
  );
  await Promise.all(agents.map(({ ready }) => ready));
  return { ids: agents.map(({ id }) => id), port: 0, ways: [] };
}

process.on('disconnect', () => process.exit());
process.send?.(await start());
