import { commonErrors, type ErrorCode, errorTable } from '@trigpoint/protocol';
import { errorExamples } from '@trigpoint/protocol/examples';
import type { Shape } from '@trigpoint/schema';
import { locale } from '../words/language.ts';
import { say } from '../words/say.ts';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string }[];
  readonly 'x-scope'?: string;
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
  readonly requestBody: { readonly content: Readonly<Record<string, { schema: Shape; example?: Body }>> };
  readonly responses: Readonly<
    Record<string, { description: string; content?: { 'application/json': { schema: Shape; example?: unknown } } }>
  >;
}

export type Body = Readonly<Record<string, unknown>>;

export interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Described }>>;
}

/** One operation, as its page shows it. */
export interface Operation {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly path: string;
  /** Who may call it. */
  readonly access: 'open' | 'optional' | 'session';
  readonly scope: string | undefined;
  readonly takesKey: boolean;
  readonly isForm: boolean;
  readonly body: Shape;
  readonly example: Body;
  readonly reply: unknown;
  readonly replyShape: Shape;
  readonly samples: Described['x-codeSamples'];
  readonly refusals: readonly Refusal[];
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  /** Example values for the names in braces. */
  readonly example: Readonly<Record<string, string | number>>;
}

export const refusalOf = (code: ErrorCode): Refusal => {
  const [status, sentence] = errorTable[code];
  return {
    status,
    code,
    sentence,
    example: code in errorExamples ? errorExamples[code as keyof typeof errorExamples] : {},
  };
};

/** Whether the whole sentence is an example. It may be one of another operation. */
const isExampleOnly = ({ sentence }: Refusal): boolean => /^\{\w+\}$/.test(sentence);

const accessOf = (security: readonly object[]): Operation['access'] => {
  if (security.length === 0) return 'open';
  return security.some((it) => Object.keys(it).length === 0) ? 'optional' : 'session';
};

/** The errors that are this operation's own. Errors that any operation may answer with are on a page by themselves. */
const refusalsOf = (responses: Described['responses']): Refusal[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) => description.split(', '))
    .filter((code): code is ErrorCode => code in errorTable && !commonErrors.includes(code as ErrorCode))
    .map(refusalOf)
    .map((it) => (isExampleOnly(it) ? { ...it, sentence: 'The message says what is not allowed.', example: {} } : it));

const operationOf = (path: string, it: Described): Operation => {
  const [[type = '', { schema, example = {} }] = ['', { schema: {} }]] = Object.entries(it.requestBody.content);
  const { schema: replyShape = {}, example: reply } = it.responses[200]?.content?.['application/json'] ?? {};
  return {
    ...{ name: it.operationId, group: it.tags[0] ?? '', summary: it.summary, path },
    ...{ access: accessOf(it.security), scope: it['x-scope'] },
    takesKey: it.parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...{ isForm: type === 'multipart/form-data', body: schema, example, reply, replyShape },
    ...{ samples: it['x-codeSamples'], refusals: refusalsOf(it.responses) },
  };
};

/** Every operation once, by what it is about. */
export const readOperations = ({ tags, paths }: OpenApi): readonly (readonly [string, readonly Operation[]])[] => {
  const all = Object.entries(paths)
    .filter(([path]) => path.startsWith('/proof/'))
    .map(([path, { post }]) => operationOf(path, post));
  return tags.map(({ name }) => [name, all.filter((it) => it.group === name)] as const);
};

/** What a field holds, in words. */
export const typeWords = (it: Shape): string => {
  if (it.const !== undefined) return String(it.const);
  if (it.enum) return it.enum.map(String).join(' | ');
  if (it.anyOf) return [...new Set(it.anyOf.map(typeWords))].join(' | ');
  if (it.items) return say('array of {items}', { items: typeWords(it.items) });
  const [values] = Object.values(it.patternProperties ?? {});
  if (values) return say('object of {values}', { values: typeWords(values) });
  return it.format ?? it.type ?? 'any';
};

/** The limits of a field, in words; empty where there are none. */
export const limitWords = ({ minimum, maximum, maxLength }: Shape): string => {
  if (minimum !== undefined && maximum !== undefined)
    return say('{minimum} to {maximum}', {
      minimum: minimum.toLocaleString(locale),
      maximum: maximum.toLocaleString(locale),
    });
  return maxLength === undefined ? '' : say('At most {n} characters', { n: maxLength.toLocaleString(locale) });
};
