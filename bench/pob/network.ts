import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Failure, type Party, type PobAsk, type PobSeries, pob, type Verdict } from '@trigpoint/proofs';
import type { FromAgent, ToAgent } from './agent.ts';
import type { Place } from './namespaces.ts';

export interface AgentOptions {
  readonly offload?: boolean;
  /** A cheat: another program for its measuring thread. */
  readonly workerUrl?: URL;
}

export interface Agent {
  readonly party: Party;
  readonly place: Place;
  readonly port: number;
  measure(task: ToAgent): Promise<unknown>;
  close(): void;
}

/** Other work on the machine should void as few rounds as possible; iperf3 gets the same. */
export const priority = ['-n', '-10'];

const program = fileURLToPath(new URL('./agent.js', import.meta.url));

/** Starts one agent as a process in its namespace. */
export async function startAgent(place: Place, { offload = true, workerUrl }: AgentOptions = {}): Promise<Agent> {
  const keys = generateKeyPairSync('ed25519');
  const der = (key: typeof keys.publicKey, type: 'spki' | 'pkcs8') =>
    key.export({ type: type as 'spki', format: 'der' }).toString('hex');
  const publicKey = der(keys.publicKey, 'spki');
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('hex');
  const args = [place.address, key, String(offload), ...(workerUrl ? [workerUrl.href] : [])];
  const child: ChildProcess = spawn(
    'nice',
    [...priority, 'ip', 'netns', 'exec', place.namespace, process.execPath, program, ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const next = async (): Promise<FromAgent> => (await once(child, 'message'))[0] as FromAgent;
  const hello = await next();
  return {
    party: { id: `IPv4/${publicKey}`, keyType: 'solana', publicKey, claims: {} },
    place,
    port: 'port' in hello ? hello.port : 0,
    async measure(task) {
      child.send(task);
      const reply = await next();
      return 'outcome' in reply ? reply.outcome : undefined;
    },
    close: () => void child.disconnect(),
  };
}

export interface Measured {
  readonly verdict: Verdict;
  readonly series: readonly (PobSeries | Failure)[];
  readonly seconds: number;
}

/** One whole challenge: the rounds one after another, then the verdict. */
export async function challenge(
  prover: Agent,
  challengers: readonly Agent[],
  { direction, mbps }: { direction: 'down' | 'up'; mbps: number },
): Promise<Measured> {
  const ask: PobAsk = {
    proverRegistry: `0x${'1'.repeat(40)}`,
    prover: `0x${'2'.repeat(40)}`,
    isIPv6: false,
    challengers: challengers.length,
    tolerance: 0,
    direction,
    bandwidthMbps: mbps,
  };
  const claims = { downlink_bandwidth: String(mbps), uplink_bandwidth: String(mbps) };
  const began = performance.now();
  const series: (PobSeries | Failure)[] = [];
  for (const challenger of challengers) {
    const task = {
      challengeId: '1',
      attempt: 1,
      proofType: 'pob',
      ask,
      prover: { ...prover.party, claims },
      challenger: {
        ...challenger.party,
        endpoint: { address: challenger.place.address, port: challenger.port },
      },
      tag: randomBytes(16).toString('hex'),
      budgetMs: 16_000,
    };
    const [reading] = await Promise.all([
      challenger.measure({ role: 'challenger', task }),
      prover.measure({ role: 'prover', task }),
    ]);
    series.push(reading as PobSeries | Failure);
  }
  const seconds = (performance.now() - began) / 1e3;
  const verdict = pob.judge({
    ask,
    claims,
    asked: challengers.length,
    settings: {},
    readings: series.map((it, index) => ({
      challenger: { id: String(index), claims: {}, owner: String(index), subnet: String(index) },
      series: it,
      round: index + 1,
    })),
  });
  return { verdict, series, seconds };
}
