import { askHash, type CheckSignature, checkReading, type ProofType, type ReadingMisfit } from '@trigpoint/proofs';
import type { AgentMessageOf, HubMessage, HubMessageOf, MeasurementContext, ServiceName } from '@trigpoint/protocol';
import { Compile } from '@trigpoint/schema';
import type { Logger } from 'pino';
import type { Db } from '../db/driver.ts';
import * as store from './store.ts';

/** What the mesh needs to know of an agent. */
export interface MeshAgent {
  readonly proofType: string;
  readonly role: 'prover' | 'challenger';
  readonly id: string;
  readonly keyType: 'ethereum' | 'solana';
  readonly publicKey: string;
  readonly chainAddress: string;
  readonly claims: Readonly<Record<string, string>>;
  /** Hash of its signed description. */
  readonly description: string;
  readonly udpAddress: string;
  readonly udpPort: number;
  readonly nodeId: string;
  /** Undefined for candidates, and for those that are set aside. */
  readonly admittedSince: number | undefined;
  readonly admission: { readonly since: number } | undefined;
}

export interface MeshesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly log: Logger;
  readonly nodeId: string;
  /** The name of the service in texts that agents sign. */
  readonly service: ServiceName;
  /** The proof type, with the rules of its mesh. */
  readonly proofType: ProofType & Required<Pick<ProofType, 'mesh'>>;
  readonly challengers: () => Promise<readonly MeshAgent[]>;
  readonly send: (to: Pick<MeshAgent, 'proofType' | 'role' | 'id'>, message: HubMessage) => boolean;
  readonly checkSignature: CheckSignature;
  /** Stores a refusal for those who run the agent. Returns its sentence. */
  readonly keepRefusal: (
    agentId: string,
    of: Pick<AgentMessageOf<'reading'>, 'challenge_id' | 'attempt'>,
    code: MeshRefusal,
  ) => Promise<string>;
  /** How often a pair is measured again. */
  readonly everyMs: number;
}

type MeshRefusal = 'mesh_closed' | ReadingMisfit;

interface Pending {
  readonly prover: MeshAgent;
  readonly challenger: MeshAgent;
  readonly context: MeasurementContext;
  readonly token: string;
  readonly until: number;
}

/** The longest time that one measurement of a pair may take. */
const budgetMs = 15_000;
/** How many pairs are asked in one step. With a step every few seconds, the mesh of 200 challengers is renewed within hours. */
const pairsPerStep = 8;
/** A pair without a result is asked again after this long. So an agent that never answers does not delay others. */
const againAfterMs = 15 * 60_000;
/** The ids of measurements of the mesh begin like this. Those of challenges do not. */
export const meshPrefix = 'mesh-';
/** A pair is measured once under an id. The number stays because signed texts have the field. */
const onlyAttempt = 1;

/**
 * Lets challengers measure each other; one of each pair acts as prover. So the network learns what delays mean, and who is
 * not where it says. Open measurements are kept in memory alone. A pair that is lost in a restart is measured the next time.
 */
export class Meshes {
  readonly #options: MeshesOptions;
  readonly #pending = new Map<string, Pending>();
  /** When each pair was asked last. */
  readonly #asked = new Map<string, number>();
  readonly #series;

  constructor(options: MeshesOptions) {
    this.#options = options;
    this.#series = Compile(options.proofType.series);
  }

