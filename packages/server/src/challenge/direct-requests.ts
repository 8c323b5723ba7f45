import { askHash, directIdOf, nonceHashOf, readDirectRequest, type Signatory } from '@trigpoint/proofs';
import {
  type ChallengeState,
  type DirectRequest,
  directRequest,
  invalidField,
  type KeyType,
  partyOf,
  type ServiceName,
  serviceError,
} from '@trigpoint/protocol';
import type { Tx } from '../db/driver.ts';
import { type Once, onceFields } from '../db/once.ts';
import { dayMs, hourMs, iso } from '../times.ts';
import { type AskedType, readAsk } from './challenges.ts';
import { type DirectRow, findByIdempotencyKey, findDirect, insertDirect, tellNonce } from './direct-store.ts';
import * as store from './store.ts';
import { newChallenge, type TakingInOptions, takeIn } from './taking-in.ts';

export type { DirectRow } from './direct-store.ts';

interface DirectRequestsOptions extends TakingInOptions {
  readonly random: (bytes: number) => Buffer;
  readonly service: ServiceName;
  /** True if seeds are made from blocks. Without a chain they are made from nonces. */
  readonly hasBlocks: boolean;
  /** How many entries the public log has. */
  readonly logSize: () => Promise<number>;
  readonly checkSignature: (signatory: Signatory, text: string, signature: string) => Promise<boolean>;
  /** Called when a challenge is due now. */
  readonly due: (challengeId: string) => void;
}

/** Who asks and pays. */
interface Payer {
  readonly keyType: KeyType;
  readonly publicKey: string;
}

/** What is asked. If the payer signed a request, `signed` decides instead of `nonceHash` and `expiresInMs`. */
interface DirectAsk {
  readonly info: `0x${string}`;
  readonly signed?: { readonly text: string; readonly signature: string } | undefined;
  /** The hash of the nonce that the payer will tell. */
  readonly nonceHash?: string | undefined;
  readonly expiresInMs?: number | undefined;
  readonly once?: Once | undefined;
  /** How many challengers the payer asked for, if that was raised to the fewest that can give a verdict. Evidence has it too. */
  readonly raisedFrom?: number | undefined;
}

export interface AskedDirectly {
  readonly id: string;
  readonly state: ChallengeState;
  /** What was asked. */
  readonly info: `0x${string}`;
  /** The request as it was written down. */
  readonly text: string;
  /** Who chose the nonce that the seed is made from; `none` if the seed is made from a block. */
  readonly nonceBy: DirectRow['nonceBy'];
}

/** A request that the caller stores in a transaction of its own. */
export interface PreparedRequest {
  readonly id: string;
  /** Stores the request and sets its fee aside. Returns 0 if it was stored before. */
  insert(tx: Tx): Promise<number>;
  /** To be called after the transaction has committed. Asks the prover for its consent. */
  asked(): void;
}

const usualMs = hourMs;
/** The longest time until a request expires. It may hold a place in the prover's waiting list for that long. */
const mostMs = dayMs;
const retrySeconds = 1;

const taken = ({ id, state, info }: store.ChallengeRow, { text, nonceBy }: DirectRow): AskedDirectly => ({
  id,
  state,
  info,
  text,
  nonceBy,
});

/** Requests that are made at the service, without a chain. From here on they are challenges like all others. */
export class DirectRequests {
  readonly #options: DirectRequestsOptions;

  constructor(options: DirectRequestsOptions) {
    this.#options = options;
  }

