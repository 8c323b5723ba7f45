import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentHandle, fastSigner, runProver } from '@trigpoint/agent';
import {
  bringChallenge,
  Client,
  chainAddressOf,
  encodePolAsk,
  ethereumSigner,
  readEvidence,
  readServiceChain,
  type Signer,
  submitRequest,
  waitForChallenge,
} from '@trigpoint/client';
import { DelayLines, type Node, roundTripMs } from '@trigpoint/dev/geography';
import type { Endpoint, Evidence } from '@trigpoint/proofs';

/** A challenger that tells the truth, and where it stands. */
export interface Honest {
  readonly agent: AgentHandle;
  readonly place: Node;
}

/** A running service with honest challengers around it, as anybody reaches it. */
export interface Stage {
  readonly name: string;
  readonly url: string;
  readonly chainUrl: string;
  /** Who admits challengers; undefined where everybody is admitted. */
  readonly operator: Signer | undefined;
  readonly honest: readonly Honest[];
  /** False where everybody is on one machine, and each agent counts as a network of its own. */
  readonly hasNetworks: boolean;
  /** The URL at which the service is reached from an address. A number means the n-th address of the attackers. */
  from(address: number | string): Promise<string>;
  close(): Promise<void>;
}

/** What an attack opened. It is closed before the next attack begins. */
export class Scope {
  readonly #closers: (() => unknown)[] = [];

  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const it of this.#closers.splice(0).reverse()) await it();
  }
}

export const frankfurt: Node = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
export const sydney: Node = { name: 'Sydney', latitude: -33.87, longitude: 151.21 };

export const freshSigner = (): Signer => fastSigner('ethereum', randomBytes(32));
export const claiming = ({ latitude, longitude }: Node): Readonly<Record<string, string>> => ({
  latitude: latitude.toFixed(4),
  longitude: longitude.toFixed(4),
});

export const logIn = async (url: string, signer = freshSigner(), proofType = 'pol'): Promise<Client> => {
  const client = new Client({ url, proofType });
  await client.login(signer, { role: 'payer' });
  return client;
};

/** The operator lets challengers be drawn, or sets them aside. */
export const decideOn = async (
  { url, operator }: Pick<Stage, 'url' | 'operator'>,
  challengers: readonly string[],
  status: 'admitted' | 'set_aside' = 'admitted',
  proofType = 'pol',
): Promise<void> => {
  if (!operator) return;
  const client = await logIn(url, operator, proofType);
  for (const challenger of challengers) await client.call('admit-challenger', { challenger, status });
};

/** A real prover that stands in one place and says what it likes. */
export const startProver = async (
  { honest, from }: Pick<Stage, 'honest' | 'from'>,
  scope: Scope,
  at: Node,
  claims: Readonly<Record<string, string>>,
  signer = freshSigner(),
): Promise<AgentHandle> => {
  const lines = new DelayLines();
  const ways = new Map<string, Endpoint>();
  for (const { agent, place } of honest) {
    const { udp } = agent.status();
    if (udp) ways.set(agent.id, await lines.open(udp, roundTripMs(at, place)));
  }
  const route = (peer: Endpoint, id: string) => ways.get(id) ?? peer;
  const agent = await runProver({ url: await from(200), proofType: 'pol', signer, claims, route });
  scope.defer(async () => {
    await agent.stop(0);
    await lines.close();
  });
  await agent.ready;
  return agent;
};

export interface Asked {
  /** The id of the prover. */
  readonly prover: string;
  readonly place: Node;
  readonly challengers?: number;
  readonly tolerance?: number;
}

/** Puts requests on chain in one transaction, by a payer of their own. Returns their ids. */
export const putOnChain = async ({ url, chainUrl }: Stage, asks: readonly Asked[]): Promise<string[]> => {
  const client = new Client({ url, proofType: 'pol' });
  const { chain } = await readServiceChain(client);
  const infos = asks.map(({ prover, place: { latitude, longitude }, challengers = 8, tolerance = 2 }) =>
    encodePolAsk({
      proverRegistry: chain.prover_registry,
      prover: chainAddressOf(prover),
      isIPv6: prover.startsWith('IPv6/'),
      ...{ challengers, tolerance, latitude, longitude },
    }),
  );
  const wallet = { privateKey: `0x${randomBytes(32).toString('hex')}` as const, rpcUrl: chainUrl };
  const { challengeIds } = await submitRequest(wallet, {
    chainId: chain.id,
    requestHandler: chain.request_handler,
    timeoutSeconds: 3_600,
    asks: infos.map((info) => ({ attributeId: 'pol-v1', info })),
    pause,
    patienceMs: 60_000,
  });
  return [...challengeIds];
};

/** How a challenge ended. */
export interface Ended {
  readonly id: string;
  readonly verified: string;
  readonly reason: string;
  readonly result: Readonly<Record<string, string>>;
  readonly evidence: Evidence;
  /** Ids of those who had the near seats, and of all who had a seat. */
  readonly near: readonly string[];
  readonly seated: readonly string[];
}

export const endOf = async ({ url }: Pick<Stage, 'url'>, id: string, proofType = 'pol'): Promise<Ended> => {
  const client = await logIn(url, ethereumSigner(randomBytes(32)), proofType);
  const { consolidated_result: result } = await waitForChallenge(client, id);
  const evidence = await readEvidence(client, id);
  const seats = evidence.transcript.draw?.seats ?? [];
  return {
    id,
    verified: result.verified ?? '',
    reason: result.reason ?? '',
    result,
    evidence,
    near: seats.filter((it) => !it.lookout).map((it) => it.challenger.id),
    seated: seats.map((it) => it.challenger.id),
  };
};

/** The log has a tree with those who joined within five seconds. For an older request nobody is drawn from that tree. */
const loggedMs = 7_000;

/** Asks on chain, brings the id to the service, and waits for the end. */
export const challenge = async (stage: Stage, asked: Asked): Promise<Ended> => {
  await pause(loggedMs);
  const [id = ''] = await putOnChain(stage, [asked]);
  await bringChallenge(await logIn(stage.url), id);
  return endOf(stage, id);
};
