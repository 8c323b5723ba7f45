import { usualTolerance } from './never-verified.ts';
import { grouped } from './number-words.ts';
import type { Ask, AskField, Profile } from './proof-type.ts';

export type Values = Readonly<Record<string, unknown>>;

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

/**
 * Whether an ask, by its names on the wire, has the numbers that the prover's claims would have given. A payer may ask for another place
 * or rate. Numbers that differ by less than anybody is told are the same.
 */
export const isAsClaimed = (profile: Pick<Profile, 'fields'>, parameters: Values, claims: Values): boolean => {
  const numbers = profile.fields.filter((it) => it.kind === 'number' && !it.isOptional);
  const others = profile.fields.filter((it) => !numbers.includes(it));
  const given = Object.fromEntries(others.map(({ name }) => [name, parameters[snakeCase(name)]]));
  const claimed = fillFields(profile, given, claims).fields;
  const told = (value: unknown) => Number(value ?? Number.NaN).toFixed(2);
  return numbers.every(({ name }) => name in claimed && told(claimed[name]) === told(parameters[snakeCase(name)]));
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

/** The name of a field on the wire. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * An encoded ask with other values in some fields; a field that is changed to undefined is taken out. Of another number of
 * challengers as many may drop out as is usual. Throws `AskError`.
 */
export const changeAsk = (profile: Profile, info: `0x${string}`, changes: Partial<Ask> & Values): `0x${string}` => {
  const before = profile.decode(info);
  const { challengers = before.challengers } = changes;
  const tolerance = challengers === before.challengers ? before.tolerance : usualTolerance(challengers);
  return profile.encode({ ...before, tolerance, ...changes, challengers });
};
