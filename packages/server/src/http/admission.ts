import { partyOf, type Route, type Scope, ServiceError, serviceError } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isApiKey } from '../session/api-keys.ts';
import type { Session } from '../session/sessions.ts';
import { callerOf, callersOfSite, siteNetworkOf } from './callers.ts';
import { readToken, ridesCookie, writeCookie } from './cookies.ts';
import { refuseCrossSite, saysWhereFrom } from './cross-site.ts';
import type { Allowance, RateLimits } from './limits.ts';
import { isSecure, siteOf } from './site.ts';

type From = Pick<FastifyRequest, 'token' | 'ip'>;
type Key = Pick<Session, 'keyType' | 'publicKey'>;

/**
 * The caller that a request is counted for. That is the key of its session, so that logging in again does not reset the count.
 * Without a session it is the address. Requests with tokens that this node does not know are counted for the address too, but
 * apart from requests without a token.
 */
export const countedAs = (from: From, key: Key | undefined): string => {
  if (key) return partyOf(key);
  return from.token === undefined ? callerOf(from.ip) : `tokens of ${callerOf(from.ip)}`;
};

/** The network that a request without a known key is counted for as well. Undefined for a known key, and over IPv4. */
const alsoCountedAs = (from: From, key: Key | undefined): string | undefined => {
  const network = key ? undefined : siteNetworkOf(from.ip);
  return network && (from.token === undefined ? network : `tokens of ${network}`);
};

/** Counts a request against its caller's allowance. Returns the allowance that has least left; undefined if there is none. */
const countRequest = (
  rateLimits: RateLimits,
  name: Route['limit'],
  from: From,
  key: Key | undefined,
): Allowance | undefined => {
  const allowance = rateLimits.take(name, countedAs(from, key));
  const network = alsoCountedAs(from, key);
  // A request that is refused anyway does not use up the allowance of its neighbours.
  const ofNetwork = network && allowance?.allowed ? rateLimits.take(name, network, callersOfSite) : undefined;
  if (!ofNetwork || !allowance) return allowance;
  return !ofNetwork.allowed || ofNetwork.remaining < allowance.remaining ? ofNetwork : allowance;
};

/** Counts the request against its caller's allowance and says in headers what is left. */
export const takeAllowance = (
  { rateLimits }: Pick<Context, 'rateLimits'>,
  name: Route['limit'],
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const allowance = countRequest(rateLimits, name, request, session);
  if (!allowance) return;
  reply.headers(headersOf(allowance));
  if (!allowance.allowed) throw beyond(allowance);
};

/**
 * The session of an agent that opens a socket. A token that nobody knows counts for the address that it came from, and is not
 * looked up once the address has used up its allowance.
 */
export const admitAgent = async (
  { sessions, rateLimits }: Pick<Context, 'sessions' | 'rateLimits'>,
  from: From,
): Promise<Session> => {
  const key = from.token === undefined ? undefined : sessions.lastKnown(from.token);
  const greedy = usedUp(rateLimits, 'default', from, key);
  if (greedy) throw beyond(greedy);
  const session = await sessions.authenticate(from.token).catch((error: unknown) => {
    if (error instanceof ServiceError) countRequest(rateLimits, 'default', from, undefined);
    throw error;
  });
  const allowance = countRequest(rateLimits, 'default', from, session);
  if (allowance && !allowance.allowed) throw beyond(allowance);
  return session;
};

const usedUp = (
  rateLimits: RateLimits,
  name: Route['limit'],
  from: From,
  key: Key | undefined,
): Allowance | undefined => {
  const network = alsoCountedAs(from, key);
  return (
    rateLimits.takeIfUsedUp(name, countedAs(from, key)) ??
    (network ? rateLimits.takeIfUsedUp(name, network) : undefined)
  );
};

/** After this many refusals in a minute a caller gets its answers late. Its connections wait meanwhile. */
const promptRefusals = 100;
const holdMs = 1_000;

