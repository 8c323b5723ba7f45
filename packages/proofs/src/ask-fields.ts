import { chainAddress } from '@trigpoint/protocol';
import { grouped } from './number-words.ts';
import { AskError, type AskField, type Profile } from './proof-type.ts';

type Values = Readonly<Record<string, unknown>>;

/** The filled fields of an ask. For each required number that has no value, `missing` names the claim that could have given it. */
export interface FilledFields {
  readonly fields: Readonly<Record<string, string | number>>;
  readonly missing: readonly string[];
}

/**
 * Fills the fields of an ask. A field that is not given takes its value from the prover's claims if it is a number, and its first
 * choice if it is a choice. `encode` checks the values.
 */
export const fillFields = ({ fields }: Pick<Profile, 'fields'>, given: Values, claims: Values): FilledFields => {
  const filled: Record<string, string | number> = {};
  const missing: string[] = [];
  for (const field of fields) {
    const value = (given[field.name] as string | number | undefined) ?? defaultOf(field, filled, claims);
    if (value !== undefined) filled[field.name] = value;
    else if (field.kind === 'number' && !field.isOptional) missing.push(field.claims(filled)[0] ?? field.name);
  }
  return { fields: filled, missing };
};

const defaultOf = (field: AskField, filled: Values, claims: Values): string | number | undefined => {
  if (field.kind === 'choice') return field.choices[0]?.[0];
  if (field.kind === 'text') return undefined;
  for (const name of field.claims(filled)) {
    const value = Number(claims[name] ?? Number.NaN);
    if (Number.isFinite(value)) return field.isWhole ? Math.floor(value) : value;
  }
  return undefined;
};

/** What is wrong with a value as typed; undefined if nothing is. */
export const whyNotField = (field: AskField, text: string): string | undefined => {
  if (field.isOptional && text.trim() === '') return undefined;
  if (field.kind === 'text') return field.check(text.trim());
  if (field.kind === 'choice')
    return field.choices.some(([value]) => value === text)
      ? undefined
      : `One of ${field.choices.map(([it]) => it).join(', ')}.`;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const fits = value >= field.min && value <= field.max && (!field.isWhole || /^\d+$/.test(text.trim()));
  if (fits) return undefined;
  return field.isWhole
    ? `A whole number of ${field.unit}, from ${grouped(field.min)} to ${grouped(field.max)}.`
    : `A number from ${signed(field.min)} to ${signed(field.max)}.`;
};

const signed = (value: number): string => String(value).replace('-', '−');

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The 20 bytes that name a prover in an ask, from its id or its key alone. Throws `AskError`. */
export const proverAddressOf = (prover: string): { readonly address: `0x${string}`; readonly isIPv6: boolean } => {
  const key = prover.replace(/^IPv[46]\//i, '');
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
  const tolerance = it.tolerance ?? Math.floor(challengers / 3);
  const proverRegistry = it.proverRegistry ?? (`0x${'0'.repeat(40)}` as const);
  return profile.encode({ proverRegistry, prover: address, isIPv6, challengers, tolerance, ...filled.fields } as never);
};
