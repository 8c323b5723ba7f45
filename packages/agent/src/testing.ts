import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifySignature } from '@trigpoint/client';
import { askHash, encodePolAsk } from '@trigpoint/proofs';
import {
  type AgentMessage,
  type AgentMessageOf,
  type HubMessage,
  plainKey,
  readAgentMessage,
  type WireTask,
  writeMessage,
} from '@trigpoint/protocol';
import { type WebSocket, WebSocketServer } from 'ws';

/** As the test service names itself. */
export const service = { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' };

/** What a test knows of one connected agent. */
export interface Visitor {
  readonly publicKey: string;
  readonly keyType: 'ethereum' | 'solana';
  readonly role: string;
  readonly id: string;
  readonly hello: AgentMessageOf<'hello'>;
  readonly socket: WebSocket;
  say(message: HubMessage): void;
}

/** A small service with a real login and a real agents' socket. The test decides what it says on the socket. */
export async function openTestHub(resume: (visitor: Omit<Visitor, 'say'>) => HubMessage | undefined = () => undefined) {
  const sessions = new Map<string, { publicKey: string; keyType: 'ethereum' | 'solana'; role: string; in: boolean }>();
  const visitors: Visitor[] = [];
  const heard: { from: Visitor; message: AgentMessage }[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  const state = {
    ...{ logins: 0, refuseLogin: 0, refuseSocket: 0, retryAfter: '0', autoRecord: true, service },
    loginText: (publicKey: string, token: string) =>
      `127.0.0.1 wants you to sign in with your Ethereum account:\n${publicKey}\n\n${token}`,
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text || '{}');
    const reply = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (state.refuseLogin) return reply(state.refuseLogin, { error: { code: 'not_allowed', message: 'Not you.' } });
    if (request.url?.endsWith('/pre-login')) {
      const token = randomBytes(16).toString('hex');
      sessions.set(token, { publicKey: body.publicKey, keyType: body.keyType, role: body.role, in: false });
      return reply(
        200,
        { result: { message: state.loginText(body.publicKey, token) } },
        { 'set-cookie': `__proof=${token}; Path=/` },
      );
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const session = sessions.get(token);
    if (!session || !verifySignature(session, state.loginText(session.publicKey, token), body.signature))
      return reply(401, { error: { code: 'wrong_signature', message: 'No.' } });
    session.in = true;
    state.logins += 1;
    return reply(200, { result: { success: true } });
  });

  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    const session = sessions.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const status = state.refuseSocket || (session?.in ? 0 : 401);
    if (status || !session) {
      socket.end(
        `HTTP/1.1 ${status} No\r\nRetry-After: ${state.retryAfter}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      let visitor: Visitor | undefined;
      const id = `IPv4/${plainKey(session.publicKey)}`;
      ws.on('error', () => {});
      ws.send(writeMessage({ type: 'greeting', ...state.service, agent_id: id, address: '127.0.0.1' }));
      ws.on('message', (data) => {
        const message = readAgentMessage(data.toString());
        if (message.type === 'hello') {
          const say = (said: HubMessage) => ws.send(writeMessage(said));
          visitor = { ...session, id, hello: message, socket: ws, say };
          visitors.push(visitor);
          say(resume(visitor) ?? { type: 'welcome', agent_id: id, resume_tasks: [] });
        }
        if (visitor) heard.push({ from: visitor, message });
        if (message.type === 'reading' && state.autoRecord) {
          const { challenge_id, attempt } = message;
          visitor?.say({ type: 'recorded', challenge_id, attempt, accepted: true, code: 'accepted', message: '' });
        }
        wake();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    sessions,
    visitors,
    heard,
    /** The first truthy value of `look`. It is called again after every message, and every 50 ms. */
    until<T>(look: () => T | undefined | false, ms = 15_000): Promise<T> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`waited ${ms} ms in vain for ${look}`));
        }, ms);
        const poll = setInterval(() => check(), 50);
        const check = () => {
          const value = look();
          if (!value) return;
          clearTimeout(timer);
          clearInterval(poll);
          waiting.delete(check);
          resolve(value);
        };
        waiting.add(check);
        check();
      });
    },
    of<T extends AgentMessage['type']>(type: T): AgentMessageOf<T>[] {
      return heard.flatMap(({ message }) => (message.type === type ? [message as AgentMessageOf<T>] : []));
    },
    close() {
      for (const ws of sockets.clients) ws.terminate();
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type TestHub = Awaited<ReturnType<typeof openTestHub>>;

export const token = 'one-time-token-0123';

/** The measurement of one connected prover by one connected challenger. */
export function wireTask(prover: Visitor, challenger: Visitor, over: Partial<WireTask> = {}): WireTask {
  const party = ({ id, publicKey, keyType }: Visitor) => ({
    id,
    key_type: keyType,
    public_key: publicKey,
    claims: { latitude: '48.2', longitude: '16.4' },
  });
  const task = {
    challenge_id: '7',
    attempt: 1,
    proof_type: 'pol',
    ask: encodePolAsk({
      proverRegistry: `0x${'0'.repeat(40)}`,
      prover: `0x${'1'.repeat(40)}`,
      isIPv6: false,
      challengers: 1,
      tolerance: 0,
      latitude: 48.2,
      longitude: 16.4,
    }),
    prover: party(prover),
    challenger: { ...party(challenger), endpoint: { address: '127.0.0.1', port: challenger.hello.udp?.port ?? 1 } },
    tag: randomBytes(16).toString('hex'),
    budget_ms: 8_000,
  };
  const context = {
    ...{ ...service, ask_hash: askHash(task.ask), eligible_root: '0b'.repeat(32), seed: '0c'.repeat(32) },
    ...{ prover_description: '0d'.repeat(32), challenger_description: '0e'.repeat(32) },
  };
  return { ...task, context, ...over };
}
