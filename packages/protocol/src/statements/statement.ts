import { Compile, type Static, type TObject, type TSchema, Type } from '@trigpoint/schema';

/**
 * A statement is a text that somebody signs. It is one line of JSON that begins with its kind and version. It names the service that it
 * is meant for, so that no signature is worth anything elsewhere. Each statement has exactly one spelling: what is signed is what is
 * stored, hashed and shown.
 */
export const serviceNames = {
  /** The service by the key of its public log, in hex. An address could be copied; this key cannot. */
  service: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** 0 where the service runs without a chain. */
  chain_id: Type.Integer({ minimum: 0 }),
  /** The contract that requests come from, or `none`. */
  contract: Type.String({ pattern: '^(0x[0-9a-f]{40}|none)$' }),
};

/** The service as statements name it. */
export interface ServiceName {
  readonly service: string;
  readonly chain_id: number;
  readonly contract: string;
}

export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
export const AgentId = Type.String({ pattern: '^IPv[46]/[!-~]{1,120}$', maxLength: 128 });
/** A key with its type, in the spelling that sessions use. There is only one, so that one owner cannot look like two. */
export const Party = Type.String({ pattern: '^(ethereum:0x[0-9a-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$' });
export const KeyTypeName = Type.Union([Type.Literal('ethereum'), Type.Literal('solana')]);

/** A text that is not the statement that it should be. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

export interface StatementKind<T> {
  readonly kind: string;
  readonly version: number;
  /** Throws `StatementError` where a field is missing or malformed. */
  compose(says: T): string;
  /** Throws `StatementError` unless the text is exactly what `compose` writes. */
  parse(text: string): T;
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((name) => (value as Record<string, unknown>)[name] !== undefined)
      .map((name) => [name, sorted((value as Record<string, unknown>)[name])]),
  );
};

/** Makes a kind of statement. Longer texts than `maxChars` are refused unread. */
export function statementKind<S extends TObject>(
  kind: string,
  version: number,
  schema: S,
  maxChars: number,
): StatementKind<Static<S>> {
  let validator: ReturnType<typeof Compile<TSchema>> | undefined;
  const check = (value: unknown): Static<S> => {
    validator ??= Compile(schema as TSchema);
    if (!validator.Check(value)) {
      const [first] = validator.Errors(value);
      throw new StatementError(`${kind}: ${first?.instancePath || '/'} ${first?.message ?? 'is malformed'}.`);
    }
    return value as Static<S>;
  };
  const compose = (says: Static<S>): string => {
    const text = JSON.stringify({ kind, version, ...(sorted(check(says)) as object) });
    if (text.length > maxChars) throw new StatementError(`${kind}: ${text.length} characters are too many.`);
    return text;
  };
  const parse = (text: string): Static<S> => {
    if (text.length > maxChars) throw new StatementError(`${kind}: ${text.length} characters are too many.`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new StatementError(`${kind}: it is not JSON.`);
    }
    if (typeof value !== 'object' || value === null || !('kind' in value) || !('version' in value))
      throw new StatementError(`${kind}: it does not say what it is.`);
    const { kind: saidKind, version: saidVersion, ...rest } = value;
    if (saidKind !== kind || saidVersion !== version)
      throw new StatementError(`${kind} ${version} is expected, not ${String(saidKind)} ${String(saidVersion)}.`);
    const says = check(rest);
    if (compose(says) !== text) throw new StatementError(`${kind}: it is not spelt as it is signed.`);
    return says;
  };
  return { kind, version, compose, parse };
}
