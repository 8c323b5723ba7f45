import { randomUUID } from 'node:crypto';
import { findProofType, proofTypes } from '@trigpoint/proofs';
import { type Route, type RouteTable, routes, ServiceError } from '@trigpoint/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Compat, compatFor } from '../compat.ts';
import type { Context } from '../context.ts';
import { DbUnavailable } from '../db/driver.ts';
import { hashToken, type Session } from '../session/sessions.ts';
import { admit, confirm, refuseGreedy } from './admission.ts';
import { bodyChecker, refuseDeep, refuseUnstorable, whyNotJson } from './body.ts';
import { answerClientError } from './client-errors.ts';
import { readToken, writeCookie } from './cookies.ts';
import { isKnown } from './etag.ts';
import type { Call, Handler, HandlerTable } from './handler.ts';
import { siteOf } from './site.ts';
import { Turns } from './turns.ts';

export type Door = FastifyInstance;

/** What the door needs; domains bring their handlers, and routes that stream register themselves. */
export type DoorContext = Pick<Context, 'config' | 'log' | 'metrics' | 'rateLimits' | 'sessions'>;

export const knownProofType = (id: string) => {
  const found = findProofType(id);
  if (found) return found;
  const known = proofTypes.map((it) => it.id).join(', ');
  throw new ServiceError('unknown_proof_type', { known, given: id.slice(0, 32) });
};

/** Turns whatever was thrown into the one error shape (docs/errors.md); our own faults are logged, never shown. */
const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const known = toServiceError(error, request);
  if (known.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  // The next try shall come over a new connection, which a balancer may bring to a node that is better off.
  if (known.status === 503) reply.header('connection', 'close');
  return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(known.toWire()));
};

/** What everybody may know about a failure; undefined for a fault of our own. */
export const knownError = (error: unknown): ServiceError | undefined => {
  if (error instanceof ServiceError) return error;
  if (error instanceof DbUnavailable)
    return new ServiceError('unavailable', { detail: 'The database is not reachable.', seconds: 1 }, 1);
  return undefined;
};

const toServiceError = (error: unknown, request: FastifyRequest): ServiceError => {
  const known = knownError(error);
  if (known) return known;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceError('unsupported_media_type', { expected: 'application/json' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ServiceError('invalid_body', { detail: 'The body is not as long as Content-Length says.' });
    default:
      return new ServiceError('internal', { request_id: request.id });
  }
};

const everyReply = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Builds the HTTP door and everything that holds for every request. */
export const openDoor = (context: DoorContext): Door => {
  const { config, log, metrics } = context;
  const door = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.maxBodyBytes,
    // A slow sender holds a socket, nothing else; after this it is let go. A phone with 0.5 Mbit/s sends a photo in it.
    requestTimeout: 330_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What still comes over a kept connection while the node ends is answered like anything else.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    // A logger per request is worth its cost only to someone who reads every request.
    childLoggerFactory: (logger, bindings, options) =>
      log.isLevelEnabled('debug') ? logger.child(bindings, options) : logger,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => {
      const ours = (error.statusCode ?? 500) >= 500;
      answerError(ours ? error : new ServiceError('unreadable_path'), request, reply as FastifyReply);
    },
    clientErrorHandler: answerClientError,
  });
  door.decorateRequest('token', undefined);
  door.decorateRequest('session', undefined);
  door.decorateRequest('onTrust', false);
  const parseJson = door.getDefaultJsonParser('error', 'error');
  door.removeAllContentTypeParsers();
  door.addContentTypeParser('application/json', { parseAs: 'string' }, (request, raw, done) => {
    if (raw === '') return done(null, {});
    parseJson(request, raw as string, (error, body) => {
      if (error) return done(new ServiceError('invalid_json', { detail: whyNotJson(raw as string) }));
      try {
        refuseDeep(raw as string);
        refuseUnstorable(raw as string, body);
        done(null, body);
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  });
  door.setErrorHandler(async (error, request, reply) => {
    const refusal = await confirm(context, request).then(
      () => error,
      (ended: unknown) => ended,
    );
    return answerError(refusal, request, reply);
  });
  door.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string;
    if (request.method !== 'POST' && isOperation(path)) {
      reply.header('allow', 'POST');
      return answerError(new ServiceError('method_not_allowed', { path, allowed: 'POST' }), request, reply);
    }
    const missing = new ServiceError('route_not_found', { method: request.method, path: path.slice(0, 256) });
    return answerError(missing, request, reply);
  });
  door.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.headers(everyReply);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    const { origin } = request.headers;
    if (origin !== undefined && config.corsOrigins.includes(origin)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-allow-credentials', 'true');
      reply.header(
        'access-control-expose-headers',
        'etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
      );
      reply.header('vary', 'origin');
    }
    done();
  });
  door.options('/*', async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && config.corsOrigins.includes(origin))
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header(
          'access-control-allow-headers',
          'content-type, authorization, idempotency-key, if-none-match, last-event-id',
        )
        .header('access-control-max-age', '600');
    return reply.code(204).send();
  });
  door.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.request(route, reply.statusCode, reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  return door;
};

