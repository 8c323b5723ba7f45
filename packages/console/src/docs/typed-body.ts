import type { Shape } from '@trigpoint/schema';
import { typedAmount } from '../words/language.ts';
import { say } from '../words/say.ts';
import type { Body } from './operations.ts';

/** How a field is typed in. */
export type FieldKind = 'text' | 'number' | 'choice' | 'json' | 'file';

export const kindOf = (it: Shape): FieldKind => {
  if (it.format === 'binary') return 'file';
  if (it.enum || it.type === 'boolean') return 'choice';
  const types = it.anyOf ? it.anyOf.filter(({ type }) => type !== 'null') : [it];
  if (types.length === 1 && types[0] !== it) return kindOf(types[0] as Shape);
  if (types.every(({ enum: choices }) => choices) || types.every(({ const: value }) => value !== undefined))
    return 'choice';
  if (it.type === 'integer' || it.type === 'number') return 'number';
  return it.type === 'string' || it.const !== undefined ? 'text' : 'json';
};

export const choicesOf = (it: Shape): readonly string[] => {
  if (it.type === 'boolean') return ['true', 'false'];
  if (it.enum) return it.enum.map(String);
  return (it.anyOf ?? []).flatMap((one) => (one.const === undefined ? choicesOf(one) : [String(one.const)]));
};

/** A value as it stands in its field. */
export const fieldText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The body that was typed: fields that are empty are left out. Throws what is wrong with one. */
export const typedBody = (shape: Shape, typed: Readonly<Record<string, string>>): Body =>
  Object.fromEntries(
    Object.entries(shape.properties ?? {}).flatMap(([name, it]) => {
      const text = typed[name] ?? '';
      if (text === '') return [];
      return [[name, readField(name, it, text)]];
    }),
  );

const isBoolean = (it: Shape): boolean => it.type === 'boolean' || (it.anyOf ?? []).some(isBoolean);

const readField = (name: string, it: Shape, text: string): unknown => {
  const kind = kindOf(it);
  if (kind === 'number') {
    const value = typedAmount(text);
    if (Number.isNaN(value)) throw new Error(say('{name} must be a number.', { name }));
    return value;
  }
  if (kind === 'choice') return isBoolean(it) ? text === 'true' : text;
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(say('{name} must be JSON, such as {example}.', { name, example: '{"zone": "EU"}' }));
  }
};
