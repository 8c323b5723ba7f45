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

/** Keeps the types of the schemas while checking the shape. */
export const route = <Body extends TSchema, Reply extends TSchema>(
  it: Route & { readonly body: Body; readonly reply: Reply },
): Route<Static<Body>, Static<Reply>> => it as Route<Static<Body>, Static<Reply>>;

export const underProof = (name: string) => `/proof/v1/:proof_type/${name}`;

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