  /** Asks for the pairs that have waited longest, one measurement per challenger at a time. */
  async step(): Promise<number> {
    const { db, now, nodeId, everyMs, proofType } = this.#options;
    const at = now();
    for (const [id, it] of this.#pending) if (it.until < at) this.#pending.delete(id);
    const againBefore = at - Math.min(everyMs, againAfterMs);
    for (const [pair, askedAt] of this.#asked) if (askedAt <= againBefore) this.#asked.delete(pair);
    const all = await this.#options.challengers();
    // Each node asks its own challengers, because their readings come back to the node that asked for the pair.
    // Candidates are measured and do not measure. There may be thousands of them, so they are left out before pairs are looked at.
    const here = all.filter((it) => it.nodeId === nodeId && it.admittedSince !== undefined);
    const measured = new Map(
      (await store.listMesh(db, proofType.id, at - everyMs)).map((it) => [
        `${it.prover} ${it.challenger}`,
        it.measuredAt,
      ]),
    );
    const busy = new Set([...this.#pending.values()].flatMap((it) => [it.prover.id, it.challenger.id]));
    let asked = 0;
    for (const prover of inTurn(all))
      for (const challenger of here) {
        if (asked >= pairsPerStep) return asked;
        if (!isPair(prover, challenger) || busy.has(prover.id) || busy.has(challenger.id)) continue;
        const pair = `${prover.id} ${challenger.id}`;
        if (measured.has(pair) || this.#asked.has(pair)) continue;
        this.#asked.set(pair, at);
        busy.add(prover.id).add(challenger.id);
        this.#ask(prover, challenger, at);
        asked++;
      }
    return asked;
  }

  #ask(prover: MeshAgent, challenger: MeshAgent, at: number): void {
    const { random, send, proofType, service } = this.#options;
    const ask = proofType.mesh.ask(prover.chainAddress as `0x${string}`, prover.claims);
    if (!ask) return;
    const id = `${meshPrefix}${random(12).toString('hex')}`;
    const token = random(24).toString('base64url');
    const context = {
      ...{ ...service, ask_hash: askHash(ask), eligible_root: null, seed: null },
      ...{ prover_description: prover.description, challenger_description: challenger.description },
    };
    this.#pending.set(id, { prover, challenger, context, token, until: at + budgetMs + 5_000 });
    const task = {
      challenge_id: id,
      attempt: onlyAttempt,
      proof_type: proofType.id,
      ask,
      prover: wireParty(prover),
      challenger: { ...wireParty(challenger), endpoint: { address: challenger.udpAddress, port: challenger.udpPort } },
      context,
      tag: random(16).toString('hex'),
      budget_ms: budgetMs,
    };
    send(challenger, { type: 'mesh', role: 'challenger', task, token });
    send(prover, { type: 'mesh', role: 'prover', task, token });
  }

  async record(agent: Pick<MeshAgent, 'id'>, message: AgentMessageOf<'reading'>): Promise<HubMessageOf<'recorded'>> {
    const { challenge_id, attempt } = message;
    const code = await this.#take(agent, message);
    const said =
      code === undefined
        ? { accepted: true, code: 'accepted', message: 'Recorded for calibration.' }
        : { accepted: false, code, message: await this.#options.keepRefusal(agent.id, message, code) };
    return { type: 'recorded', challenge_id, attempt, ...said };
  }

  async #take(agent: Pick<MeshAgent, 'id'>, message: AgentMessageOf<'reading'>): Promise<MeshRefusal | undefined> {
    const { db, now, proofType, checkSignature } = this.#options;
    const pending = this.#pending.get(message.challenge_id);
    if (!pending || pending.challenger.id !== agent.id || pending.token !== message.token) return 'mesh_closed';
    this.#pending.delete(message.challenge_id);
    const { prover, challenger, context } = pending;
    const asked = { challengeId: message.challenge_id, attempt: onlyAttempt, context };
    const says = await checkReading(
      proofType,
      (series) => this.#series.Check(series),
      message,
      { ...asked, prover: wireParty(prover), challenger: wireParty(challenger) },
      checkSignature,
    );
    if ('refused' in says) return says.refused;
    if (says.failure) return undefined;
    const rttUs = proofType.mesh.rttUs(says.series);
    if (rttUs === undefined) return undefined;
    const row = { proofType: proofType.id, prover: prover.id, challenger: challenger.id, rttUs: Math.round(rttUs) };
    const { message: text, signature } = message;
    await db.write((tx) => store.keepMeshReading(tx, { ...row, measuredAt: now(), message: text, signature }));
    return undefined;
  }
}

/**
 * Of two admitted challengers one measures the other. A challenger that is not admitted is measured by admitted ones and measures
 * nobody. Its reports would not count, and fresh keys must not use up the time of the mesh among themselves.
 */
const isPair = (prover: MeshAgent, challenger: MeshAgent): boolean =>
  prover.admittedSince === undefined || prover.id < challenger.id;

/** Admitted challengers come first, then the others, those that have waited longest first. So later keys delay nobody. */
const inTurn = (all: readonly MeshAgent[]): MeshAgent[] => {
  const waitsSince = (it: MeshAgent) => (it.admittedSince === undefined ? (it.admission?.since ?? 0) : -1);
  return [...all].sort((a, b) => waitsSince(a) - waitsSince(b));
};

const wireParty = (it: MeshAgent) => ({ id: it.id, key_type: it.keyType, public_key: it.publicKey, claims: it.claims });
