import { type AskField, maxChallengers, type Profile } from '@trigpoint/proofs';
import { fewestAsked, fillFields, whyNotField } from '@trigpoint/proofs/registry';
import type { Agent } from '../network.ts';
import { say, sayKnown } from '../words/say.ts';

/** The texts of the form, as they were typed. Numbers are read when the form is sent. */
export interface Draft {
  readonly prover: string;
  /** The fields of the proof type, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  readonly challengers: string;
  readonly tolerance: string;
}

/** By the name of the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/**
 * As `trigpoint request` asks where nothing is given: the usual number, a third may drop out, and fields as the prover claims. `given`
 * are fields by their names.
 */
export const defaultsFor = (
  profile: Profile,
  prover: Agent | undefined,
  given: Readonly<Record<string, string>> = {},
): Draft => {
  const challengers = profile.challengers.usual;
  const { fields } = fillFields(profile, {}, prover?.claims ?? {});
  return {
    prover: prover?.id ?? '',
    fields: Object.fromEntries(profile.fields.map(({ name }) => [name, given[name] ?? String(fields[name] ?? '')])),
    challengers: String(challengers),
    tolerance: String(Math.floor(challengers / 3)),
  };
};

/** Whether a number has to be typed because the prover does not claim it. */
export const isUnclaimed = (profile: Profile, name: string, claims: object): boolean => {
  const field = profile.fields.find((it) => it.name === name);
  if (field?.kind !== 'number' || field.isOptional) return false;
  return !(name in fillFields(profile, {}, claims as Readonly<Record<string, unknown>>).fields);
};

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The form with what a challenge asked. A polygon is left out, because lists only name it. */
export const askAgainPath = (
  profile: Profile,
  prover: string,
  parameters: Readonly<Record<string, unknown>>,
): string => {
  const fields = profile.fields.flatMap((field) => {
    const text = String(parameters[inSnakeCase(field.name)] ?? '');
    return text === '' || whyNotField(field, text) !== undefined ? [] : [[field.name, text] as const];
  });
  return `/request?${new URLSearchParams({ type: profile.id, prover, ...Object.fromEntries(fields) })}`;
};

/** Many write a decimal comma. None of these numbers is grouped by thousands: those that are large are whole. */
const withPoint = (field: AskField, text: string): string =>
  field.kind === 'number' ? text.replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2') : text;

/** A number field's text as the number it is; `problemsOf` has looked at it before. */
export const fieldValue = (field: AskField, text: string): string | number =>
  field.kind === 'number' ? Number(withPoint(field, text)) : field.kind === 'text' ? text.trim() : text;

/** Whether an ask can be verified does not depend on the prover, so any address will do. */
const nobody = { prover: '0x', proverRegistry: '0x', isIPv6: false } as const;

const whole = (value: string, low: number, high: number): boolean =>
  /^\d+$/.test(value.trim()) && Number(value) >= low && Number(value) <= high;

/** What cannot be sent, field by field. */
export const problemsOf = (profile: Profile, draft: Draft): Problems => {
  const problems: Record<string, string> = {};
  if (draft.prover === '') problems.prover = say('Choose a prover.');
  for (const field of profile.fields) {
    const wrong = whyNotField(field, withPoint(field, draft.fields[field.name] ?? ''));
    if (wrong !== undefined) problems[field.name] = sayKnown(wrong);
  }
  if (!whole(draft.challengers, 1, maxChallengers))
    problems.challengers = say('A whole number from 1 to {most}.', { most: maxChallengers });
  else if (!whole(draft.tolerance, 0, Number(draft.challengers) - 1))
    problems.tolerance = say('Fewer than there are challengers.');
  else {
    const [challengers, tolerance] = [Number(draft.challengers), Number(draft.tolerance)];
    const why = profile.whyNeverVerified?.({ ...nobody, challengers, tolerance });
    if (why !== undefined) problems[challengers < fewestAsked ? 'challengers' : 'tolerance'] = sayKnown(why);
  }
  return problems;
};
