import type { MeshRules } from '@trigpoint/proofs';
import { dayMs, hourMs } from '../times.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { networksOf } from './addresses.ts';
import { type Admissions, placeOf } from './admissions.ts';
import type { Agent, Agents } from './agents.ts';
import { weekMs, whyTooFast } from './growth.ts';
import * as store from './probation-store.ts';

/** How often one of the nodes looks at the candidates. */
const stepEveryMs = 10 * 60_000;
/** A challenger that probation or the mesh admitted counts as a measurer of candidates after this long. Others count at once. */
const tenureMs = 30 * dayMs;

export interface ProbationsOptions extends Pick<Foundation, 'db' | 'now'> {
  readonly agents: Agents;
  readonly admissions: Admissions;
  /** How long a candidate must have been connected. */
  readonly probationMs: number;
  /** Measurements older than this say nothing about a candidate. */
  readonly measuredWithinMs: number;
  /** For each proof type: says whether measurements agree with a claim. Types that are missing admit nobody on probation. */
  readonly agrees: ReadonlyMap<string, NonNullable<MeshRules['agrees']>>;
  readonly settings: (proofType: string) => Readonly<Record<string, string>>;
  /** What others measured of a candidate since a time. */
  readonly measured: (
    proofType: string,
    id: string,
    since: number,
  ) => Promise<readonly { readonly challenger: string; readonly rttUs: number }[]>;
}

/**
 * Admits candidates that were connected long enough and whose place agrees with what admitted challengers measured. What a
 * candidate measures itself does not count.
 */
export class Probations {
  readonly #options: ProbationsOptions;

  constructor(options: ProbationsOptions) {
    this.#options = options;
  }

  /** Looks at all candidates, if it is time. Returns the ids of those that it admitted. */
  async step(): Promise<string[]> {
    const { db, now, agrees } = this.#options;
    const admitted: string[] = [];
    for (const proofType of agrees.keys()) {
      const isDue = await db.write((tx) => store.takeStep(tx, proofType, now(), now() + stepEveryMs));
      if (isDue) admitted.push(...(await this.#admitRipe(proofType)));
    }
    return admitted;
  }

  async #admitRipe(proofType: string): Promise<string[]> {
    const { agents, now, probationMs } = this.#options;
    const alive = await agents.alive(proofType, 'challenger');
    const waiting = alive
      .flatMap((agent) => (isOnProbation(agent) ? [{ agent, since: agent.admission?.since ?? now() }] : []))
      .filter(({ since }) => now() - since >= probationMs)
      .sort((a, b) => a.since - b.since || (a.agent.id < b.agent.id ? -1 : 1));
    const admitted: string[] = [];
    for (const { agent, since } of waiting) {
      const grounds = await this.#groundsFor(agent, since, alive);
      if (grounds !== undefined && (await this.#admit(agent, since, grounds, alive))) admitted.push(agent.id);
    }
    return admitted;
  }

  /** Why a candidate may be admitted; undefined if it may not. */
  async #groundsFor(agent: Agent, since: number, alive: readonly Agent[]): Promise<string | undefined> {
    const { agents, now, probationMs, measuredWithinMs, agrees, settings } = this.#options;
    const from = Math.max(since, now() - measuredWithinMs);
    const rows = await this.#options.measured(agent.proofType, agent.id, from);
    if (rows.length === 0) return undefined;
    const presentMs = await agents.presentMs(agent, since);
    if (presentMs < probationMs) return undefined;
    const own = new Set(networksOf(agent));
    const byId = new Map(rows.map((it) => [it.challenger, it.rttUs]));
    const measurers = alive
      .filter((it) => vouches(it, now()) && it.owner !== agent.owner && !networksOf(it).some((net) => own.has(net)))
      .map(({ id, claims, owner, network }) => ({ id, claims, owner, network, rttUs: byId.get(id) }));
    const found = agrees.get(agent.proofType)?.(agent.claims, measurers, settings(agent.proofType));
    return found?.agrees ? `It was here for ${Math.floor(presentMs / hourMs)} hours. ${found.because}` : undefined;
  }

  async #admit(agent: Agent, since: number, reason: string, alive: readonly Agent[]): Promise<boolean> {
    const { db, now, admissions } = this.#options;
    const { proofType, id, owner } = agent;
    const like = { proofType, id, place: placeOf(agent), owner, networks: networksOf(agent) };
    // The place in the week's growth is taken before the admission. If the node dies in between, the network grows less than it
    // may, never more.
    const hasRoom = await db.write(async (tx) => {
      const lately = await store.grownSince(tx, proofType, now() - weekMs);
      const isNew = new Set(lately.map((it) => it.id));
      const others = alive.filter((it) => it.admittedSince !== undefined && !isNew.has(it.id)).length;
      if (whyTooFast(like, lately, others, now()) !== undefined) return false;
      await store.keepGrown(tx, { ...like, admittedAt: now() });
      return true;
    });
    return hasRoom && (await admissions.admitOnProbation(proofType, id, since, reason));
  }
}

/** A candidate that came or changed its place is on probation. A candidate by decision of an operator waits for an operator. */
const isOnProbation = ({ admission }: Agent): boolean =>
  admission?.status === 'candidate' && (admission.by === 'arrival' || admission.by === 'change');

const vouches = ({ admission, admittedSince }: Agent, now: number): boolean =>
  admittedSince !== undefined &&
  (!(admission?.by === 'probation' || admission?.by === 'mesh') || admittedSince <= now - tenureMs);
