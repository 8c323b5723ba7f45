import { createHash } from 'node:crypto';
import { type AgentHandle, type AgentOptions, runChallenger, runProver, witnessInMemory } from '@trigpoint/agent';
import type { Signer } from '@trigpoint/client';
import type { DemoAgent, DemoProver, Endpoint, ProofType, Scenario } from '@trigpoint/proofs';
import { Ways } from './geography/ways.ts';

/** The agents of one proof type's scenario, connected. */
export interface ScenarioAgents {
  readonly scenario: Scenario;
  readonly provers: readonly StartedProver[];
  /** Watched provers. Empty unless they were asked for. */
  readonly watched: readonly StartedProver[];
  readonly challengers: readonly AgentHandle[];
}

export interface StartedProver {
  readonly demo: DemoProver;
  readonly agent: AgentHandle;
}

/** The discard port, where nobody answers. */
const nowhere: Endpoint = { address: '127.0.0.1', port: 9 };

/** Starts the agents of a proof type's scenario, and the simulated ways between them. */
export async function startScenario(
  { id: proofType, scenario: read }: Pick<ProofType, 'id' | 'scenario'>,
  url: string,
  signer: (name: string) => Promise<Signer>,
  closers: (() => Promise<unknown>)[],
  { watched: wantsWatched = false }: { readonly watched?: boolean } = {},
): Promise<ScenarioAgents> {
  const scenario = await read();
  const extra = wantsWatched ? scenario.watched : undefined;
  const measuring = [...scenario.challengers, ...(extra?.challengers ?? [])];
  const ways = new Ways();
  closers.push(() => ways.close());
  // Challengers with a place measure each other too. Until their ways are open they must reach nobody. Without a delay they
  // would seem to be in one place.
  const between = new Map<string, Route>();
  const challengers = await Promise.all(
    measuring.map(async ({ name, claims, place }) =>
      runChallenger({
        url,
        proofType,
        signer: await signer(name),
        claims,
        // A development network's keys protect nothing.
        witness: {
          seed: createHash('sha256').update(`witness ${proofType} ${name}`).digest(),
          memory: witnessInMemory(),
        },
        udp: { bind: '127.0.0.1' },
        ...(place ? { route: (peer, id, claims) => between.get(name)?.(peer, id, claims) ?? nowhere } : {}),
      }),
    ),
  );
  // Running measurements are not waited for, because the service ends too.
  closers.push(() => Promise.all(challengers.map((it) => it.stop(0))));
  await Promise.all(challengers.map((it) => it.ready));
  const listening = challengers.map((agent, i) => ({ agent, demo: measuring[i] as DemoAgent }));
  for (const demo of measuring) if (demo.place) between.set(demo.name, await routeFrom(demo, listening, ways));
  const prove = async (demo: DemoProver): Promise<StartedProver> => {
    const { route, stay } = await leavingRoute(demo, listening, ways);
    closers.push(async () => stay());
    const claims = { ...demo.claims, name: demo.name };
    return { demo, agent: await runProver({ url, proofType, signer: await signer(demo.name), claims, route }) };
  };
  const [provers, watched] = await Promise.all([
    Promise.all(scenario.provers.map(prove)),
    Promise.all((extra?.provers ?? []).map(prove)),
  ]);
  const proving = [...provers, ...watched].map(({ agent }) => agent);
  closers.push(() => Promise.all(proving.map((it) => it.stop(0))));
  await Promise.all(proving.map((it) => it.ready));
  return { scenario, provers, watched, challengers };
}

type Route = NonNullable<AgentOptions['route']>;

type Listening = readonly { readonly agent: AgentHandle; readonly demo: DemoAgent }[];

/** The ways of a prover. For a prover that leaves, they change when its time has come. */
const leavingRoute = async (
  from: DemoAgent,
  challengers: Listening,
  ways: Ways,
): Promise<{ readonly route: Route; stay(): void }> => {
  let route = await routeFrom(from, challengers, ways);
  if (!from.leaves) return { route, stay: () => {} };
  const { to, afterSeconds } = from.leaves;
  const there = await routeFrom({ ...from, place: to }, challengers, ways);
  const timer = setTimeout(() => {
    route = there;
  }, afterSeconds * 1_000);
  return { route: (...peer) => route(...peer), stay: () => clearTimeout(timer) };
};

/** The ways from an agent to each challenger. Challengers that joined from outside are as far away as they claim. */
const routeFrom = async (from: DemoAgent, challengers: Listening, ways: Ways): Promise<Route> => {
  const ends = new Map<string, Endpoint>();
  for (const { agent, demo } of challengers) {
    const port = agent.status().udp?.port;
    if (port !== undefined) ends.set(agent.id, await ways.open(from, demo, { address: '127.0.0.1', port }));
  }
  const joined = from.place && joinedRoute(from.place, ways);
  return (peer, peerId, claims) => ends.get(peerId) ?? joined?.(peer, peerId, claims) ?? peer;
};

/** The ways of an agent at a place to challengers that stand where they claim. */
export const joinedRoute = (place: NonNullable<DemoAgent['place']>, ways: Ways): Route => {
  const ends = new Map<string, Promise<Endpoint>>();
  return (peer, peerId, { latitude, longitude }) => {
    if (latitude === undefined || longitude === undefined) return peer;
    const there = { name: peerId, latitude: Number(latitude), longitude: Number(longitude) };
    const key = [peerId, peer.address, peer.port, latitude, longitude].join(' ');
    const known =
      ends.get(key) ??
      ways.open({ name: place.name, claims: {}, place }, { name: peerId, claims: {}, place: there }, peer);
    ends.set(key, known);
    return known;
  };
};
