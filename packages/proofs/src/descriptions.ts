import {
  claimsMaxBytes,
  type Delegation,
  type Description,
  delegation,
  description,
  descriptionMaxMs,
  partyOf,
  type ServiceName,
  StatementError,
} from '@trigpoint/protocol';
import { canonical, hashText } from './canonical.ts';
import { knownClaims } from './claims.ts';
import type { CheckSignature, Signatory, WireChallenger } from './committees.ts';
import type { Claims, ProofType } from './proof-type.ts';

/** Who an agent is, in texts that it and its owner signed. */
export interface Identity {
  readonly description: { readonly text: string; readonly signature: string };
  /** Null if the agent is its own owner. */
  readonly delegation: {
    readonly text: string;
    readonly owner_signature: string;
    readonly agent_signature: string;
  } | null;
}

/** What the service takes an agent for. The texts that the agent signed must say the same. */
export interface Described extends Signatory {
  readonly role: Description['role'];
  readonly claims: Claims;
  /** The owner's key. */
  readonly owner: string;
}

/** The least precise place that a challenger may state. Readings are judged by that place. */
const placeMaxKm = 100;

type Knows = Pick<ProofType, 'id' | 'claims' | 'challengersClaim'>;

/** The key in `ethereum:0x…` or `solana:…`. */
export const ownerKeyOf = (party: string): string => party.slice(party.indexOf(':') + 1);

/**
 * Checks whether the signed texts of an agent confirm who it is, at a time. Returns what does not hold. Each item continues the
 * sentence "The description of …". An empty list confirms the agent.
 */
export const checkIdentity = async (
  proofType: Knows,
  who: Described,
  identity: Identity,
  { service, at }: { readonly service: ServiceName; readonly at: number },
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const { text, signature } = identity.description;
  const says = read(() => description.parse(text));
  if (!says) return ['cannot be read'];
  const problems: string[] = [];
  const require = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  const { key_type, public_key } = who;
  require(isFor(service, says), 'is meant for another service');
  require(says.agent === who.id &&
    says.key_type === key_type &&
    says.public_key === public_key &&
    says.role === who.role &&
    says.proof_type === proofType.id, 'is that of another agent');
  require(canonical(says.claims) === canonical(knownClaims(proofType, who.claims)), 'states other claims');
  require(new TextEncoder().encode(canonical(says.claims)).length <= claimsMaxBytes, 'states more claims than fit');
  const [from, until] = [Date.parse(says.from), Date.parse(says.until)];
  require(from <= at && at <= until && until - from <= descriptionMaxMs, 'does not hold at the time');
  if (who.role === 'challenger') require(isPrecise(proofType, says.claims), 'does not state a place precisely enough');
  require(ownerKeyOf(says.owner) === who.owner, 'names another owner');
  if (problems.length > 0) return problems;
  require(await checkSignature(who, text, signature), 'is not signed by its key');
  problems.push(...(await checkOwner(who, says, identity.delegation, { service, at }, checkSignature)));
  return problems;
};

/** The part of a transcript that says who took part. */
interface Parties {
  readonly service: ServiceName;
  readonly ended_at: string;
  readonly prover: (Signatory & { readonly claims: Claims }) | null;
  readonly draw: {
    readonly prover: Identity & { readonly owner: string };
    readonly seats: readonly (Identity & { readonly challenger: WireChallenger })[];
  } | null;
}

/** Checks the descriptions of the prover and of every seated challenger. Returns what does not hold, as sentences. */
export const checkIdentities = async (
  proofType: Knows,
  { service, ended_at, prover, draw }: Parties,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  if (!draw || !prover) return [];
  // The file's own fields are named one by one. Another one, such as `draw.prover.claims`, must not stand in for what is judged.
  const { id, key_type, public_key, claims } = prover;
  const { owner } = draw.prover;
  const proverSays = {
    who: { id, key_type, public_key, claims, owner, role: 'prover' as const },
    identity: draw.prover,
  };
  const challengers = draw.seats.map(({ challenger, ...identity }) => ({
    who: { ...challenger, role: 'challenger' as const },
    identity,
    hash: challenger.description,
  }));
  const when = { service, at: Date.parse(ended_at) };
  const problems: string[] = [];
  for (const { who, identity, ...rest } of [proverSays, ...challengers]) {
    const found = isIdentity(identity)
      ? await checkIdentity(proofType, who, identity, when, checkSignature)
      : ['is missing'];
    if (found.length === 0 && 'hash' in rest && rest.hash !== hashText(identity.description.text))
      found.push('is not the one it was drawn with');
    problems.push(...found.map((it) => `The description of ${who.id} ${it}.`));
  }
  return problems;
};

/** Evidence is a file that anybody can write, so its shape is checked. */
const isIdentity = ({ description: it, delegation: by }: Identity): boolean =>
  typeof it?.text === 'string' &&
  typeof it.signature === 'string' &&
  (by === null || [by?.text, by?.owner_signature, by?.agent_signature].every((text) => typeof text === 'string'));

const isFor = (service: ServiceName, says: ServiceName): boolean =>
  says.service === service.service && says.chain_id === service.chain_id && says.contract === service.contract;

const isPrecise = ({ challengersClaim = [] }: Knows, claims: Claims): boolean =>
  challengersClaim.every((name) => claims[name] !== undefined) && Number(claims.radius ?? 0) <= placeMaxKm;

/** Owner and agent sign the same text, so that neither can be tied to a stranger. */
const checkOwner = async (
  who: Described,
  { owner }: Description,
  given: Identity['delegation'],
  { service, at }: { readonly service: ServiceName; readonly at: number },
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const agent = partyOf({ keyType: who.key_type, publicKey: who.public_key });
  if (owner === agent) return given === null ? [] : ['comes with a delegation, and names no other owner'];
  if (given === null) return ['names an owner without its delegation'];
  const says: Delegation | undefined = read(() => delegation.parse(given.text));
  const holds =
    says &&
    isFor(service, says) &&
    says.owner === owner &&
    says.agent === agent &&
    at <= Date.parse(says.until) &&
    (await checkSignature(partySignatory(owner), given.text, given.owner_signature)) &&
    (await checkSignature(who, given.text, given.agent_signature));
  return holds ? [] : ['names an owner whose delegation does not hold'];
};

const partySignatory = (party: string): Signatory => ({
  id: party,
  key_type: party.startsWith('solana:') ? 'solana' : 'ethereum',
  public_key: ownerKeyOf(party),
});

const read = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StatementError) return undefined;
    throw error;
  }
};
