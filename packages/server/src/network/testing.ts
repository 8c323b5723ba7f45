import { pol } from '@trigpoint/proofs';
import type { HubMessage } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { WebSocket } from 'ws';
import type { Service } from '../main.ts';
import { type HelloOptions, helloFor, sessionKey, type TestKey } from '../testing.ts';
import type { Agents } from './agents.ts';
import { Identities } from './identities.ts';

/** Checks signatures as a service does, and knows one proof type. */
export const testIdentities = (now: () => number): Identities =>
  new Identities({
    service: { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' },
    now,
    proofType: () => pol,
    checkSignature: async (it, text, signature) => verifySignature(it.key_type, it.public_key, text, signature),
  });

interface Arrival extends Pick<HelloOptions, 'role' | 'udp' | 'now'> {
  readonly claims?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** An agent says hello on a node, without a socket. */
export const arriveOn = async (
  agents: Agents,
  key: TestKey,
  { role = 'challenger', claims = { latitude: '50', longitude: '8' }, address = '192.0.2.1', ...how }: Arrival = {},
) => {
  const session = {
    ...{
      ...sessionKey(key),
      role,
      proofType: 'pol',
      projectName: '',
      projectPublicKey: '',
      walletPublicKey: {},
      claims,
    },
    ...{ tokenHash: '', publicId: '', createdAt: 0, usedAt: 0, expiresAt: 0 },
  };
  const greeting = agents.identities.greet(session, address);
  return agents.arrive(session, address, await helloFor(greeting, key, { role, claims, ...how }));
};

/** Connects as an agent, which answers the greeting with its hello. */
export const openSocket = (
  { url }: Pick<Service, 'url'>,
  cookie: string,
  key: TestKey,
  options: HelloOptions = {},
  proofType = 'pol',
) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/proof/v1/${proofType}/ws`, { headers: { cookie } });
  const said: HubMessage[] = [];
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const welcomed = new Promise<void>((resolve) =>
    socket.on('message', async (data) => {
      const message: HubMessage = JSON.parse(String(data));
      said.push(message);
      if (message.type === 'welcome') resolve();
      if (message.type === 'greeting') say(await helloFor(message, key, options));
    }),
  );
  socket.on('error', () => {});
  const refused = new Promise<number>((resolve) =>
    socket.on('unexpected-response', (_, reply) => resolve(reply.statusCode ?? 0)),
  );
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const why = new Promise<string>((resolve) => socket.on('close', (_, reason) => resolve(String(reason))));
  return { socket, said, refused, closed, say, welcomed, why };
};