  /** Takes a request in. If the same signed request comes again, returns its state as it is now. */
  async ask(proofType: AskedType, payer: Payer, it: DirectAsk): Promise<AskedDirectly> {
    const { db, now } = this.#options;
    const at = now();
    const text = it.signed
      ? await this.#checkSigned(proofType, payer, it, at)
      : await this.#write(proofType, payer, it);
    const id = directIdOf(text);
    const known = await this.#find(id);
    if (known) return known;
    const prepared = await this.#prepare(proofType, payer, it, text);
    const inserted = await db.write((tx) => prepared.insert(tx));
    if (inserted === 1) prepared.asked();
    const found = (await this.#find(id)) ?? (await this.findRepeated(proofType, payer, it.once));
    if (!found) throw new Error(`challenge ${id} was neither inserted nor found`);
    return found;
  }

  /** The challenge that an earlier request with this Idempotency-Key made. Throws if that was another request. */
  async findRepeated(
    { id: proofType }: Pick<AskedType, 'id'>,
    payer: Payer,
    once: Once | undefined,
  ): Promise<AskedDirectly | undefined> {
    const { db } = this.#options;
    const known = once && (await findByIdempotencyKey(db, partyOf(payer), once.key));
    if (!known) return undefined;
    const challenge = await store.findChallenge(db, known.challengeId);
    if (known.requestHash !== once.requestHash || challenge?.proofType !== proofType)
      throw serviceError('idempotency_key_reused', { what: 'Idempotency-Key' });
    return taken(challenge, known);
  }

  /** Like `ask`, but in two steps: the slots of watches store their requests in a transaction of their own. Nobody signs them. */
  async prepare(
    proofType: AskedType,
    payer: Payer,
    it: Omit<DirectAsk, 'signed' | 'nonceHash' | 'once'>,
  ): Promise<PreparedRequest> {
    return this.#prepare(proofType, payer, it, await this.#write(proofType, payer, it), true);
  }

  async #prepare(
    proofType: AskedType,
    payer: Payer,
    it: DirectAsk,
    text: string,
    isSlot = false,
  ): Promise<PreparedRequest> {
    const { now, takenIn } = this.#options;
    const submittedAt = now();
    const id = directIdOf(text);
    const says = directRequest.parse(text);
    const ask = readAsk(proofType, id, it.info);
    const request = {
      ...{ id, payer: payer.publicKey, relayedBy: partyOf(payer), info: it.info, blockNumber: 0, blockHash: '' },
      ...{ submittedAt, expiresAt: Date.parse(says.expires_at) },
    };
    const row = await newChallenge(this.#options, proofType.id, ask, request, it.raisedFrom);
    // Such a request costs its payer nothing, and its end stands in the log for ever. Addresses cost nothing either.
    if (!isSlot && row.proverId === '')
      throw serviceError('agent_not_found', { role: 'prover', id: ask.prover, proof_type: proofType.id });
    const direct = {
      ...{ challengeId: id, text, signature: it.signed?.signature ?? '', ...this.#nonceOf(says) },
      ...{ keyOf: it.once && partyOf(payer), ...onceFields(it.once) },
    };
    return {
      id,
      // If two requests with the same key come at once, the second waits here until the first has inserted its row.
      insert: async (tx) => ((await insertDirect(tx, direct)) === 0 ? 0 : takeIn(tx, row, proofType, ask, isSlot)),
      asked: () => takenIn(row),
    };
  }

  /** Takes in the nonce that the payer committed to. Throws before the acceptance is public: until then it must be secret. */
  async reveal(proofType: string, payer: Payer, id: string, nonce: string): Promise<ChallengeState> {
    const { db, now, due } = this.#options;
    const challenge = await store.findChallenge(db, id);
    const direct = await findDirect(db, id);
    if (!direct || challenge?.proofType !== proofType)
      throw serviceError('challenge_not_found', { challenge_id: id.slice(0, 78) });
    if (challenge.relayedBy !== partyOf(payer))
      throw serviceError('not_allowed', { detail: 'Only who asked for a challenge tells its nonce.' });
    if (direct.nonceBy !== 'payer') throw serviceError('nonce_not_wanted', { challenge_id: id });
    if (nonceHashOf(nonce) !== direct.nonceHash)
      throw invalidField('nonce', 'does not have the hash that the request names');
    if (direct.nonce !== '' || challenge.dueAt === null) return challenge.state;
    if (direct.acceptanceIndex === null)
      throw serviceError('challenge_not_accepted', { challenge_id: id, seconds: retrySeconds }, retrySeconds);
    await db.write(async (tx) => {
      await tellNonce(tx, id, nonce);
      await store.hasten(tx, id, now());
    });
    due(id);
    return challenge.state;
  }

  /** The stored request; undefined for a request on a chain. */
  async find(id: string): Promise<DirectRow | undefined> {
    return findDirect(this.#options.db, id);
  }

  async #find(id: string): Promise<AskedDirectly | undefined> {
    const { db } = this.#options;
    const [challenge, direct] = await Promise.all([store.findChallenge(db, id), findDirect(db, id)]);
    return challenge && direct && taken(challenge, direct);
  }

  /** Composes the request of a payer that signed none. */
  async #write(proofType: AskedType, payer: Payer, it: DirectAsk): Promise<string> {
    const { service, now, random, logSize } = this.#options;
    this.#checkNonceHash(it.nonceHash);
    const { expiresInMs = usualMs } = it;
    return directRequest.compose({
      ...service,
      payer: partyOf(payer),
      proof_type: proofType.id,
      ask_hash: askHash(it.info),
      nonce_hash: it.nonceHash ?? null,
      log_size: await logSize(),
      expires_at: iso(now() + Math.min(expiresInMs, mostMs)),
      salt: random(16).toString('hex'),
    });
  }

  /** Throws unless the payer signed this request, for this service, about this ask. */
  async #checkSigned(proofType: AskedType, payer: Payer, { info, signed }: DirectAsk, at: number): Promise<string> {
    const { service, logSize, checkSignature } = this.#options;
    const { text, signature } = signed as NonNullable<DirectAsk['signed']>;
    const says = readDirectRequest(text);
    const refuse = (problem: string) => invalidField('request.text', problem);
    if (!says) throw refuse('is not a request in the spelling that is signed');
    const { service: key, chain_id, contract } = says;
    if (key !== service.service || chain_id !== service.chain_id || contract !== service.contract)
      throw refuse('is for another service: /.well-known/trigpoint.json names this one');
    if (says.payer !== partyOf(payer)) throw refuse('names another payer than the key that is logged in');
    if (says.proof_type !== proofType.id) throw refuse(`is for ${says.proof_type}, not for ${proofType.id}`);
    if (says.ask_hash !== askHash(info)) throw refuse('is about another ask than the one beside it');
    this.#checkNonceHash(says.nonce_hash ?? undefined);
    // A request that was taken in before may have expired by now. Only its state is told then.
    if (!(await this.#find(directIdOf(text)))) {
      const inMs = Date.parse(says.expires_at) - at;
      if (!(inMs > 0)) throw refuse('has expired');
      if (inMs > mostMs) throw refuse('expires in more than a day');
      if (says.log_size > (await logSize())) throw refuse('names more entries than the log has');
    }
    const { keyType, publicKey } = payer;
    const signatory = { id: `IPv4/${publicKey}`, key_type: keyType, public_key: publicKey };
    if (!(await checkSignature(signatory, text, signature)))
      throw invalidField('request.signature', 'is not one of the payer over request.text');
    return text;
  }

  #checkNonceHash(hash: string | undefined): void {
    if (hash !== undefined && this.#options.hasBlocks)
      throw invalidField('nonce_hash', 'must be left out: this service makes seeds from blocks');
  }

  #nonceOf({ nonce_hash }: DirectRequest): Pick<DirectRow, 'nonceBy' | 'nonceHash' | 'nonce'> {
    const { hasBlocks, random } = this.#options;
    if (hasBlocks) return { nonceBy: 'none', nonceHash: '', nonce: '' };
    if (nonce_hash !== null) return { nonceBy: 'payer', nonceHash: nonce_hash, nonce: '' };
    const nonce = random(32).toString('hex');
    return { nonceBy: 'service', nonceHash: nonceHashOf(nonce), nonce };
  }
}
