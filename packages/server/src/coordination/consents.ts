import { askHash, type ProofType, type Signatory } from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  type Consent,
  chainAddress,
  consent as consentStatement,
  type HubMessage,
  type HubMessageOf,
} from '@trigpoint/protocol';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { Agent, Agents } from '../network/agents.ts';
import type { Speaker } from '../network/hub.ts';
import { insertConsent } from './consent-store.ts';

/** A prover that connects is asked about at most this many challenges. Only slots of watches may wait beyond that. */
const mostAsked = 256;

interface ConsentsOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly agents: Agents;
  readonly proofType: (id: string) => ProofType;
  readonly checkSignature: (signatory: Signatory, text: string, signature: string) => Promise<boolean>;
  readonly send: (to: Pick<Agent, 'proofType' | 'role' | 'id' | 'nodeId'>, message: HubMessage) => boolean;
  /** The latest end of a challenge whose prover consented at `at`. */
  readonly deadline: (proofType: string, info: `0x${string}`, at: number) => number;
}

type Asked = Pick<leases.ChallengeRow, 'id' | 'proofType' | 'info' | 'payer'>;

/** Asks provers whether they agree to be measured, and takes their answers in. Without a consent nobody is drawn. */
export class Consents {
  readonly #options: ConsentsOptions;

  constructor(options: ConsentsOptions) {
    this.#options = options;
  }

  /** Asks the prover of a challenge on whichever node it is. False if it is not connected; then it is asked later. */
  async ask(challenge: Asked): Promise<boolean> {
    const { agents, now, send, proofType } = this.#options;
    const ask = proofType(challenge.proofType).decode(challenge.info);
    const prover = await agents.findProver(challenge.proofType, ask.prover, ask.isIPv6);
    if (!prover || prover.leaseUntil <= now()) return false;
    send(prover, this.#question(challenge));
    return true;
  }

  /** The questions of these challenges whose prover is connected to this node. */
  async onNode(
    nodeId: string,
    ids: readonly string[],
  ): Promise<{ to: Agent; message: HubMessageOf<'consent_wanted'> }[]> {
    const { db, agents, now, proofType } = this.#options;
    const found = await Promise.all(
      ids.map(async (id) => {
        const challenge = await leases.findChallenge(db, id);
        if (!challenge || challenge.dueAt === null || challenge.consentedAt !== null || challenge.declined !== '')
          return [];
        const ask = proofType(challenge.proofType).decode(challenge.info);
        const prover = await agents.findProver(challenge.proofType, ask.prover, ask.isIPv6);
        const isHere = prover !== undefined && prover.nodeId === nodeId && prover.leaseUntil > now();
        return isHere ? [{ to: prover, message: this.#question(challenge) }] : [];
      }),
    );
    return found.flat();
  }

  /** The questions for a prover that has just connected. */
  async waitingFor(agent: Speaker): Promise<HubMessageOf<'consent_wanted'>[]> {
    if (agent.role !== 'prover') return [];
    const { db } = this.#options;
    const address = chainAddress(agent.keyType, agent.publicKey);
    const waiting = await leases.waitingFor(db, address, agent.proofType, mostAsked);
    return waiting.filter((it) => this.#isAbout(it, agent)).map((it) => this.#question(it));
  }

  /** Returns true if the challenge is due now. A consent that is not valid is ignored, and the prover is asked again. */
  async consented(agent: Speaker, { challenge_id: id, text, signature }: AgentMessageOf<'consent'>): Promise<boolean> {
    const { db, now, agents, checkSignature, deadline } = this.#options;
    const [challenge, prover] = await Promise.all([
      leases.findChallenge(db, id),
      agents.find(agent.proofType, 'prover', agent.id),
    ]);
    if (!challenge || challenge.consentedAt !== null || !this.#isAbout(challenge, agent)) return false;
    const identity = prover && (await agents.identitiesOf([prover.description])).get(prover.description);
    if (!identity) return false;
    const expected: Consent = {
      ...agents.identities.service,
      challenge_id: id,
      ask_hash: askHash(challenge.info),
      description_hash: prover.description,
    };
    if (text !== consentStatement.compose(expected)) return false;
    const signatory = { id: agent.id, key_type: agent.keyType, public_key: agent.publicKey };
    if (!(await checkSignature(signatory, text, signature))) return false;
    const at = now();
    return db.write(async (tx) => {
      const fixed = { id, proverId: agent.id, proverClaims: prover.claims, at };
      const until = deadline(challenge.proofType, challenge.info, at);
      if ((await leases.recordConsent(tx, { ...fixed, deadline: until })) !== 1) return false;
      await insertConsent(tx, { challengeId: id, text, signature, identity: { ...identity, owner: prover.owner }, at });
      return true;
    });
  }

  /** Returns true if the challenge is due now. */
  async declined(agent: Speaker, { challenge_id: id, reason }: AgentMessageOf<'no_consent'>): Promise<boolean> {
    const { db, now } = this.#options;
    const challenge = await leases.findChallenge(db, id);
    if (!challenge || !this.#isAbout(challenge, agent)) return false;
    // The reason is shown on terminals, so control characters are removed.
    const plain = reason.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim() || 'no reason given';
    return (await db.write((tx) => leases.recordDeclined(tx, id, plain, now()))) === 1;
  }

  #isAbout(challenge: Asked & Pick<leases.ChallengeRow, 'proverAddress'>, agent: Speaker): boolean {
    const { isIPv6 } = this.#options.proofType(challenge.proofType).decode(challenge.info);
    return (
      agent.role === 'prover' &&
      agent.proofType === challenge.proofType &&
      agent.id.startsWith(isIPv6 ? 'IPv6/' : 'IPv4/') &&
      chainAddress(agent.keyType, agent.publicKey) === challenge.proverAddress
    );
  }

  #question({ id, info, payer }: Asked): HubMessageOf<'consent_wanted'> {
    return { type: 'consent_wanted', challenge_id: id, ask: info, payer };
  }
}
