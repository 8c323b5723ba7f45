import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentHandle, fastSigner, type Measuring, runChallenger, runProver } from '@trigpoint/agent';
import type { Signer } from '@trigpoint/client';
import { type ProbeTask, pol } from '@trigpoint/proofs';

export interface Agents {
  readonly provers: readonly AgentHandle[];
  readonly challengers: readonly AgentHandle[];
  stop(): Promise<void>;
}

/** Agents with real keys, sockets and tasks. Their measurements are made up, because measuring is not what is tried here. */
export const startAgents = async (
  at: { readonly provers: string; readonly challengers: string },
  count: { readonly provers: number; readonly challengers: number },
): Promise<Agents> => {
  const signers = new Map<string, Signer>();
  const signer = () => {
    const made = fastSigner('solana', randomBytes(32));
    signers.set(`IPv4/${made.publicKey}`, made);
    return made;
  };
  const measuring = quickMeasuring(signers);
  const place = () => ({ latitude: Math.random() * 100 - 50, longitude: Math.random() * 300 - 150 });
  const common = (url: string) => ({ url, proofType: 'pol', signer: signer(), claims: place(), measuring });
  const started = <T>(many: number, start: () => Promise<T>) => Promise.all(Array.from({ length: many }, start));
  const challengers = await started(count.challengers, () =>
    runChallenger({ ...common(at.challengers), udp: { bind: '127.0.0.1' } }),
  );
  const provers = await started(count.provers, () => runProver(common(at.provers)));
  const all = [...challengers, ...provers];
  await Promise.all(all.map((it) => it.ready));
  return {
    provers,
    challengers,
    async stop() {
      await Promise.all(all.map((it) => it.stop(0)));
    },
  };
};

const quickMeasuring = (signers: ReadonlyMap<string, Signer>): Measuring => ({
  claims: pol.claims,
  decode: pol.decode,
  cost: pol.cost,
  probe: async () => ({
    prove: async () => {},
    challenge: async (task) => {
      await pause(20 + Math.random() * 200);
      return seriesOf(task, signers.get(task.prover.id));
    },
  }),
});

/** A measurement as both ends would have signed it. */
const seriesOf = async (task: ProbeTask, prover: Signer | undefined) => {
  const series = {
    rtts_us: Array.from({ length: 24 }, (_, i) => 40_000 + i),
    starved: [],
    lost: 0,
    transcript: randomBytes(32).toString('hex'),
    prover_counter_signature: '',
  };
  const counter = pol.counterSigned?.(task, series);
  return { ...series, prover_counter_signature: (await prover?.sign(counter?.text ?? '')) ?? '' };
};
