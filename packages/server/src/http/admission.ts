import { partyOf, type Route, type Scope, ServiceError, serviceError } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isApiKey } from '../session/api-keys.ts';
import type { Session } from '../session/sessions.ts';
import { callerOf, callersOfSite, siteNetworkOf } from './callers.ts';
import { readToken, ridesCookie, writeCookie } from './cookies.ts';
import { refuseCrossSite, saysWhereFrom } from './cross-site.ts';
import type { Allowance } from './limits.ts';
import { isSecure, siteOf } from './site.ts';

/**
 * The caller that a request is counted for. That is the key of its session, so that logging in again does not reset the count.
 * Without a session it is the address. Requests with tokens that this node does not know are counted for the address too, but
 * apart from requests without a token.
 */
export const countedAs = (request: FastifyRequest, key: Pick<Session, 'keyType' | 'publicKey'> | undefined): string => {
  if (key) return partyOf(key);
  return request.token === undefined ? callerOf(request.ip) : `tokens of ${callerOf(request.ip)}`;
};

/** The network that a request without a known key is counted for as well. Undefined for a known key, and over IPv4. */
const alsoCountedAs = (request: FastifyRequest, key: unknown): string | undefined => {
  const network = key ? undefined : siteNetworkOf(request.ip);
  return network && (request.token === undefined ? network : `tokens of ${network}`);
};

/** Counts the request against its caller's allowance and says in headers what is left. */
export const takeAllowance = (
  { rateLimits }: Pick<Context, 'rateLimits'>,
  name: Route['limit'],
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const allowance = rateLimits.take(name, countedAs(request, session));
  if (!allowance) return;
  const network = alsoCountedAs(request, session);
  // A request that is refused anyway does not use up the allowance of its neighbours.
  const ofNetwork = network && allowance.allowed ? rateLimits.take(name, network, callersOfSite) : undefined;
  const least = ofNetwork && ofNetwork.remaining < allowance.remaining ? ofNetwork : allowance;
  reply.headers(headersOf(least));
  if (!least.allowed || ofNetwork?.allowed === false) throw beyond(least);
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
  key: Parameters<typeof countedAs>[1],
  reply: FastifyReply,
  answer: (refusal: ServiceError) => void,
): boolean => {
  const network = alsoCountedAs(request, key);
  const allowance =
    rateLimits.takeIfUsedUp(name, countedAs(request, key)) ?? (network && rateLimits.takeIfUsedUp(name, network));
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
