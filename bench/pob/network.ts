import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Transcript } from '@trigpoint/proofs';
import type { AgentStart } from './agent.ts';
import type { Namespaces, Place } from './namespaces.ts';
import type { Got, Wanted } from './service.ts';

/** Other work on the machine should void as few rounds as possible; iperf3 gets the same. */
export const priority = ['-n', '-10'];

const start = async (place: Place, file: string, argument: string, env: Record<string, string> = {}) => {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const args = [...priority, 'ip', 'netns', 'exec', place.namespace, process.execPath, program, argument];
  const child: ChildProcess = spawn('nice', args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const exited = new AbortController();
  child.once('exit', () => exited.abort(new Error(`${file} ended`)));
  const next = async <T>(): Promise<T> => (await once(child, 'message', { signal: exited.signal }))[0] as T;
  const close = async () => {
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { child, next, close, hello: await next<{ url?: string; id?: string }>() };
};

export interface Network {
  startAgent(place: Place, it: Omit<AgentStart, 'service' | 'address'>, cheat?: string): Promise<Agent>;
  challenge(prover: Agent, wanted: Omit<Wanted, 'prover'>): Promise<Measured>;
  close(): Promise<void>;
}

export interface Agent {
  readonly id: string;
  close(): Promise<void>;
}

export interface Measured {
  readonly verdict: Transcript['verdict'];
  readonly rounds: readonly RoundShown[];
  readonly state: string;
  readonly evidence: Got['evidence'];
  readonly seconds: number;
}

/** A round as the verdict's detail shows it. */
export interface RoundShown {
  readonly challenger: string;
  readonly mbps: number | null;
  readonly voids: readonly string[];
  readonly bytes: number;
  readonly spoilt_bytes: number;
}

/** The service in the middle, agents around it, all as processes. */
export async function openNetwork(at: Namespaces): Promise<Network> {
  const service = await start(at.middle, './service.js', at.middle.address);
  const url = service.hello.url ?? '';
  return {
    async startAgent(place, it, cheat) {
      const argument = JSON.stringify({ ...it, service: url, address: place.address } satisfies AgentStart);
      const { hello, close } = await start(place, './agent.js', argument, cheat ? { POB_CHEAT: cheat } : {});
      return { id: hello.id ?? '', close };
    },
    async challenge(prover, wanted) {
      const began = performance.now();
      service.child.send({ prover: prover.id, ...wanted } satisfies Wanted);
      const { state, evidence } = await service.next<Got>();
      const { verdict } = evidence.transcript;
      const { rounds } = (verdict.detail ?? { rounds: [] }) as { rounds: RoundShown[] };
      return { verdict, rounds, state, evidence, seconds: (performance.now() - began) / 1e3 };
    },
    close: service.close,
  };
}
