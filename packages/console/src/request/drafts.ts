import { AskError, type AskField, maxChallengers, type Profile, whyNoZone } from '@trigpoint/proofs';
import { fewestAsked, fillFields, usualTolerance, whyNotField } from '@trigpoint/proofs/registry';
import { typedZone, ZoneError } from '@trigpoint/proofs/typed';
import type { Agent } from '../network.ts';
import { isGrouped, locale, typedAmount, typedNumber } from '../words/language.ts';
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
  const challengers = Number(given.challengers ?? profile.challengers.usual);
  const fields = claimedOf(profile, given, prover?.claims ?? {});
  return {
    prover: prover?.id ?? '',
    fields: Object.fromEntries(profile.fields.map(({ name }) => [name, given[name] ?? String(fields[name] ?? '')])),
    challengers: String(challengers),
    tolerance: given.tolerance ?? String(usualTolerance(challengers)),
  };
};

const claimedOf = (profile: Profile, given: Draft['fields'], claims: object): Readonly<Record<string, unknown>> =>
  fillFields(profile, choicesOf(profile, given), claims as Readonly<Record<string, unknown>>).fields;

/** The fields after a choice was made. Numbers that nobody typed become those that the prover claims for it. */
export const withChoice = (
  profile: Profile,
  fields: Draft['fields'],
  choice: Draft['fields'],
  claims: object,
): Draft['fields'] => {
  const chosen = { ...fields, ...choice };
  const [before, after] = [fields, chosen].map((it) => claimedOf(profile, it, claims));
  const untyped = profile.fields.filter(
    ({ kind, name }) => kind === 'number' && fields[name] === String(before?.[name] ?? ''),
  );
  return { ...chosen, ...Object.fromEntries(untyped.map(({ name }) => [name, String(after?.[name] ?? '')])) };
};

const choicesOf = ({ fields }: Profile, given: Draft['fields']): Draft['fields'] =>
  Object.fromEntries(
    fields.flatMap(({ kind, name }) => (kind === 'choice' && given[name] ? [[name, given[name]]] : [])),
  );

/** Whether a number has to be typed because the prover does not claim it. What it claims depends on the choices, such as a direction. */
export const isUnclaimed = (profile: Profile, name: string, given: Draft['fields'], claims: object): boolean => {
  const field = profile.fields.find((it) => it.name === name);
  if (field?.kind !== 'number' || field.isOptional) return false;
  return !(name in claimedOf(profile, given, claims));
};

/** A zone is typed by the names of countries too, in English and in the language of the page. */
const isZone = (field: AskField): boolean => field.kind === 'text' && field.check === whyNoZone;
const zoneOf = (text: string): string => typedZone(text, ['en-GB', locale]);

/** No degrees are counted in thousands. */
const isDegrees = (field: AskField): boolean => field.kind === 'number' && field.unit === 'degrees';

/** A field's text as the number or zone that it is; `problemsOf` has looked at it before. */
export const fieldValue = (field: AskField, text: string): string | number => {
  if (isZone(field)) return zoneOf(text);
  if (field.kind === 'number') return isDegrees(field) ? typedNumber(text) : typedAmount(text);
  return field.kind === 'text' ? text.trim() : text;
};

/** What is wrong with a field; undefined if nothing is. */
const whyWrong = (field: AskField, text: string): string | undefined => {
  if (field.kind === 'number' && text.trim() !== '') {
    if (!isDegrees(field) && isGrouped(text)) return say('Write it without a thousands separator.');
    const value = typedNumber(text);
    return whyNotField(field, Number.isNaN(value) ? text : String(value));
  }
  if (!isZone(field) || text.trim() === '') return whyNotField(field, text);
  try {
    return whyNotField(field, zoneOf(text));
  } catch (error) {
    if (error instanceof ZoneError) return error.message;
    throw error;
  }
};

/** The fields of the proof type with their values, without those that were left empty. */
export const fieldsOf = (
  { fields }: Pick<Profile, 'fields'>,
  draft: Draft,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    fields
      .filter((it) => !it.isOptional || (draft.fields[it.name] ?? '').trim() !== '')
      .map((it) => [it.name, fieldValue(it, draft.fields[it.name] ?? '')]),
  );

/** Whether an ask can be verified does not depend on the prover, so any address will do. */
const anyKey = `0x${'1'.repeat(40)}` as const;
const nobody = { prover: anyKey, proverRegistry: anyKey, isIPv6: false } as const;

const whole = (value: string, low: number, high: number): boolean =>
  /^\d+$/.test(value.trim()) && Number(value) >= low && Number(value) <= high;

/** What is wrong with each field by itself. */
const aloneWrong = (profile: Profile, draft: Draft): Problems => {
  const problems: Record<string, string> = {};
  if (draft.prover === '') problems.prover = say('Choose a prover.');
  for (const field of profile.fields) {
    const wrong = whyWrong(field, draft.fields[field.name] ?? '');
    if (wrong !== undefined) problems[field.name] = sayKnown(wrong);
  }
  if (!whole(draft.challengers, 1, maxChallengers))
    problems.challengers = say('A whole number from 1 to {most}.', { most: maxChallengers });
  else if (!whole(draft.tolerance, 0, Number(draft.challengers) - 1))
    problems.tolerance = say('Fewer than there are challengers.');
  return problems;
};

/** Which range a number must be in beside the other numbers, as `encode` says it. */
const range = /^(\w+) is .*, and must be a whole number from (\d+) to (\d+)$/;

/** Fields that are right each by itself, and together ask for what cannot be. */
const togetherWrong = (profile: Profile, draft: Draft, alone: Problems): Problems => {
  if (alone.challengers !== undefined || alone.tolerance !== undefined) return {};
  const [challengers, tolerance] = [Number(draft.challengers), Number(draft.tolerance)];
  const fields = profile.fields.filter((it) => alone[it.name] === undefined);
  const ask = { ...nobody, challengers, tolerance, ...fieldsOf({ fields }, draft) };
  const why = profile.whyNeverVerified?.(ask);
  if (why !== undefined) {
    const isTolerance = challengers >= fewestAsked && !profile.whyNeverVerified?.({ ...ask, tolerance: 0 });
    return { [isTolerance ? 'tolerance' : 'challengers']: sayKnown(why) };
  }
  // A field that may be left out does not keep the others from being looked at.
  if (profile.fields.some((it) => !fields.includes(it) && !it.isOptional)) return {};
  try {
    profile.encode(ask);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    const [, name = '', least, most] = range.exec(error.message) ?? [];
    const field = fields.find((it) => it.name === name);
    if (field?.kind === 'number')
      return { [name]: sayKnown(`A whole number of ${field.unit}, from ${least} to ${most}.`) };
  }
  return {};
};

/** What cannot be sent, field by field. */
export const problemsOf = (profile: Profile, draft: Draft): Problems => {
  const alone = aloneWrong(profile, draft);
  return { ...alone, ...togetherWrong(profile, draft, alone) };
};

/**
 * What is told before the form is sent: fields that somebody has left, and at once what rules each other out, because who changes one
 * number does not see what that does to another.
 */
export const problemsSoFar = (profile: Profile, draft: Draft, left: ReadonlySet<string>): Problems => {
  const alone = aloneWrong(profile, draft);
  const told = Object.entries(alone).filter(([name]) => left.has(name));
  return { ...Object.fromEntries(told), ...togetherWrong(profile, draft, alone) };
};
