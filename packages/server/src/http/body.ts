import { invalidField, type ServiceError, serviceError } from '@trigpoint/protocol';
import { Compile, type TSchema } from '@trigpoint/schema';

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message: string;
}

const words = (value: unknown) => (Array.isArray(value) ? value : [value]).map((it) => String(it)).join(', ');

/** Completes the sentence "<field> …". */
const describe = ({ keyword, params, message }: Problem): string => {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${/^[aeio]/.test(words(params.type)) ? 'an' : 'a'} ${words(params.type)}`;
    case 'enum':
      return `must be one of ${words(params.allowedValues)}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'anyOf':
      return 'has the wrong type';
    default:
      return message;
  }
};

const refusal = (problems: readonly Problem[]): ServiceError => {
  // The error about a union as a whole says least, and it comes last. So the first error is told.
  const problem = problems[0] as Problem;
  const path = problem.instancePath.slice(1).replaceAll('/', '.');
  if (problem.keyword === 'required') {
    const [missing] = problem.params.requiredProperties as string[];
    return invalidField(path === '' ? String(missing) : `${path}.${missing}`, 'is required');
  }
  if (path === '') return serviceError('invalid_body', { detail: 'The body must be a JSON object.' });
  return invalidField(path, describe(problem));
};

/** Checks a body against a route's schema: no coercion, unknown fields ignored, the first wrong field named. */
export const bodyChecker = (schema: TSchema): ((body: unknown) => void) => {
  const compiled = Compile(schema);
  return (body) => {
    if (!compiled.Check(body)) throw refusal(compiled.Errors(body) as unknown as Problem[]);
  };
};

/** Says where a body is broken. It does not quote the body, which may hold a signature, because refusals are logged. */
export const whyNotJson = (raw: string): string => {
  try {
    JSON.parse(raw);
    return 'it has a member named __proto__ or constructor, which is not taken';
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    return position === undefined ? 'it ends too early' : `it breaks at character ${Number(position) + 1}`;
  }
};

/** No honest body is nested this deep. After this check, code may walk a body by recursion. */
const maxDepth = 32;

/** Refuses a JSON text by its brackets alone, outside of strings. */
export const refuseDeep = (raw: string): void => {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if (inString) {
      if (code === backslash) i++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth)
        throw serviceError('invalid_body', { detail: `The body is nested more than ${maxDepth} levels deep.` });
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
};

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map((it) =>
  it.charCodeAt(0),
);

/**
 * Refuses NUL and lone surrogates. PostgreSQL cannot store them as text, and nobody sends them on purpose. In JSON they can
 * only be written as \u escapes, so a body without such an escape is not searched.
 */
export const refuseUnstorable = (raw: string, body: unknown): void => {
  if (!raw.includes('\\u')) return;
  const waiting: [path: string, value: unknown][] = [['', body]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw invalidField(path || 'The body', 'contains characters that are not text (NUL or a lone surrogate)');
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0') || !name.isWellFormed())
        throw invalidField(path || 'The body', 'has a name with characters that are not text');
      waiting.push([path === '' ? name : `${path}.${name}`, inner]);
    }
  }
};
