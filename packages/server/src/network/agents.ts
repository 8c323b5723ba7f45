import { type Identity, keptClaims } from '@trigpoint/proofs';
import { type AgentMessageOf, chainAddress, description, MessageError } from '@trigpoint/protocol';
import { Nodes, nodeLeaseMs } from '../cluster/nodes.ts';
import type { Cursor } from '../db/cursors.ts';
import { aside, type Tx } from '../db/driver.ts';
import type { Session } from '../session/sessions.ts';
import { dayMs, hourMs } from '../times.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { agentId, networkOf, plainAddress } from './addresses.ts';
import type { Admissions } from './admissions.ts';
import * as descriptions from './description-store.ts';
import type { Identities } from './identities.ts';
import { PresentAgents } from './present-agents.ts';
import type { Agent, AgentRole, ConnectedAgent } from './store.ts';
import * as store from './store.ts';
import * as visits from './visit-store.ts';
import { type Span, shareOf, spansOf } from './visits.ts';

export type { Agent, AgentRole } from './store.ts';

/** A node renews its lease this often. A lease lasts a minute, so one failure does not end it. */
export const renewEveryMs = 20_000;
/** A draw uses a list of agents that is at most this old. At 1,000 challenges a second one query serves a thousand draws. */
const snapshotMs = 1_000;
/** How many agents of a long list are in memory at a time for one reader. Each has up to 2 KiB of claims. */
const readAtATime = 32;
/** How long visits are kept. An agent's page shows its presence over this time. */
const visitsKeptMs = 30 * dayMs;
const unaskedKeptMs = 90 * dayMs;
/** At most this many provers, and as many candidates, are forgotten in one sweep, which runs each minute. */
const mostForgottenAtOnce = 500;
/** A draw reads the descriptions of a tree that may be hours old. Trees are deleted after six hours. */
const descriptionsKeptMs = 12 * hourMs;
/** An honest agent shows the same description again and again. An agent that always signs new ones would fill the database. */
const mostDescriptionsAnHour = 120;

export interface AgentsOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  /** This process, as the rows name it. */
  readonly nodeId: string;
  /** On a development network everybody shares one address, so each agent counts as a network of its own. */
  readonly development: boolean;
  /** Checks who agents say they are. */
  readonly identities: Identities;
  /** Decides which challengers may be drawn. If absent, all may be drawn as soon as they are connected. */
  readonly admissions?: Admissions | undefined;
  /** Says whether a challenger holds less than its deposit. Such a challenger is not drawn. */
  readonly lacksDeposit?: ((agent: Agent) => boolean) | undefined;
}

interface Snapshot {
  readonly takenAt: number;
  readonly agents: Promise<Agent[]>;
}

