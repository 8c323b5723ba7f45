import {
  type AgentMessage,
  agentCloseCodes,
  agentMessageMaxBytes,
  agentPingMs,
  type HubMessage,
  MessageError,
  readAgentMessage,
  type TaskMessage,
  writeMessage,
} from '@trigpoint/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { nodeLeaseMs } from '../cluster/nodes.ts';
import type { NoticeBoard } from '../cluster/notice-board.ts';
import type { Session, Sessions } from '../session/sessions.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { admissionMessage } from './admissions.ts';
import { type Agent, type Agents, renewEveryMs } from './agents.ts';
import type { Endpoints } from './endpoints.ts';
import { leastLeftMs } from './identities.ts';
import { MessageAllowances } from './message-allowances.ts';

const goingAway = 1001;
const internalError = 1011;

/** A socket is closed if its agent does not read while this much waits for it. The agent connects again and resumes. */
const maxBufferedBytes = 1_048_576;
/** How many messages of one agent are worked on at a time. Further messages wait in its socket. */
const maxAtWork = 32;
/** A reading that nobody asked for costs its agent as much as this many messages. To find that out costs several queries. */
const unaskedCost = 50;
/** A socket that is being closed is cut off after this long. */
const closingMs = 1_000;
const sweepEveryMs = 15_000;
/** Agents that are sent away all at once are told to come back at random times within this long. */
const comeBackWithinMs = 2_000;
/** All connections are compared with the database this often. In between only agents whose rows have changed are compared. */
const reconcileEveryMs = 600_000;
/** Changes have the times of other nodes' clocks. Leases already require that clocks differ by less than this. */
const lookBackMs = nodeLeaseMs;
/** An agent must say hello within this long after it connected. */
const helloMs = 10_000;

/** The agent on a connection. This is all that is kept in memory of an idle agent. */
export type Speaker = Pick<Agent, 'proofType' | 'role' | 'id' | 'keyType' | 'publicKey' | 'connectionId'>;

/** Answers what agents say. Coordination, calibration and the log do that; the wiring joins them. */
export interface AgentInbox {
  /** The open tasks of an agent that has just connected. */
  openTasks(agent: Speaker): Promise<TaskMessage[]>;
  /** Asks a prover that has just connected for the consents that challenges wait for. */
  consentsWanted(agent: Speaker): Promise<HubMessage[]>;
  /** Takes any message but hello. The answer, if there is one, is sent to the agent. */
  receive(agent: Speaker, message: Exclude<AgentMessage, { type: 'hello' }>): Promise<HubMessage | undefined>;
  /** True for the answer to a reading that nobody asked the agent for. */
  isUnasked(answer: HubMessage): boolean;
}

interface Connection {
  readonly socket: WebSocket;
  readonly tokenHash: string;
  /** The key that its session belongs to. */
  readonly key: string;
  /** The agent as its connections are counted. */
  readonly counted: string;
  /** Who connected. Present until the agent says hello. */
  guest: { readonly session: Session; readonly address: string; readonly since: number } | undefined;
  hasSaidHello: boolean;
  agent: Speaker | undefined;
  /** When the agent's signed description of itself expires. */
  describedUntil: number;
  heardAt: number;
  atWork: number;
  /** Present while the socket waits because its key has sent too much. */
  held: NodeJS.Timeout | undefined;
}

interface HubOptions extends Pick<Foundation, 'log' | 'now'> {
  readonly agents: Agents;
  readonly sessions: Sessions;
  readonly endpoints: Endpoints;
  /** Present if other nodes may share the database. */
  readonly board?: NoticeBoard | undefined;
}

const loginKeyOf = (it: Pick<Session, 'keyType' | 'publicKey'>) => `${it.keyType} ${it.publicKey}`;
const countedAs = (it: Session) => `${loginKeyOf(it)} ${it.proofType} ${it.role}`;
const keyOf = (it: Pick<Agent, 'proofType' | 'role' | 'id'>) => `${it.proofType}/${it.role}/${it.id}`;

/** False if the socket is not open, or if so much waits for its agent that it is closed. */
const isReading = (socket: WebSocket): boolean => {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount <= maxBufferedBytes) return true;
  socket.terminate();
  return false;
};

/** Returns whether the message was given to the socket. */
const give = (socket: WebSocket, message: HubMessage): boolean => {
  if (!isReading(socket)) return false;
  socket.send(writeMessage(message));
  return true;
};

