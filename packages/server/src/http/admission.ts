import { type Route, ServiceError } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { callerOf } from '../network/callers.ts';
import type { Session } from '../session/sessions.ts';
import { readToken } from './cookies.ts';
import { refuseCrossSite, saysWhereFrom } from './cross-site.ts';
import type { Allowance } from './limits.ts';
import { siteOf } from './site.ts';

/** Counts the request against its caller's allowance and says in headers what is left. */
export const takeAllowance = (
  { rateLimits }: Pick<Context, 'rateLimits'>,
  name: Route['limit'],
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const allowance = rateLimits.take(name, session?.tokenHash ?? callerOf(request.ip));
  if (!allowance) return;
  reply.headers(headersOf(allowance));
  if (!allowance.allowed) throw beyond(allowance);
};

/** A caller that goes on after this many refusals in a minute is answered late. Its connections wait meanwhile. */
const promptRefusals = 100;
const holdMs = 1_000;

const headersOf = ({ limit, remaining, resetSeconds }: Allowance) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});

const beyond = ({ resetSeconds: seconds }: Allowance) => new ServiceError('rate_limited', { seconds }, seconds);

/** Refuses a caller that has already used up its allowance, without asking the database who it is. */
export const refuseGreedy = (
  { rateLimits, random }: Pick<Context, 'rateLimits' | 'random'>,
  name: Route['limit'],
  caller: string,
  reply: FastifyReply,
  answer: (refusal: ServiceError) => void,
): boolean => {
  const allowance = rateLimits.takeIfUsedUp(name, caller);
  if (!allowance) return false;
  reply.headers(headersOf(allowance));
  const refusal = beyond(allowance);
  if (allowance.used <= allowance.limit + promptRefusals) answer(refusal);
  else setTimeout(answer, holdMs * (1 + random(1).readUInt8() / 256), refusal);
  return true;
};

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ServiceError)) throw error;
};

/**
 * Who may pass: asked before a byte of the body is read. With `remembered` a session looked up a moment ago is let in on
 * trust: only for reads, and nothing is answered before `confirm`.
 */
export const admit = async (
  context: Pick<Context, 'config' | 'sessions' | 'rateLimits'>,
  route: Pick<Route, 'auth' | 'limit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  remembered = false,
): Promise<void> => {
  const { config, sessions } = context;
  if (saysWhereFrom(request.headers)) refuseCrossSite(request.headers, siteOf(config, request), config.corsOrigins);
  request.token = readToken(request.headers);
  if (route.auth === 'session') {
    const recalled = remembered ? sessions.recall(request.token) : undefined;
    request.onTrust = recalled !== undefined;
    request.session = recalled ?? (await sessions.authenticate(request.token));
  }
  // A caller whose session has ended is treated as a stranger, who may read what is public.
  else if (route.auth === 'optional' && request.token !== undefined)
    request.session = await sessions.authenticate(request.token).catch(ignoreRefusal);
  takeAllowance(context, route.limit, request.session, request, reply);
};

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