const paths = new Set(Object.values(routes as RouteTable).flatMap((it) => it.paths));
const isOperation = (path: string) => paths.has(path.replace(/^\/proof\/v1\/[^/]+\//, '/proof/v1/:proof_type/'));

/**
 * Registers a domain's part of the route table. `remembering` names reads whose own statement asks whether the session
 * is still active: they begin with a remembered session, which saves a question to the database on each request.
 */
export const serveRoutes = <T extends RouteTable>(
  door: Door,
  context: DoorContext,
  table: T,
  handlers: HandlerTable<T>,
  remembering: readonly (keyof T)[] = [],
) => {
  for (const [name, route] of Object.entries(table)) {
    const served: Served = {
      route,
      check: bodyChecker(route.body),
      // Each handler takes what its own route's schema has checked.
      handler: handlers[name] as unknown as Handler<Route>,
      compat: compatFor(context.config.compat, name),
      remembered: remembering.includes(name),
    };
    for (const path of route.paths) serveRoute(door, context, path, served);
  }
};

const turns = new Turns();

interface Served {
  readonly route: Route;
  readonly check: (body: unknown) => void;
  readonly handler: Handler<Route>;
  readonly compat: Compat;
  readonly remembered: boolean;
}

const serveRoute = (door: Door, context: DoorContext, path: string, served: Served) => {
  const { route, check, handler, compat, remembered } = served;
  const hasProofType = path.includes(':proof_type');
  door.post(path, {
    onRequest: [
      (request, reply, done) => {
        request.token = readToken(request.headers);
        if (request.token === undefined) return done();
        const caller = hashToken(request.token);
        const answer = (refusal: ServiceError) => void answerError(refusal, request, reply);
        if (refuseGreedy(context, route.limit, caller, reply, answer)) return;
        const paceMs = () => context.rateLimits.paceMs(route.limit, caller);
        if (paceMs() > 0) turns.take(caller, paceMs, reply.raw, done);
        else done();
      },
      (request, reply) => admit(context, route, request, reply, remembered),
    ],
    handler: async (request, reply) => {
      const proofType = hasProofType
        ? knownProofType((request.params as { proof_type: string }).proof_type)
        : (proofTypes[0] as (typeof proofTypes)[number]);
      const body = compat.readBody(request.body === undefined ? {} : request.body);
      check(body);
      const answer = compat.writeReply(await handler(callOf(context, request, reply, proofType, body)));
      if (request.onTrust) await confirm(context, request);
      const text = JSON.stringify(answer);
      if (route.polled && isKnown(request, reply, text)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
};

const callOf = (
  { config }: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proofType: Call['proofType'],
  body: unknown,
): Call => ({
  body,
  proofType,
  token: request.token,
  visitor: request.session,
  get session(): Session {
    if (!request.session) throw new Error(`${request.url} is an open route: it has no session`);
    return request.session;
  },
  sessionConfirmed: () => {
    request.onTrust = false;
  },
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  get site() {
    return siteOf(config, request);
  },
  header: (name) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  },
  setHeader: (name, value) => void reply.header(name, value),
  setCookie: (token, maxAgeMs) =>
    void reply.header('set-cookie', writeCookie(token, maxAgeMs, request.protocol === 'https')),
  clearCookie: () => void reply.header('set-cookie', writeCookie('', 0, request.protocol === 'https')),
});
