import type { Profile } from '@trigpoint/proofs';
import { type AskFields, fillFields, findProfile, proverAddressOf, usualTolerance } from '@trigpoint/proofs/registry';
import type { Client } from './client.ts';
import { RequestError } from './wallets.ts';

/**
 * What to ask, with the fields of the proof type. A required number that is left out is taken from what the prover claims about itself.
 */
export interface AskOptions extends AskFields {
  /** An agent's id (`IPv4/<publicKey>`), or a public key or address alone. */
  readonly prover: string;
  /** As many as is usual for the type unless given: 8 for pol. */
  readonly challengers?: number;
  /** How many of them may fail to answer; a third of them unless given. */
  readonly tolerance?: number;
  readonly isIPv6?: boolean;
  /** Asks even if no readings could verify it, for example with fewer than four challengers. */
  readonly anyway?: boolean;
}

/**
 * The 20 bytes a prover is asked under on chain, from its id or key.
 *
 * ```ts
 * const address = chainAddressOf(prover);
 * ```
 */
export function chainAddressOf(prover: string): `0x${string}` {
  try {
    return proverAddressOf(prover).address;
  } catch {
    throw new RequestError('unknown_prover', `${prover} is neither an id, an address nor a key.`);
  }
}

/** The profile of the client's proof type. An unknown type is refused, because it cannot be encoded. */
export function profileOf({ proofType }: Client): Profile {
  const profile = findProfile(proofType);
  if (!profile) throw new RequestError('unknown_proof_type', `This version knows no proof type "${proofType}".`);
  return profile;
}

/** Encodes what is asked. Missing numbers come from the prover's claims. */
export async function composeInfo(
  client: Client,
  profile: Profile,
  proverRegistry: `0x${string}`,
  options: AskOptions,
): Promise<`0x${string}`> {
  const { prover: whom } = options;
  const prover = chainAddressOf(whom);
  const isIPv6 = options.isIPv6 ?? /^IPv6\//i.test(whom);
  const challengers = options.challengers ?? profile.challengers.usual;
  const tolerance = options.tolerance ?? usualTolerance(challengers);
  const given: Readonly<Record<string, unknown>> = { ...options };
  let filled = fillFields(profile, given, {});
  if (filled.missing.length > 0) {
    const id = whom.includes('/') ? whom : `IPv${isIPv6 ? 6 : 4}/${whom}`;
    filled = fillFields(profile, given, (await client.call('prover', { id })).result.claims);
  }
  if (filled.missing.length > 0)
    throw new RequestError('unknown_prover', `${whom} claims no ${filled.missing[0]}, so say what to ask for.`);
  const ask = { proverRegistry, prover, isIPv6, challengers, tolerance, ...filled.fields };
  const why = options.anyway ? undefined : profile.whyNeverVerified?.(ask);
  if (why !== undefined) throw new RequestError('never_verified', why);
  const info = profile.encode(ask);
  // Before a transaction is paid for, the rules check what the profile cannot, such as the rings of a polygon.
  if (profile.later?.isNeededFor(ask)) (await profile.rules()).decode(info);
  return info;
}