/** All agents, and which of them are connected. This is stored in the database, where every node reads it. */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #present = new Map<string, PresentAgents>();
  /** For each list of live challengers: the first n that were admitted, by n. */
  readonly #admitted = new WeakMap<readonly Agent[], Map<number, Agent[]>>();
  /** The nodes and their leases. An agent is alive while the node that it is connected to is alive. */
  readonly nodes: Nodes;

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.nodes = new Nodes({
      ...options,
      released: async (tx, nodeId, lastAlive) => {
        // This statement finds the agents by the node that their rows name, so it comes before the node is removed from them.
        await visits.endVisitsAt(tx, nodeId, lastAlive);
        await store.releaseAgentsOf(tx, nodeId, lastAlive, options.now());
      },
    });
  }

  /** Undefined if everybody is admitted. */
  get admissions() {
    return this.#options.admissions;
  }

  get identities() {
    return this.#options.identities;
  }

  get nodeId() {
    return this.#options.nodeId;
  }

  /** An agent said hello on this node. Throws `MessageError` if it is not who it says it is. */
  async arrive(
    session: Session,
    seenAddress: string,
    hello: AgentMessageOf<'hello'>,
  ): Promise<Agent & { readonly describedUntil: number }> {
    const { db, now, random, nodeId, development, identities, admissions } = this.#options;
    const { identity, hash, owner, until } = await identities.identify(session, seenAddress, hello);
    const at = now();
    const id = agentId(seenAddress, session.publicKey);
    const { keyType, publicKey } = session;
    const agent: Agent = {
      proofType: session.proofType,
      role: session.role as AgentRole,
      id,
      keyType,
      publicKey,
      chainAddress: chainAddress(keyType, publicKey),
      owner,
      description: hash,
      projectName: session.projectName,
      projectPublicKey: session.projectPublicKey,
      claims: keptClaims(identities.proofType(session.proofType), session.claims, development),
      version: hello.version,
      network: development ? id : networkOf(seenAddress),
      udpAddress: hello.udp ? (hello.udp.address ?? plainAddress(seenAddress)) : '',
      udpPort: hello.udp?.port ?? 0,
      capacity: hello.capacity,
      nodeId,
      connectionId: random(8).toString('hex'),
      firstSeen: at,
      lastAlive: at,
      changedAt: at,
      leaseUntil: at + nodeLeaseMs,
      challenges: 0,
      successes: 0,
      verifiedResult: undefined,
      admission: undefined,
      admittedSince: undefined,
    };
    await db.write(async (tx) => {
      await store.upsertAgent(tx, agent);
      if ((await descriptions.countDescriptions(tx, agent, at - hourMs)) >= mostDescriptionsAnHour)
        throw new MessageError('hello: this agent describes itself anew too often.');
      await descriptions.keepDescription(tx, agent, hash, identity, at);
      await descriptions.replaceDescriptions(tx, agent, { newest: hash, at, forgetBefore: at - descriptionsKeptMs });
      await visits.beginVisit(tx, agent, at);
      if (agent.role === 'challenger') await admissions?.arrived(tx, agent);
    });
    if (agent.role === 'challenger') await admissions?.admitListed(agent);
    return { ...agent, describedUntil: until };
  }

  /** What agents signed, by the hashes of their descriptions. */
  identitiesOf(hashes: readonly string[]): Promise<Map<string, Identity>> {
    return descriptions.findDescriptions(this.#options.db, hashes);
  }

  async leave(agent: ConnectedAgent): Promise<void> {
    const { db, now } = this.#options;
    await db.write(async (tx) => {
      const at = now();
      if ((await store.releaseAgent(tx, agent, at)) === 1) await visits.endVisit(tx, agent, at);
    });
  }

  /** Returns whether a connection is still the newest of its agent. If so, the agent's row names this node again. */
  async reclaim(agent: ConnectedAgent): Promise<boolean> {
    const { db, now, nodeId } = this.#options;
    return db.write(async (tx) => {
      const isOwn = (await store.reclaimAgent(tx, agent, nodeId, now())) === 1;
      if (isOwn) await visits.resumeVisit(tx, agent);
      return isOwn;
    });
  }

  /** The agents that are connected to this node according to the database. */
  connected(): Promise<ConnectedAgent[]> {
    return store.connectedTo(this.#options.db, this.#options.nodeId);
  }

  /** Where the agents of a role that came or went after a time are connected now. */
  moved(of: Pick<Agent, 'proofType' | 'role'>, after: number) {
    return store.movedAgents(this.#options.db, of, after);
  }

  /** The agents that are alive. The list is at most a second old. */
  alive(proofType: string, role: AgentRole): Promise<Agent[]> {
    const key = `${proofType}/${role}`;
    const at = this.#options.now();
    const known = this.#snapshots.get(key);
    if (known && at - known.takenAt < snapshotMs && at >= known.takenAt) return known.agents;
    const { db, lacksDeposit } = this.#options;
    const present =
      this.#present.get(key) ??
      new PresentAgents({
        ...{ db, proofType, role },
        liveNodes: () => this.nodes.alive(),
        completed: (it) => this.#opened(it),
      });
    this.#present.set(key, present);
    const agents = present
      .read(at)
      .then((all) => (lacksDeposit && role === 'challenger' ? all.map((it) => this.#funded(it)) : all));
    this.#snapshots.set(key, { takenAt: at, agents });
    agents.catch(() => this.#snapshots.delete(key));
    return agents;
  }

  /**
   * The challengers that may be drawn for a request: those that are alive and were admitted before the request was made. A
   * payer that could have somebody admitted after its request would know which seats to fill. If everybody is admitted and no
   * deposit is asked for, these are all that are alive. Equal lists are the same array, so that each is sorted and hashed
   * once.
   */
  async eligible(proofType: string, requestedAt: number): Promise<Agent[]> {
    const alive = await this.alive(proofType, 'challenger');
    if (!this.#options.admissions && !this.#options.lacksDeposit) return alive;
    const since = (it: Agent) => it.admittedSince ?? Number.POSITIVE_INFINITY;
    const isBefore = (it: Agent) => since(it) < requestedAt;
    const lists = this.#admitted.get(alive) ?? new Map<number, Agent[]>();
    this.#admitted.set(alive, lists);
    // Those admitted before a time are always the first n that were admitted. So the number n identifies the list.
    const count = alive.reduce((n, it) => n + (isBefore(it) ? 1 : 0), 0);
    const known = lists.get(count) ?? alive.filter(isBefore);
    lists.set(count, known);
    return known;
  }

  /**
   * The challengers that the mesh learns from. Candidates are not among them, so that fresh keys cannot get anybody set aside.
   * Those that the mesh set aside are among them, because their measurements may agree again later.
   */
  async landmarks(proofType: string): Promise<(Agent & { isAdmitted: boolean })[]> {
    const alive = await this.alive(proofType, 'challenger');
    if (!this.#options.admissions) return alive.map((it) => ({ ...it, isAdmitted: true }));
    return alive
      .filter(
        (it) => it.admittedSince !== undefined || (it.admission?.status === 'set_aside' && it.admission.by === 'mesh'),
      )
      .map((it) => ({ ...it, isAdmitted: it.admittedSince !== undefined }));
  }

  /** The key that a challenger cosigns the log with, from its signed description. Undefined if it is no witness. */
  async witnessKey(proofType: string, id: string): Promise<string | undefined> {
    const hash = (await this.find(proofType, 'challenger', id))?.description;
    const text = hash && (await this.identitiesOf([hash])).get(hash)?.description.text;
    return (text && description.parse(text).witness_key) || undefined;
  }

  async find(proofType: string, role: AgentRole, id: string): Promise<Agent | undefined> {
    const found = await store.findAgent(this.#options.db, proofType, role, id);
    return found && this.#opened(found);
  }

  /** The agents of an owner, and whether they are connected. */
  async ofOwner(owner: string): Promise<(Agent & { isAlive: boolean })[]> {
    const { db, now } = this.#options;
    return (await store.agentsOfOwner(db, owner)).map((it) => ({ ...it, isAlive: it.leaseUntil > now() }));
  }

  /** A challenger that lacks its deposit may not be drawn, even if it was admitted. */
  #funded(it: Agent): Agent {
    return this.#options.lacksDeposit?.(it) ? { ...it, admittedSince: undefined } : it;
  }

  /** If the network admits everybody, a challenger counts as admitted since it was first seen. */
  #opened(it: Agent): Agent {
    if (this.#options.admissions || it.role !== 'challenger') return it;
    const reason = 'This network admits everybody.';
    const admission = { status: 'admitted', reason, since: it.firstSeen, sinceBlock: null, by: 'open' } as const;
    return { ...it, admission, admittedSince: it.firstSeen };
  }

  /**
   * When an agent was connected: its spans in the last day, and its share of thirty days, or of the time since it was first
   * seen.
   */
  async seen(agent: Agent): Promise<{ from: number; spans: Span[]; share: number }> {
    const to = this.#options.now();
    const begin = Math.max(agent.firstSeen, to - visitsKeptMs);
    const found = await visits.visitsSince(this.#options.db, agent, begin);
    const lastAlive = agent.leaseUntil > to ? to : agent.lastAlive;
    const from = to - dayMs;
    return {
      from,
      spans: spansOf(found, lastAlive, from, to),
      share: shareOf(spansOf(found, lastAlive, begin, to), begin, to),
    };
  }

  /** How long an agent has been connected since a time. Only the last thirty days count. */
  async presentMs(agent: Agent, since: number): Promise<number> {
    const to = this.#options.now();
    const from = Math.max(since, to - visitsKeptMs);
    const found = await visits.visitsSince(this.#options.db, agent, from);
    const spans = spansOf(found, agent.leaseUntil > to ? to : agent.lastAlive, from, to);
    return spans.reduce((sum, it) => sum + it.until - it.from, 0);
  }

  forgetOldVisits(): Promise<number> {
    const { db, now } = this.#options;
    return db.write((tx) => visits.forgetVisits(tx, now() - visitsKeptMs));
  }

  /**
   * Forgets provers that nobody asked about and candidates that nobody decided about, if they have long been away. Anybody can make
   * keys and connect with them. `also` forgets what other rooms know of them, in the same transaction.
   */
  async forgetUnasked(
    also: (tx: Tx, gone: readonly store.AgentKey[]) => Promise<unknown> = async () => {},
  ): Promise<void> {
    const { db, now } = this.#options;
    const awaySince = now() - unaskedKeptMs;
    for (const forget of [store.forgetUnasked, store.forgetCandidates])
      await db.write(async (tx) => {
        const gone = await forget(tx, awaySince, mostForgottenAtOnce);
        if (gone.length === 0) return;
        await descriptions.forgetDescriptions(tx, gone);
        await also(tx, gone);
        await store.countForgotten(tx, gone);
      });
  }

  byNode(): Promise<Record<string, number>> {
    return store.agentsByNode(this.#options.db, this.#options.now());
  }

  findProver(proofType: string, address: string, isIPv6: boolean): Promise<Agent | undefined> {
    return store.findProver(this.#options.db, proofType, address, isIPv6 ? 'IPv6' : 'IPv4');
  }

  /** A page of agents, some at a time, and how many there are. */
  async page(proofType: string, role: AgentRole, from: number | Cursor, limit: number) {
    const db = aside(this.#options.db);
    const { ids, total, next } = await store.pageAgents(db, proofType, role, from, limit);
    const opened = (it: Agent) => this.#opened(it);
    const parts = async function* () {
      for (let at = 0; at < ids.length; at += readAtATime)
        yield (await store.findAgents(db, proofType, role, ids.slice(at, at + readAtATime))).map(opened);
    };
    return { parts: parts(), total, next };
  }

  counts() {
    return store.countAlive(this.#options.db, this.#options.now());
  }
}