const headersOf = ({ limit, remaining, resetSeconds }: Allowance) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});

const beyond = ({ resetSeconds: seconds }: Allowance) => serviceError('rate_limited', { seconds }, seconds);

/** Refuses a caller that has already used up its allowance, without asking the database who it is. */
export const refuseGreedy = (
  { rateLimits, random }: Pick<Context, 'rateLimits' | 'random'>,
  name: Route['limit'],
  request: FastifyRequest,
  key: Key | undefined,
  reply: FastifyReply,
  answer: (refusal: ServiceError) => void,
): boolean => {
  const allowance = usedUp(rateLimits, name, request, key);
  if (!allowance) return false;
  reply.headers(headersOf(allowance));
  const refusal = beyond(allowance);
  if (allowance.used <= allowance.limit + promptRefusals) answer(refusal);
  else setTimeout(answer, holdMs * (1 + random(1).readUInt8() / 256), refusal);
  return true;
};

/**
 * Decides who may pass, before any byte of the body is read. With `remembered` a session that was looked up a moment ago is
 * let in without asking the database. Only reads may do that, and they are not answered before `confirm`.
 */
export const admit = async (
  context: Pick<Context, 'config' | 'sessions' | 'apiKeys' | 'rateLimits'>,
  route: Pick<Route, 'auth' | 'scope' | 'limit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  remembered = false,
): Promise<void> => {
  const { config, sessions, apiKeys } = context;
  if (saysWhereFrom(request.headers)) refuseCrossSite(request.headers, siteOf(config, request), config.corsOrigins);
  request.token = readToken(request.headers);
  const recalled = remembered ? sessions.recall(request.token) : undefined;
  request.onTrust = recalled !== undefined;
  let refusal: unknown;
  if (recalled) request.session = recalled;
  else if (route.auth === 'session' || (route.auth === 'optional' && request.token !== undefined))
    try {
      request.session = isApiKey(request.token)
        ? await apiKeys.authenticate(request.token)
        : await sessions.authenticate(request.token, () => renewCookie(context, request, reply));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A caller whose session has ended is treated as a stranger, who may read what is public.
      if (route.auth === 'session') refusal = error;
    }
  takeAllowance(context, route.limit, request.session, request, reply);
  if (refusal) throw refusal;
  if (request.session?.scopes) checkScope(route, request.session.scopes);
};

/** The one place where an API key is held to its scopes. An operation that names no scope takes no key. */
const checkScope = ({ scope }: Pick<Route, 'scope'>, scopes: readonly Scope[]): void => {
  if (scope !== undefined && scopes.includes(scope)) return;
  const needed = scope === undefined ? 'a login and no API key' : `the scope ${scope}`;
  throw serviceError('scope_missing', { needed, scopes: scopes.join(', ') });
};

/** When a session's expiry moves, its cookie is sent again. Otherwise the browser would drop it at the old expiry. */
const renewCookie = (
  { config, sessions }: Pick<Context, 'config' | 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if (request.token === undefined || !ridesCookie(request.headers)) return;
  reply.header('set-cookie', writeCookie(request.token, sessions.lifetimes.sessionMs, isSecure(config, request)));
};

/** The owner of a token when this node last saw it. */
export const lastKnown = ({ sessions, apiKeys }: Pick<Context, 'sessions' | 'apiKeys'>, token: string) =>
  isApiKey(token) ? apiKeys.lastKnown(token) : sessions.lastKnown(token);

/** Asks the database whether the session of a request that was let in on trust is still active. Throws if it is not. */
export const confirm = async ({ sessions }: Pick<Context, 'sessions'>, request: FastifyRequest): Promise<void> => {
  if (!request.onTrust) return;
  request.onTrust = false;
  await sessions.authenticate(request.token);
};

declare module 'fastify' {
  interface FastifyRequest {
    token: string | undefined;
    session: Session | undefined;
    /** True while the session comes from memory and the database has not confirmed that it is still active. */
    onTrust: boolean;
  }
}
