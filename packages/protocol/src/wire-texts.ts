import { type TSchema, Type } from '@trigpoint/schema';

/**
 * Rules that a handler checks itself, because its own words are better than those of a schema. The service does not check bodies
 * against `stricter`. The OpenAPI document has these rules in its schemas, for callers who check before they send.
 */
export const stricter = (rules: Readonly<Record<string, unknown>>): { readonly stricter: typeof rules } => ({
  stricter: rules,
});

/** Most replies have one field, `result`. */
export const resultOf = <P extends Record<string, TSchema>>(fields: P) => Type.Object({ result: Type.Object(fields) });
export const success = resultOf({ success: Type.Boolean() });

/** A point in time that a caller names. */
export const timeText = (description = 'RFC 3339 date-time') =>
  Type.String({ maxLength: 64, description, ...stricter({ format: 'date-time' }) });

/** A point in time that the service names. */
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

export const momentOrNull = (description?: string) =>
  Type.Union([moment(), Type.Null()], description === undefined ? {} : { description });

/** Decimal, without sign or leading zeros; below 2^256. */
const numberOnChain = '(0|[1-9][0-9]{0,76})';

/** The id of a challenge that was requested on chain. */
export const challengeId = Type.String({
  minLength: 1,
  maxLength: 78,
  description: 'The id that submitRequest produced, as a decimal number',
  ...stricter({ pattern: `^${numberOnChain}$` }),
});

export const anyChallengeId = Type.String({
  minLength: 1,
  maxLength: 78,
  description: 'The id that submitRequest produced, as a decimal number, or the one that challenge-request gave',
  ...stricter({ pattern: `^(${numberOnChain}|ask-[0-9a-f]{32})$` }),
});

/** Whom a request or a watch is about, and what it asks, for callers who do not encode an ask. */
export const asked = (whom: string, what: string, mostChars: number) => ({
  prover: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: whom })),
  parameters: Type.Optional(
    Type.Record(Type.String({ maxLength: 32 }), Type.Union([Type.String({ maxLength: mostChars }), Type.Number()]), {
      description: what,
    }),
  ),
});

/** One line, without control characters. */
export const linePattern =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]*$';

/** The longest ask, which has a polygon of several hundred corners. A chain takes fewer bytes. */
export const askMaxBytes = 24_576;
