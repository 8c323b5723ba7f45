import {
  type CheckSignature,
  checkIdentity,
  hashText,
  type Identity,
  ownerKeyOf,
  type ProofType,
} from '@trigpoint/proofs';
import { type AgentMessageOf, description, type Greeting, MessageError, type ServiceName } from '@trigpoint/protocol';
import type { Session } from '../session/sessions.ts';
import { hourMs } from '../times.ts';
import { agentId, plainAddress } from './addresses.ts';
import type { AgentRole } from './store.ts';

/** A description must be valid for at least this long. That is longer than any challenge takes, so it is valid when one ends. */
export const leastLeftMs = 2 * hourMs;

interface IdentitiesOptions {
  readonly service: ServiceName;
  readonly now: () => number;
  readonly proofType: (id: string) => Pick<ProofType, 'id' | 'claims' | 'challengersClaim'>;
  readonly checkSignature: CheckSignature;
}

/** Who an agent is according to its signed texts. */
interface Identified {
  readonly identity: Identity;
  /** The hash of the description. */
  readonly hash: string;
  /** The key that answers for the agent. */
  readonly owner: string;
  readonly until: number;
}

/** Checks who agents say they are. Facts that decide verdicts, such as a challenger's place, count only if they are signed. */
export class Identities {
  readonly #options: IdentitiesOptions;

  constructor(options: IdentitiesOptions) {
    this.#options = options;
  }

  get service(): ServiceName {
    return this.#options.service;
  }

  /** The rules of a proof type. */
  proofType(id: string) {
    return this.#options.proofType(id);
  }

  /** The first message to an agent. It has what the agent needs to sign its description. */
  greet(session: Pick<Session, 'publicKey'>, seenAddress: string): Greeting {
    const address = plainAddress(seenAddress);
    return { ...this.#options.service, agent_id: agentId(seenAddress, session.publicKey), address };
  }

  /** Throws `MessageError` unless the agent signed for exactly what it says on this connection. */
  async identify(session: Session, seenAddress: string, hello: AgentMessageOf<'hello'>): Promise<Identified> {
    const { service, now, proofType, checkSignature } = this.#options;
    const identity: Identity = { description: hello.description, delegation: hello.delegation ?? null };
    const { text } = hello.description;
    const says = read(text);
    const owner = ownerKeyOf(says.owner);
    const until = Date.parse(says.until);
    const who = {
      id: agentId(seenAddress, session.publicKey),
      key_type: session.keyType,
      public_key: session.publicKey,
      role: session.role as AgentRole,
      claims: session.claims,
      owner,
    };
    const named = hello.udp ? `${hello.udp.address ?? plainAddress(seenAddress)} ${hello.udp.port}` : '';
    const signed = says.endpoint ? `${says.endpoint.address} ${says.endpoint.port}` : '';
    if (named !== signed) throw refused('states another endpoint');
    const at = now();
    if (until < at + leastLeftMs) throw refused('does not hold long enough');
    const type = proofType(session.proofType);
    const [problem] = await checkIdentity(type, who, identity, { service, at }, checkSignature);
    if (problem !== undefined) throw refused(problem);
    return { identity, hash: hashText(text), owner, until };
  }
}

const refused = (problem: string) => new MessageError(`hello: the description of this agent ${problem}.`);

const read = (text: string) => {
  try {
    return description.parse(text);
  } catch (error) {
    throw new MessageError((error as Error).message);
  }
};
