import { type Got, type Namespaces, type Place, startIn, startServiceIn } from '@trigpoint/dev/namespaces';
import type { Transcript } from '@trigpoint/proofs';
import type { AgentStart } from './agent.ts';

/** A high priority, so that other work on the machine voids as few rounds as possible. iperf3 gets the same. */
const niceness = -10;
export const priority = ['-n', String(niceness)];

export interface Network {
  startAgent(place: Place, it: Omit<AgentStart, 'service' | 'address'>, cheat?: string): Promise<Agent>;
  challenge(prover: Agent, wanted: Wanted): Promise<Measured>;
  close(): Promise<void>;
}

export interface Wanted {
  readonly direction: 'down' | 'up';
  readonly mbps: number;
  readonly challengers: number;
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
  const service = await startServiceIn(at.middle, 'pob', { niceness });
  return {
    async startAgent(place, it, cheat) {
      const argument = { ...it, service: service.url, address: place.address } satisfies AgentStart;
      const env: Record<string, string> = cheat ? { POB_CHEAT: cheat } : {};
      const program = new URL('./agent.js', import.meta.url);
      const { hello, end } = await startIn<{ id: string }>(place, program, argument, { env, niceness });
      return { id: hello.id, close: () => end() };
    },
    async challenge(prover, wanted) {
      const began = performance.now();
      const { mbps: bandwidthMbps, challengers, direction } = wanted;
      const tolerance = Math.floor(challengers / 3);
      const asked = { prover: prover.id, direction, bandwidthMbps, challengers, tolerance };
      const { state, evidence } = await service.challenge(asked);
      const { verdict } = evidence.transcript;
      const { rounds } = (verdict.detail ?? { rounds: [] }) as { rounds: RoundShown[] };
      return { verdict, rounds, state, evidence, seconds: (performance.now() - began) / 1e3 };
    },
    close: service.close,
  };
}
