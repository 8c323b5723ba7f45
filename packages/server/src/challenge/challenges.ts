import { type Ask, AskError, isChainId, isDirectId, type ProofType } from '@trigpoint/proofs';
import { type ChallengeState, invalidField, serviceError } from '@trigpoint/protocol';
import { skipping } from '../db/driver.ts';
import { inParts, type PartedList } from '../db/in-parts.ts';
import { iso } from '../times.ts';
import * as store from './store.ts';
import { newChallenge, type TakingInOptions, takeIn } from './taking-in.ts';

export type { ChallengeRow } from './store.ts';

/** A request that the chain has confirmed. */
interface RequestOnChain {
  readonly requester: string;
  readonly attributeId: string;
  readonly info: `0x${string}`;
  /** Unix seconds. */
  readonly expiration: number;
  readonly status: 'none' | 'submitted' | 'completed' | 'timed_out';
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly chainTime: number;
}

interface RequestReader {
  /** Throws `unavailable` if the chain cannot be read. */
  read(id: bigint): Promise<RequestOnChain | 'missing' | 'unconfirmed'>;
  readonly confirmations: number;
}

export type AskedType = Pick<ProofType, 'id' | 'attributeId' | 'later' | 'decode' | 'parameters' | 'seats'>;

interface ChallengesOptions extends TakingInOptions {
  readonly requests: RequestReader;
  /** Whether an attribute id on chain means this proof type. */
  readonly asksFor: (attributeId: string, proofType: AskedType) => boolean;
}

/** How many challenges of a list are in memory at a time. Each is read with its whole verdict, up to some ten kilobytes. */
const readAtATime = 8;

/** Retry-After for a request that only needs more blocks. Common chains take about this long for one block. */
const confirmSeconds = 5;

/** The one spelling of an id: decimal, no sign, no leading zeros, 256 bits. */
function parseChallengeId(text: string): bigint {
  if (isChainId(text)) {
    const id = BigInt(text);
    if (id < 1n << 256n) return id;
  }
  throw invalidField('challenge_id', 'must be the decimal number that submitRequest produced');
}

/** Any id that a challenge can have: a number of the chain, or the id of a request that was made here. */
export function checkChallengeId(text: string): void {
  if (!isDirectId(text)) parseChallengeId(text);
}

export class Challenges {
  readonly #options: ChallengesOptions;
  /** Requests for the same id that arrive together ask the chain once. */
  readonly #pending = new Map<string, Promise<ChallengeState>>();

  constructor(options: ChallengesOptions) {
    this.#options = options;
  }

  /** Takes a request in from the chain. If the challenge is already known, returns its state. */
  async takeIn(proofType: AskedType, id: string, relayedBy: string): Promise<ChallengeState> {
    const number = parseChallengeId(id);
    const known = await store.findChallenge(this.#options.db, id);
    if (known) return stateFor(proofType, known);
    const key = `${proofType.id}/${id}`;
    const pending = this.#pending.get(key) ?? this.#take(proofType, id, number, relayedBy);
    this.#pending.set(key, pending);
    try {
      return await pending;
    } finally {
      this.#pending.delete(key);
    }
  }

  /** Throws `challenge_not_found` if there is no challenge with this id and proof type. */
  async find(proofType: string, id: string): Promise<store.ChallengeRow> {
    const challenge = await store.findChallenge(this.#options.db, id);
    if (challenge?.proofType === proofType) return challenge;
    throw serviceError('challenge_not_found', { challenge_id: id.slice(0, 78) });
  }

  /** Finds a challenge of any proof type. */
  findAny(id: string): Promise<store.ChallengeRow | undefined> {
    return store.findChallenge(this.#options.db, id);
  }

  /** Newest first, some at a time. */
  page(filter: store.ChallengeFilter, skip: number, limit: number): PartedList<store.ChallengeRow> {
    const { db } = this.#options;
    return inParts(limit, readAtATime, (after, count) =>
      store.pageChallenges(skipping(db, skip), filter, after, after ? 0 : skip, count),
    );
  }

  /** Challenges that have not ended, of one proof type or of all. */
  countOpen(proofType?: string): Promise<number> {
    return store.countOpen(this.#options.db, proofType);
  }

  async #take(proofType: AskedType, id: string, number: bigint, relayedBy: string): Promise<ChallengeState> {
    const { db, now, requests, asksFor, takenIn } = this.#options;
    const request = await requests.read(number);
    if (request === 'missing') throw serviceError('challenge_not_on_chain', { challenge_id: id });
    if (request === 'unconfirmed') {
      const { confirmations } = requests;
      const details = { challenge_id: id, confirmations, seconds: confirmSeconds };
      throw serviceError('challenge_not_confirmed', details, confirmSeconds);
    }
    if (!asksFor(request.attributeId, proofType)) throw ofOtherType(proofType, id, request.attributeId);
    if (request.status === 'completed') throw serviceError('challenge_already_ended', { challenge_id: id });
    const at = now();
    const expired = request.status === 'timed_out' || Math.max(request.chainTime, at / 1000) > request.expiration;
    if (expired) {
      const expiredAt = iso(request.expiration * 1000);
      throw serviceError('challenge_expired', { challenge_id: id, expired_at: expiredAt });
    }
    const ask = readAsk(proofType, id, request.info);
    const { later } = proofType;
    if (later && (request.attributeId === later.attributeId) !== later.isNeededFor(ask))
      throw ofOtherType(proofType, id, request.attributeId);
    const { requester: payer, info, blockNumber, blockHash } = request;
    const expiresAt = request.expiration * 1000;
    const taken = { id, payer, relayedBy, info, blockNumber, blockHash, submittedAt: at, expiresAt };
    const row = await newChallenge(this.#options, proofType.id, ask, taken);
    const inserted = await db.write((tx) => takeIn(tx, row, proofType, ask));
    if (inserted === 1) {
      takenIn(row);
      return 'SUBMITTED_TO_CHALLENGE_COORDINATOR';
    }
    const known = await store.findChallenge(db, id);
    if (!known) throw new Error(`challenge ${id} was neither inserted nor found`);
    return stateFor(proofType, known);
  }
}

const ofOtherType = (proofType: AskedType, id: string, attributeId: string) =>
  serviceError('challenge_of_other_type', {
    challenge_id: id,
    attribute_id: attributeId,
    proof_type: proofType.id,
  });

function stateFor(proofType: AskedType, known: store.ChallengeRow): ChallengeState {
  if (known.proofType !== proofType.id) throw ofOtherType(proofType, known.id, known.proofType);
  return known.state;
}

export function readAsk(proofType: AskedType, id: string, info: `0x${string}`): Ask {
  try {
    return proofType.decode(info);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    throw serviceError('challenge_unusable', { challenge_id: id, problem: error.message });
  }
}
