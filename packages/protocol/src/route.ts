import type { Static, TSchema } from '@trigpoint/schema';
import type { ErrorCode } from './errors.ts';

/** What an API key may be allowed to do. */
export const scopes = ['ask', 'read', 'campaigns', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Rate limit groups (docs/config.md, RATE_LIMITS). */
export type LimitName = 'login' | 'ask' | 'create-campaign' | 'feed' | 'default';

/**
 * One operation of the interface. The server, the SDK, the OpenAPI document and the access proof all derive from the
 * table of these, so an operation that is not in the table does not exist, and one without a handler does not compile.
 */
export interface Route<Body = unknown, Reply = unknown> {
  readonly summary: string;
  /** `:proof_type` stands for the id of a proof type, such as pol. All operations are POST. */
  readonly paths: readonly string[];
  /** `optional`: anybody may call it, and a caller with a session may see more. */
  readonly auth: 'open' | 'optional' | 'session';
  /** The scope that an API key needs. An operation without a scope takes no API keys. */
  readonly scope?: Scope;
  readonly limit: LimitName;
  /** How the body travels; JSON unless said. */
  readonly encoding?: 'multipart';
  /** The operation makes something, and takes an Idempotency-Key: the same request with the same key makes nothing more. */
  readonly once?: true;
  /** The operation is made to be polled. Its answers carry an ETag, and 304 tells a caller that it has the newest answer. */
  readonly polled?: true;
  readonly body: TSchema;
  readonly reply: TSchema;
  /** This field never has a value. It carries the types of body and reply, so that no other package derives them again. */
  readonly types?: { readonly body: Body; readonly reply: Reply };
  /** The errors of this operation, besides those of every route (docs/errors.md). */
  readonly errors: readonly ErrorCode[];
}

export type RouteTable = Record<string, Route>;
export type BodyOf<R extends Route> = NonNullable<R['types']>['body'];
export type ReplyOf<R extends Route> = NonNullable<R['types']>['reply'];

/** An operation as the file of its room has it: what follows from its name and its session is left out. */
interface Operation extends Omit<Route, 'paths' | 'limit' | 'errors' | 'types'> {
  /** It also stands at `/<name>`, without a proof type. */
  readonly isAtRoot?: true;
  /** `default` unless given. */
  readonly limit?: LimitName;
  /** The errors besides those of every route and those of sessions. */
  readonly errors?: readonly ErrorCode[];
}

const sessionErrors: readonly ErrorCode[] = ['not_logged_in', 'session_expired'];

const routeOf = (name: string, { isAtRoot, limit = 'default', errors = [], ...rest }: Operation): Route => ({
  ...rest,
  paths: [...(isAtRoot ? [`/${name}`] : []), `/proof/v1/:proof_type/${name}`],
  limit,
  errors: [...(rest.auth === 'session' ? sessionErrors : []), ...errors],
});

/** The routes of a table of operations, by their names. It keeps the types of the schemas. */
export const operations = <T extends Record<string, Operation>>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([name, it]) => [name, routeOf(name, it)])) as {
    [N in keyof T]: Route<Static<T[N]['body']>, Static<T[N]['reply']>>;
  };

/** Refusals that any route can answer with; a route lists only its own. */
export const commonErrors: readonly ErrorCode[] = [
  'invalid_body',
  'invalid_json',
  'invalid_field',
  'invalid_key',
  'scope_missing',
  'unknown_proof_type',
  'cross_site',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
];
