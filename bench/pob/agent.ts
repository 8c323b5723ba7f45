import { randomBytes } from 'node:crypto';
import { runChallenger, runProver, signerOf } from '@trigpoint/agent';
import { pob } from '@trigpoint/proofs';
import { createPobProbe } from '@trigpoint/proofs/node';

/** A real agent in a process of its own; `POB_CHEAT` swaps the thread that measures for one that cheats. */
export interface AgentStart {
  readonly role: 'prover' | 'challenger';
  readonly service: string;
  readonly address: string;
  readonly claims: Readonly<Record<string, string>>;
  readonly offload: boolean;
  /** A challenger that hears no UDP, as behind a firewall. Its flows go over TCP. */
  readonly isDeaf?: boolean;
}

const { role, service, address, claims, offload, isDeaf } = JSON.parse(process.argv[2] ?? '{}') as AgentStart;
const cheats = process.env.POB_CHEAT ? { workerUrl: new URL('./cheats.js', import.meta.url) } : {};
const honest = createPobProbe({ offload, ...cheats });
const challengeDeaf: typeof honest.challenge = (task, io) =>
  honest.challenge(task, { ...io, listener: { ...io.listener, expect: () => () => {} } });
const probe = isDeaf ? { ...honest, challenge: challengeDeaf } : honest;
const options = {
  url: service,
  proofType: 'pob',
  signer: signerOf('ethereum', randomBytes(32).toString('hex')),
  claims,
  measuring: { claims: pob.claims, decode: pob.decode, cost: pob.cost, probe: async () => probe },
  limits: { mbps: 100_000, bytesPerDay: 1e15 },
} as Parameters<typeof runProver>[0];
const agent = await (role === 'prover'
  ? runProver(options)
  : runChallenger({ ...options, udp: { bind: address, address } }));
await agent.ready;
process.on('disconnect', () => process.exit());
process.send?.({ id: agent.id });
