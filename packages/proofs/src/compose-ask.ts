import { chainAddress, keyOfAgent } from '@trigpoint/protocol';
import { fillFields, snakeCase, type Values, whyNotField } from './ask-fields.ts';
import { usualTolerance } from './never-verified.ts';
import { AskError, type Profile } from './proof-type.ts';

/** The 20 bytes that name a prover in an ask, from its id or its key alone. Throws `AskError`. */
export const proverAddressOf = (prover: string): { readonly address: `0x${string}`; readonly isIPv6: boolean } => {
  const key = keyOfAgent(prover);
  try {
    const keyType = /^0x[0-9a-fA-F]{40}$/.test(key) ? 'ethereum' : 'solana';
    return { address: chainAddress(keyType, key), isIPv6: /^IPv6\//i.test(prover) };
  } catch {
    throw new AskError(`${prover} is neither an id, an address nor a key`);
  }
};

export interface WireAsk {
  /** Fields by their names on the wire: those of the profile in snake_case. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly challengers?: number | undefined;
  readonly tolerance?: number | undefined;
  readonly proverRegistry?: `0x${string}` | undefined;
  /** What the prover claims about itself. It is called only if a required number is missing. */
  readonly claims: (address: string, isIPv6: boolean) => Promise<Values | undefined>;
}

/** Encodes an ask that was given by the names of the wire. Missing numbers come from the prover's claims. Throws `AskError`. */
export const composeAsk = async (profile: Profile, prover: string, it: WireAsk): Promise<`0x${string}`> => {
  const { address, isIPv6 } = proverAddressOf(prover);
  const byName = new Map(profile.fields.map((field) => [snakeCase(field.name), field]));
  const given: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(it.parameters)) {
    const field = byName.get(name);
    if (!field) throw new AskError(`${profile.id} knows no ${name}, only ${[...byName.keys()].join(', ')}`);
    const wrong = whyNotField(field, String(value));
    if (wrong !== undefined) throw new AskError(`${name}: ${wrong}`);
    given[field.name] = field.kind === 'number' ? Number(value) : String(value).trim();
  }
  let filled = fillFields(profile, given, {});
  if (filled.missing.length > 0) filled = fillFields(profile, given, (await it.claims(address, isIPv6)) ?? {});
  if (filled.missing.length > 0) throw new AskError(`${prover} claims no ${filled.missing[0]}, so say what to ask for`);
  const challengers = it.challengers ?? profile.challengers.usual;
  const tolerance = it.tolerance ?? usualTolerance(challengers);
  const proverRegistry = it.proverRegistry ?? (`0x${'0'.repeat(40)}` as const);
  return profile.encode({ proverRegistry, prover: address, isIPv6, challengers, tolerance, ...filled.fields } as never);
};