const resume = ({ socket, atWork, held }: Connection): void => {
  if (atWork < maxAtWork && !held && socket.isPaused && socket.readyState === socket.OPEN) socket.resume();
};

/** Closes a socket. Whoever goes on sending is not read any more, so the answer to the closing is not waited for. */
const end = (socket: WebSocket, code: number, reason: string | Buffer): void => {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closingMs).unref();
};

/** A close frame has room for 123 bytes of a reason. */
const closeReason = (message: string): Buffer => {
  const bytes = Buffer.alloc(123);
  return bytes.subarray(0, new TextEncoder().encodeInto(message, bytes).written);
};

/** The sockets of the agents that are connected to this node. */
export class Hub {
  readonly #options: HubOptions;
  readonly sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // A connection takes 240 KiB with compression, and 8 KiB without.
    perMessageDeflate: false,
    maxPayload: agentMessageMaxBytes,
    // Pings are answered here, because ws answers them also where nobody reads the answers.
    autoPong: false,
  });
  readonly #open = new Set<Connection>();
  readonly #counts = new Map<string, number>();
  readonly #byAgent = new Map<string, Connection>();
  readonly #allowances: MessageAllowances;
  /** Agents that have left, while the database could not be told. */
  readonly #unnoted = new Map<string, Speaker>();
  /** The proof types and roles of all agents that were ever connected to this node. */
  readonly #kinds = new Map<string, Pick<Agent, 'proofType' | 'role'>>();
  #followedAt: number;
  #inbox: AgentInbox | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #closing = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#allowances = new MessageAllowances(options.now);
    this.#followedAt = options.now();
  }

  /** Sets who answers agents. Before that no agent can connect. */
  answerWith(inbox: AgentInbox): void {
    this.#inbox = inbox;
  }

  get size() {
    return this.#byAgent.size;
  }

  start(): void {
    const { agents, sessions, board, log } = this.#options;
    const guard = (what: string, work: () => Promise<void>) => () =>
      void work().catch((error: unknown) => log.warn({ err: error }, what));
    const repeat = (everyMs: number, what: string, work: () => Promise<void>) =>
      this.#timers.push(setInterval(guard(what, work), everyMs));
    repeat(renewEveryMs, 'renewing the lease failed', () => agents.nodes.renew());
    repeat(renewEveryMs, 'comparing changed connections failed', () => this.follow());
    repeat(reconcileEveryMs, 'comparing connections failed', () => this.reconcile());
    repeat(sweepEveryMs, 'sweeping agents failed', () => this.#sweep());
    const closeOf = (key: string) => {
      const of = [...this.#open].filter((it) => it.key === key);
      guard('closing ended sessions failed', () => this.#closeEnded(of))();
    };
    sessions.onEnded((session) => {
      const key = loginKeyOf(session);
      closeOf(key);
      board?.tell('ended', key);
    });
    board?.on('ended', closeOf);
  }

  /** Returns whether the agent is connected to this node and the message was given to its socket. */
  send(to: Pick<Agent, 'proofType' | 'role' | 'id'>, message: HubMessage): boolean {
    const connection = this.#byAgent.get(keyOf(to));
    return connection !== undefined && give(connection.socket, message);
  }

  /** Sends the agents away one after another, spread over this long. Each goes on working until its turn comes. */
  async close(spreadMs: number): Promise<void> {
    this.#closing = true;
    const inTurn = spreadMs > 0 ? [...this.#open] : [];
    const turns = inTurn.map((it) => setTimeout(() => this.#letGo(it, 0), Math.random() * spreadMs));
    await new Promise((resolve) => setTimeout(resolve, spreadMs));
    for (const timer of [...this.#timers, ...turns]) clearTimeout(timer);
    this.sendAway();
    setTimeout(() => {
      for (const { socket } of this.#open) socket.terminate();
    }, 1_000).unref();
    await this.#options.agents.nodes.release();
  }

  /** Tells all agents to connect again, to whichever node lets them in, and closes their sockets. */
  sendAway(): void {
    for (const it of this.#open) this.#letGo(it, comeBackWithinMs);
  }

  #letGo({ socket }: Connection, withinMs: number): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(writeMessage({ type: 'reconnect', after_ms: Math.floor(Math.random() * withinMs) }));
    end(socket, goingAway, 'going away');
  }

  accept(socket: WebSocket, session: Session, address: string): void {
    if (this.#closing || !this.#inbox) {
      socket.close(goingAway, 'going away');
      return;
    }
    const now = this.#options.now();
    const connection: Connection = {
      socket,
      tokenHash: session.tokenHash,
      key: loginKeyOf(session),
      counted: countedAs(session),
      guest: { session, address, since: now },
      hasSaidHello: false,
      agent: undefined,
      describedUntil: Number.POSITIVE_INFINITY,
      heardAt: now,
      atWork: 0,
      held: undefined,
    };
    this.#open.add(connection);
    this.#counts.set(connection.counted, this.countOf(session) + 1);
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#work(connection, data, isBinary).catch(() => socket.terminate());
    });
    socket.on('ping', (data: Buffer) => {
      if (this.#isHeard(connection) && isReading(socket)) socket.pong(data);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#forget(connection));
    give(socket, { type: 'greeting', ...this.#options.agents.identities.greet(session, address) });
  }

  /** How many connections the agent of a session has open here, in all its sessions. */
  countOf(session: Session): number {
    return this.#counts.get(countedAs(session)) ?? 0;
  }

  async #work(connection: Connection, data: Buffer, isBinary: boolean): Promise<void> {
    const { socket } = connection;
    if (!this.#isHeard(connection)) return;
    if (++connection.atWork >= maxAtWork) socket.pause();
    try {
      if (isBinary) throw new MessageError('A frame was not text.');
      const answer = await this.#hear(connection, data.toString('utf8'));
      if (!answer) return;
      give(socket, answer);
      if (this.#inbox?.isUnasked(answer)) this.#spend(connection, unaskedCost - 1);
    } catch (error) {
      if (error instanceof MessageError) end(socket, agentCloseCodes.malformed, closeReason(error.message));
      else {
        this.#options.log.error({ err: error }, 'agent message failed');
        end(socket, internalError, 'internal error');
      }
    } finally {
      connection.atWork--;
      resume(connection);
    }
  }

  /** Counts a message or a ping. False if the socket is being closed: then nothing more of it is read. */
  #isHeard(connection: Connection): boolean {
    const { socket } = connection;
    if (socket.readyState !== socket.OPEN) {
      socket.pause();
      return false;
    }
    connection.heardAt = this.#options.now();
    this.#spend(connection, 1);
    return true;
  }

  /** Counts messages for a key. If it has sent too many, the socket waits; if it owes too much, the socket is closed. */
  #spend(connection: Connection, messages: number): void {
    const { socket, key } = connection;
    const { waitMs, isOverrun } = this.#allowances.spend(key, messages);
    if (isOverrun) end(socket, agentCloseCodes.overrun, 'too many messages');
    if (waitMs === 0 || connection.held) return;
    socket.pause();
    const goOn = () => {
      connection.held = undefined;
      resume(connection);
    };
    connection.held = setTimeout(goOn, waitMs).unref();
  }

  async #hear(connection: Connection, text: string): Promise<HubMessage | undefined> {
    const message = readAgentMessage(text);
    if (message.type === 'hello') {
      await this.#welcome(connection, message);
      return undefined;
    }
    if (!connection.agent) throw new MessageError('Say hello first.');
    return this.#inbox?.receive(connection.agent, message);
  }

  async #welcome(connection: Connection, hello: Extract<AgentMessage, { type: 'hello' }>): Promise<void> {
    const { agents } = this.#options;
    const { guest, socket } = connection;
    if (!guest || connection.hasSaidHello) throw new MessageError('hello was said before.');
    if (guest.session.role === 'challenger' && !hello.udp)
      throw new MessageError('hello: a challenger must name the UDP port it listens on.');
    connection.hasSaidHello = true;
    await this.#options.endpoints.check(guest.address, hello.udp, (tag) =>
      give(socket, { type: 'endpoint_check', tag }),
    );
    connection.guest = undefined;
    const arrived = await agents.arrive(guest.session, guest.address, hello);
    const { proofType, role, id, keyType, publicKey, connectionId } = arrived;
    const agent = { proofType, role, id, keyType, publicKey, connectionId };
    if (socket.readyState !== socket.OPEN) return agents.leave(agent);
    const older = this.#byAgent.get(keyOf(agent));
    connection.agent = agent;
    connection.describedUntil = arrived.describedUntil;
    this.#byAgent.set(keyOf(agent), connection);
    this.#kinds.set(`${proofType}/${role}`, { proofType, role });
    if (older) end(older.socket, agentCloseCodes.replaced, 'replaced by a newer connection');
    const openTasks = (await this.#inbox?.openTasks(agent)) ?? [];
    give(socket, { type: 'welcome', agent_id: agent.id, resume_tasks: openTasks });
    if (role === 'prover')
      for (const message of (await this.#inbox?.consentsWanted(agent)) ?? []) this.send(agent, message);
    if (role !== 'challenger' || !agents.admissions) return;
    const admission = (await agents.find(proofType, role, id))?.admission;
    if (admission) give(socket, admissionMessage({ ...agent, ...admission }));
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const { agent, counted, held } = connection;
    clearTimeout(held);
    const left = (this.#counts.get(counted) ?? 0) - 1;
    if (left > 0) this.#counts.set(counted, left);
    else this.#counts.delete(counted);
    if (!agent || this.#byAgent.get(keyOf(agent)) !== connection) return;
    this.#byAgent.delete(keyOf(agent));
    if (this.#closing) return;
    this.#options.agents.leave(agent).catch((error: unknown) => {
      this.#unnoted.set(keyOf(agent), agent);
      this.#options.log.warn({ err: error }, 'noting a gone agent failed');
    });
  }

  /**
   * Looks at agents whose rows have changed since the last time. If an agent has connected to another node, its connection
   * here is closed. Agents whose leaving could not be stored before leave now.
   */
  async follow(): Promise<void> {
    const { agents, now } = this.#options;
    const at = now();
    for (const [key, agent] of this.#unnoted) {
      if (!this.#byAgent.has(key)) await agents.leave(agent);
      this.#unnoted.delete(key);
    }
    for (const kind of this.#kinds.values())
      for (const row of await agents.moved(kind, this.#followedAt - lookBackMs)) {
        const agent = this.#byAgent.get(keyOf(row))?.agent;
        if (agent && (row.nodeId !== agents.nodeId || row.connectionId !== agent.connectionId))
          await this.#closeIfReplaced(agent);
      }
    this.#followedAt = at;
  }

  /** Closes a connection whose agent has a newer one elsewhere. */
  async #closeIfReplaced(agent: Speaker): Promise<void> {
    const connection = this.#byAgent.get(keyOf(agent));
    if (connection?.agent !== agent || (await this.#options.agents.reclaim(agent))) return;
    end(connection.socket, agentCloseCodes.replaced, 'replaced by a newer connection');
  }

  /**
   * Compares all connections with the database. If an agent has connected to another node, its connection here is closed. If the
   * database has an agent as connected here that is not, the agent leaves now.
   */
  async reconcile(): Promise<void> {
    const { agents } = this.#options;
    const before = [...this.#byAgent.values()];
    const rows = new Map((await agents.connected()).map((it) => [keyOf(it), it]));
    for (const { agent } of before)
      if (agent && rows.get(keyOf(agent))?.connectionId !== agent.connectionId) await this.#closeIfReplaced(agent);
    // While an agent says hello, its row exists a moment before its connection has its name. The rest waits for the next time.
    if ([...this.#open].some(({ agent, guest }) => !agent && !guest)) return;
    for (const [key, row] of rows) if (!this.#byAgent.has(key)) await agents.leave(row);
  }

  /**
   * Closes connections that were silent for two ping intervals or never said hello, whose description expires soon, or whose
   * session has ended.
   */
  async #sweep(): Promise<void> {
    const now = this.#options.now();
    this.#allowances.sweep();
    for (const connection of this.#open) {
      if (connection.guest && connection.guest.since < now - helloMs) connection.socket.terminate();
      if (connection.heardAt < now - 2 * agentPingMs) connection.socket.terminate();
      if (connection.describedUntil < now + leastLeftMs) end(connection.socket, goingAway, 'its description runs out');
    }
    await this.#closeEnded([...this.#open]);
  }

  async #closeEnded(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return;
    const alive = await this.#options.sessions.keepAlive(connections.map((it) => it.tokenHash));
    for (const { tokenHash, socket } of connections)
      if (!alive.has(tokenHash)) end(socket, agentCloseCodes.sessionEnded, 'session ended');
  }
}
