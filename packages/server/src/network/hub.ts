import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AgentMessage,
  agentMessageMaxBytes,
  agentPingMs,
  type HubMessage,
  MessageError,
  readAgentMessage,
  ServiceError,
  type WireAssignment,
  writeMessage,
} from '@trigpoint/protocol';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session, Sessions } from '../session/sessions.ts';
import { type Agents, renewEveryMs } from './agents.ts';
import type { Agent } from './store.ts';

/** Close codes an agent can act on (docs/measurement.md). */
export const closeCodes = { replaced: 4001, sessionEnded: 4002, goingAway: 1001, badMessage: 1008 } as const;

/** A socket that does not read while this much waits for it is let go: it comes back and resumes. */
const maxBufferedBytes = 1_048_576;
/** Messages an agent may send per sweep; honest ones stay two orders below. */
const maxMessagesPerSweep = 20_000;
const sweepEveryMs = 15_000;

/** What the hub asks of the challenge side; the context joins the two. */
export interface Desk {
  /** Tasks still open for an agent that (re)connected. */
  openTasks(agent: Agent): Promise<WireAssignment[]>;
  /** Anything but hello. The answer, if any, goes back to the agent. */
  receive(agent: Agent, message: Exclude<AgentMessage, { type: 'hello' }>): Promise<HubMessage | undefined>;
}

interface Connection {
  readonly socket: WebSocket;
  readonly session: Session;
  readonly address: string;
  agent: Agent | undefined;
  heardAt: number;
  messages: number;
}

export interface HubOptions {
  readonly agents: Agents;
  readonly sessions: Sessions;
  readonly desk: Desk;
  readonly log: Logger;
  readonly now: () => number;
}

const keyOf = (it: Pick<Agent, 'proofType' | 'role' | 'id'>) => `${it.proofType}/${it.role}/${it.id}`;

/** The agents' sockets of this node. */
export class Hub {
  readonly #options: HubOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // 8 KiB a connection without, 240 KiB with it.
    perMessageDeflate: false,
    maxPayload: agentMessageMaxBytes,
  });
  readonly #open = new Set<Connection>();
  readonly #byAgent = new Map<string, Connection>();
  #timers: NodeJS.Timeout[] = [];
  #closing = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get size() {
    return this.#byAgent.size;
  }

  /** Takes over upgrades of an HTTP server; `admit` says who may connect, by throwing or returning the session. */
  attach(http: Server, admit: (request: IncomingMessage) => Promise<{ session: Session; address: string }>): void {
    http.on('upgrade', (request, socket, head) => {
      admit(request).then(
        ({ session, address }) =>
          this.#server.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, session, address)),
        (error: unknown) => refuse(socket, error),
      );
    });
    const { agents, log } = this.#options;
    const guard = (what: string, work: () => Promise<void>) => () =>
      work().catch((error: unknown) => log.warn({ err: error }, what));
    this.#timers = [
      setInterval(
        guard('renewing leases failed', () => agents.renew()),
        renewEveryMs,
      ),
      setInterval(
        guard('sweeping agents failed', () => this.#sweep()),
        sweepEveryMs,
      ),
    ];
  }

  /** Whether the agent is connected here and the message was handed to its socket. */
  send(to: Pick<Agent, 'proofType' | 'role' | 'id'>, message: HubMessage): boolean {
    const connection = this.#byAgent.get(keyOf(to));
    if (!connection) return false;
    if (connection.socket.bufferedAmount > maxBufferedBytes) {
      connection.socket.terminate();
      return false;
    }
    connection.socket.send(writeMessage(message));
    return true;
  }

  /** Tells agents to come back elsewhere, spread over time, and lets go. */
  async close(spreadMs: number): Promise<void> {
    this.#closing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { socket } of this.#open) {
      socket.send(writeMessage({ type: 'reconnect', after_ms: Math.floor(Math.random() * spreadMs) }));
      socket.close(closeCodes.goingAway, 'going away');
    }
    await this.#options.agents.release();
    setTimeout(() => {
      for (const { socket } of this.#open) socket.terminate();
    }, 1_000).unref();
  }

  #accept(socket: WebSocket, session: Session, address: string): void {
    if (this.#closing) {
      socket.close(closeCodes.goingAway, 'going away');
      return;
    }
    const connection: Connection = {
      socket,
      session,
      address,
      agent: undefined,
      heardAt: this.#options.now(),
      messages: 0,
    };
    this.#open.add(connection);
    socket.on('message', (data: Buffer) => {
      this.#hear(connection, data).catch((error: unknown) => {
        if (!(error instanceof MessageError)) this.#options.log.error({ err: error }, 'agent message failed');
        const known = error instanceof MessageError;
        socket.close(known ? closeCodes.badMessage : 1011, known ? error.message.slice(0, 120) : 'internal error');
      });
    });
    socket.on('ping', () => {
      connection.heardAt = this.#options.now();
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#forget(connection));
  }

  async #hear(connection: Connection, data: Buffer): Promise<void> {
    connection.heardAt = this.#options.now();
    if (++connection.messages > maxMessagesPerSweep) throw new MessageError('Too many messages.');
    const message = readAgentMessage(data.toString('utf8'));
    if (message.type === 'hello') return this.#welcome(connection, message);
    if (!connection.agent) throw new MessageError('Say hello first.');
    const answer = await this.#options.desk.receive(connection.agent, message);
    if (answer && connection.socket.readyState === connection.socket.OPEN) connection.socket.send(writeMessage(answer));
  }

  async #welcome(connection: Connection, hello: Extract<AgentMessage, { type: 'hello' }>): Promise<void> {
    const { agents, desk } = this.#options;
    if (connection.session.role === 'challenger' && !hello.udp)
      throw new MessageError('hello: a challenger must name the UDP port it listens on.');
    const agent = await agents.arrive(connection.session, connection.address, hello);
    if (connection.socket.readyState !== connection.socket.OPEN) return agents.leave(agent);
    const key = keyOf(agent);
    const older = this.#byAgent.get(key);
    connection.agent = agent;
    this.#byAgent.set(key, connection);
    if (older && older !== connection) older.socket.close(closeCodes.replaced, 'replaced by a newer connection');
    const resume = await desk.openTasks(agent);
    connection.socket.send(writeMessage({ type: 'welcome', agent_id: agent.id, resume_tasks: resume }));
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const { agent } = connection;
    if (!agent || this.#byAgent.get(keyOf(agent)) !== connection) return;
    this.#byAgent.delete(keyOf(agent));
    if (this.#closing) return;
    this.#options.agents
      .leave(agent)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'noting a gone agent failed'));
  }

  /** Drops who has been silent for two ping intervals, and whose session was ended elsewhere. */
  async #sweep(): Promise<void> {
    const silentSince = this.#options.now() - 2 * agentPingMs;
    for (const connection of this.#open) {
      connection.messages = 0;
      if (connection.heardAt < silentSince) connection.socket.terminate();
    }
    const open = [...this.#open];
    const alive = await this.#options.sessions.keepAlive(open.map((it) => it.session.tokenHash));
    for (const connection of open)
      if (!alive.has(connection.session.tokenHash)) connection.socket.close(closeCodes.sessionEnded, 'session ended');
  }
}

/** An upgrade that is refused still gets an HTTP answer with the usual error body. */
const refuse = (socket: Duplex, error: unknown): void => {
  const known = error instanceof ServiceError ? error : new ServiceError('internal', { request_id: '-' });
  const body = JSON.stringify(known.toWire());
  socket.end(
    `HTTP/1.1 ${known.status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
