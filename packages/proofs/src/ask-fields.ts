import type { AskField, Profile } from './proof-type.ts';

type Values = Readonly<Record<string, unknown>>;

/** The filled fields of an ask. `missing` names the claims that would have given a value that is missing. */
export interface FilledFields {
  readonly fields: Readonly<Record<string, string | number>>;
  readonly missing: readonly string[];
}

/** Fills the fields of an ask: as given, else as the prover claims, else the first choice. `encode` checks the values. */
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
    ? `A whole number of ${field.unit}.`
    : `A number from ${signed(field.min)} to ${signed(field.max)}.`;
};

const signed = (value: number): string => String(value).replace('-', '−');
