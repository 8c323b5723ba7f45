import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type RouteTable, routes, serviceError } from '@trigpoint/protocol';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { Context } from '../context.ts';
import { confirm } from './admission.ts';
import { refuseDeep, refuseUnstorable, whyNotJson } from './body.ts';
import { answerClientError } from './client-errors.ts';
import { serveOlderHeaders } from './compat/hooks.ts';
import type { ResultsContext } from './compat/results.ts';
import { answerError } from './errors.ts';
import { isSecure } from './site.ts';

export type HttpServer = FastifyInstance;

/** What HTTP itself needs. Rooms bring their handlers, and routes that stream register themselves. */
export type HttpContext = Pick<
  Context,
  | 'config'
  | 'log'
  | 'random'
  | 'metrics'
  | 'rateLimits'
  | 'callerQueues'
  | 'longAnswers'
  | 'sessions'
  | 'apiKeys'
  | 'proofType'
  | 'drain'
> &
  ResultsContext;

const everyReply = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Opens the HTTP server with everything that holds for every request. */
export const openHttpServer = (context: HttpContext): HttpServer => {
  const { config, log, metrics, drain } = context;
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.maxBodyBytes,
    // A sender that takes longer than this is disconnected. Until then it holds a socket and nothing else. A phone with
    // 0.5 Mbit/s sends a photo in that time.
    requestTimeout: 330_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that come over a kept connection while the node ends are answered as usual.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    // Making a logger for each request costs time. Its lines are only written at the level debug.
    childLoggerFactory: (logger, bindings, options) =>
      log.isLevelEnabled('debug') ? logger.child(bindings, options) : logger,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => {
      const ours = (error.statusCode ?? 500) >= 500;
      answerError(ours ? error : serviceError('unreadable_path'), request, reply as FastifyReply);
    },
    clientErrorHandler: answerClientError,
  });
  server.decorateRequest('token', undefined);
  server.decorateRequest('session', undefined);
  server.decorateRequest('onTrust', false);
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, {});
    // Decoding would replace bytes that are not UTF-8 by U+FFFD, and that would be stored.
    if (!isUtf8(bytes as Buffer)) return done(serviceError('invalid_json', { detail: 'it is not UTF-8' }));
    const raw = bytes.toString();
    parseJson(request, raw, (error, body) => {
      if (error) return done(serviceError('invalid_json', { detail: whyNotJson(raw) }));
      try {
        refuseDeep(raw);
        refuseUnstorable(raw, body);
        done(null, body);
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  });
  // Clients name all kinds of content types for an empty body. An empty body means {}.
  server.addContentTypeParser('*', (_request, payload, done) => {
    const end = (error: Error | null) => {
      payload.off('data', refuse).off('end', accept).off('error', end);
      done(error, {});
    };
    const refuse = () => end(serviceError('unsupported_media_type', { expected: 'application/json' }));
    const accept = () => end(null);
    payload.on('data', refuse).on('end', accept).on('error', end);
  });
  server.setErrorHandler(async (error, request, reply) => {
    const refusal = await confirm(context, request).then(
      () => error,
      (ended: unknown) => ended,
    );
    return answerError(refusal, request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string;
    if (request.method !== 'POST' && isOperation(path)) {
      reply.header('allow', 'POST');
      return answerError(serviceError('method_not_allowed', { path, allowed: 'POST' }), request, reply);
    }
    const missing = serviceError('route_not_found', { method: request.method, path: path.slice(0, 256) });
    return answerError(missing, request, reply);
  });
  server.addHook('onRequest', beginWithConnection());
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.headers(everyReply);
    if (isSecure(config, request)) reply.header('strict-transport-security', 'max-age=31536000');
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
  server.options('/*', async (request, reply) => {
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
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.request(route, reply.statusCode, reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  // A kept connection could bring a request after the node has stopped listening. So each is closed with its next answer.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (drain.hasBegun) reply.header('connection', 'close');
    done(null, payload);
  });
  if (config.compat !== 'off') serveOlderHeaders(server);
  return server;
};

/** How many requests of one connection may wait for the answers before them. Browsers send one after another. */
const mostPipelined = 64;

/**
 * Begins a request when its reply has the connection. A reply that waits for the ones before it is never told that the connection
 * has closed, so the places that it took would never be given back.
 */
const beginWithConnection = (): onRequestHookHandler => {
  const waiting = new WeakMap<Socket, number>();
  return ({ raw: { socket } }, { raw: reply }, done) => {
    if (reply.socket) return done();
    const before = waiting.get(socket) ?? 0;
    if (before >= mostPipelined) return void socket.destroy();
    waiting.set(socket, before + 1);
    reply.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      done();
    });
  };
};

const paths = new Set(Object.values(routes as RouteTable).flatMap((it) => it.paths));
const isOperation = (path: string) => paths.has(path.replace(/^\/proof\/v1\/[^/]+\//, '/proof/v1/:proof_type/'));
