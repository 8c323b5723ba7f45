import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Party, PobAsk, ProbeIo, ProbeTask } from '@trigpoint/proofs';
import { createPobProbe, openDoor } from '@trigpoint/proofs/node';

/** A bare agent in a process of its own: takes tasks from its parent, measures, returns the series. */
export type ToAgent = { readonly role: 'prover' | 'challenger'; readonly task: ProbeTask<PobAsk> };
export type FromAgent = { readonly port: number } | { readonly outcome: unknown };

const [address = '127.0.0.1', key = '', offload = 'true', workerUrl] = process.argv.slice(2);
const privateKey = createPrivateKey({ key: Buffer.from(key, 'hex'), format: 'der', type: 'pkcs8' });
const probe = createPobProbe({ offload: offload === 'true', ...(workerUrl ? { workerUrl: new URL(workerUrl) } : {}) });
const door = await openDoor({ address, port: 0 });
const say = (message: FromAgent) => void process.send?.(message);

const io: ProbeIo = {
  sign: async (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  verify: async (party: Party, text, signature) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: Buffer.from(party.publicKey, 'hex'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'hex'),
    ),
  progress: () => {},
  signal: new AbortController().signal,
};

process.on('message', async ({ role, task }: ToAgent) => {
  const outcome = role === 'prover' ? await probe.prove(task, io) : await probe.challenge(task, { ...io, door });
  say({ outcome: outcome ?? null });
});
process.on('disconnect', () => process.exit());
say({ port: door.port });
