import { randomBytes } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import type { Signer } from '@trigpoint/client';
import { type AgentMessageOf, chainAddress, type HubMessageOf, taskKey } from '@trigpoint/protocol';
import { SimulatedAgent } from './agent.ts';
import { simulateConsent, simulateReading } from './readings.ts';

export interface CrowdOptions {
  readonly provers: number;
  readonly challengers: number;
  readonly keyType?: Signer['keyType'];
  /** How long a measurement would have taken. */
  readonly measureMs: number;
  /** How many log in at a time. Unless given, they log in one after another. */
  readonly atOnce?: number;
  readonly againMs?: SimulatedAgent['options']['againMs'];
}

export interface CrowdProver {
  /** The address by which the prover is asked for. */
  readonly address: `0x${string}`;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Crowd {
  readonly provers: readonly CrowdProver[];
  /** For each challenge, the readings that the service has accepted, as `attempt/challenger`. */
  readonly recorded: ReadonlyMap<string, ReadonlySet<string>>;
  /** Spreads the agents over these nodes. Resolves when all of them have been welcomed. */
  open(...urls: string[]): Promise<void>;
  close(): void;
}

/** Spread over Europe, so that every claim has challengers near by. */
const placeOf = (index: number): { latitude: number; longitude: number } => ({
  latitude: 38 + ((index * 7.3) % 18),
  longitude: -8 + ((index * 13.7) % 34),
});

/** The key as ids have it. */
const keyOf = ({ keyType, publicKey }: Signer) => (keyType === 'ethereum' ? publicKey.toLowerCase() : publicKey);

/**
 * Provers and challengers of locations, with real sockets, real keys and real signatures. Only the UDP between them is left out: their
 * readings follow the simulated geography. A reading is sent again until the service has recorded it.
 */
export const recruitCrowd = (options: CrowdOptions): Crowd => {
  const { keyType = 'solana', measureMs, atOnce = 1, againMs } = options;
  const signers = new Map<string, Signer>();
  const agents: SimulatedAgent[] = [];
  const recorded = new Map<string, Set<string>>();

  const join = (role: 'prover' | 'challenger', place: { latitude: number; longitude: number }) => {
    const signer = fastSigner(keyType, randomBytes(32));
    const key = keyOf(signer);
    signers.set(key, signer);
    const claims = { latitude: place.latitude.toFixed(4), longitude: place.longitude.toFixed(4) };
    const manner = {
      onMessage: role === 'challenger' ? measure(signer) : consentTo(signer),
      ...(againMs ? { againMs } : {}),
    };
    const agent = new SimulatedAgent({ proofType: 'pol', role, signer, claims, ...manner });
    agents.push(agent);
    return { address: chainAddress(keyType, key), ...place };
  };

  const consentTo =
    (signer: Signer): NonNullable<SimulatedAgent['options']['onMessage']> =>
    (message, agent) => {
      if (message.type === 'consent_wanted' && agent.described)
        void simulateConsent(message, signer, agent.described).then((it) => agent.say(it));
    };

  const measure = (signer: Signer): NonNullable<SimulatedAgent['options']['onMessage']> => {
    const taken = new Set<string>();
    const unheard = new Map<string, AgentMessageOf<'reading'>>();
    const take = async (it: Pick<HubMessageOf<'task'>, 'task' | 'token'>, agent: SimulatedAgent) => {
      if (taken.has(taskKey(it.task))) return;
      taken.add(taskKey(it.task));
      await new Promise((resolve) => setTimeout(resolve, measureMs));
      const prover = signers.get(it.task.prover.public_key);
      if (!prover) throw new Error(`${it.task.prover.id} is not of this crowd`);
      const reading = await simulateReading(it, signer, prover);
      unheard.set(`${reading.challenge_id}/${reading.attempt}`, reading);
      agent.say(reading);
    };
    return (message, agent) => {
      if (message.type === 'task') void take(message, agent);
      if (message.type === 'welcome') {
        for (const it of unheard.values()) agent.say(it);
        for (const it of message.resume_tasks) void take(it, agent);
      }
      if (message.type !== 'recorded') return;
      const { challenge_id, attempt, accepted } = message;
      unheard.delete(`${challenge_id}/${attempt}`);
      const heard = recorded.get(challenge_id) ?? new Set();
      if (accepted) recorded.set(challenge_id, heard.add(`${attempt}/IPv4/${keyOf(signer)}`));
    };
  };

  const provers = Array.from({ length: options.provers }, (_, i) => join('prover', placeOf(i + 0.5)));
  for (let i = 0; i < options.challengers; i++) join('challenger', placeOf(i));
  return {
    provers,
    recorded,
    async open(...urls) {
      const waiting = agents.entries();
      const lane = async () => {
        for (const [i, agent] of waiting) await agent.open(urls[i % urls.length] as string);
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    },
    close() {
      for (const agent of agents) agent.close();
    },
  };
};
