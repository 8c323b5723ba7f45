import type { Signer } from '@trigpoint/client';
import { hashText, type Identity, knownClaims } from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  delegation,
  describeAgent,
  descriptionMaxMs,
  type Greeting,
  partyOf,
  plainKey,
  type ServiceName,
  StatementError,
} from '@trigpoint/protocol';
import { FatalError } from './link.ts';
import type { Measuring } from './measuring.ts';

/** An agent that connects again shows the same description again, if that is younger than this. */
const shownAgainMs = 24 * 3_600_000;
/** An agent that stays connected signs a new description after this time, long before the old one ends. */
export const renewAfterMs = descriptionMaxMs / 2;

/** A delegation that an owner signed for its agent (`trigpoint delegate`). The agent signs the same text. */
export type OwnerDelegation = Pick<NonNullable<Identity['delegation']>, 'text' | 'owner_signature'>;

export interface DescriptionsOptions {
  readonly role: 'prover' | 'challenger';
  readonly proofType: string;
  readonly measuring: Measuring;
  readonly signer: Signer;
  readonly claims: Readonly<Record<string, string | number>>;
  readonly udp: { readonly address?: string; readonly port: number } | undefined;
  readonly delegation: OwnerDelegation | undefined;
  readonly version: string;
  /** The key with which the agent cosigns the log, in hex. Undefined if it is no witness. */
  readonly witnessKey: string | undefined;
  readonly now: () => number;
}

type Signed = Pick<AgentMessageOf<'hello'>, 'description' | 'delegation'>;

/** How many hashes of descriptions are remembered. Trees that are hours old may name a description from before a renewal. */
const hashesKept = 64;

/** Makes and signs the agent's description for the service that greets it. */
export function createDescriptions(options: DescriptionsOptions) {
  const { signer, now } = options;
  const publicKey = plainKey(signer.publicKey);
  const agent = { keyType: signer.keyType, publicKey };
  let last: { readonly greeting: string; readonly at: number; readonly signed: Signed; taken: boolean } | undefined;
  /** Hashes of the descriptions that it signed, the newest last. */
  const hashes: string[] = [];

  const ownerFor = (greeting: Greeting): string => {
    if (!options.delegation) return partyOf(agent);
    const says = readDelegation(options.delegation.text);
    const isFor = (['service', 'chain_id', 'contract'] as const).every((name) => says[name] === greeting[name]);
    if (!isFor) throw new FatalError('The delegation is meant for another service.');
    if (says.agent !== partyOf(agent)) throw new FatalError('The delegation is that of another agent.');
    if (Date.parse(says.until) <= now()) throw new FatalError(`The delegation ended at ${says.until}.`);
    return says.owner;
  };

  return {
    async sign(greeting: Greeting): Promise<Signed> {
      const known = JSON.stringify(greeting);
      if (last?.taken && last.greeting === known && now() < last.at + shownAgainMs) return last.signed;
      const { role, proofType, measuring, udp, version, witnessKey, delegation: by } = options;
      const claims = Object.entries(options.claims).map(([name, value]) => [name, String(value)]);
      const text = describeAgent({
        ...{ greeting, role, proofType, ...agent, udp, version, witnessKey, now: now(), owner: ownerFor(greeting) },
        claims: knownClaims(measuring, Object.fromEntries(claims)),
      });
      const signed = {
        description: { text, signature: await signer.sign(text) },
        ...(by ? { delegation: { ...by, agent_signature: await signer.sign(by.text) } } : {}),
      };
      hashes.push(hashText(text));
      hashes.splice(0, hashes.length - hashesKept);
      last = { greeting: known, at: now(), signed, taken: false };
      return signed;
    },
    /** Whether it signed the description with this hash since it was started. */
    hasSigned: (hash: string): boolean => hashes.includes(hash),
    /** The service for which the agent signed last, and the hash of the description that it signed. */
    described(): ServiceName & { readonly description_hash: string } {
      if (!last) throw new Error('Nobody has greeted this agent yet.');
      const { service, chain_id, contract } = JSON.parse(last.greeting) as Greeting;
      return { service, chain_id, contract, description_hash: hashText(last.signed.description.text) };
    },
    /** To be called when the service has welcomed the agent: it has accepted the last description. */
    taken() {
      if (last) last.taken = true;
    },
  };
}

const readDelegation = (text: string) => {
  try {
    return delegation.parse(text);
  } catch (error) {
    if (error instanceof StatementError) throw new FatalError(error.message);
    throw error;
  }
};
