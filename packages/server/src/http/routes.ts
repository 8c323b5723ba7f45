import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { findProofType } from '@trigpoint/proofs/rules';
import { type Route, type RouteTable, type ServiceError, serviceError } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../network/addresses.ts';
import type { Session } from '../session/sessions.ts';
import { admit, confirm, countedAs, lastKnown, refuseGreedy } from './admission.ts';
import { bodyChecker } from './body.ts';
import { type Compat, compatFor } from './compat/compat.ts';
import { readToken, writeCookie } from './cookies.ts';
import { answerError } from './errors.ts';
import { hasEtag, setEtag } from './etag.ts';
import {
  begun,
  type Call,
  type Handler,
  type HandlerTable,
  readIdempotencyKey,
  Streamed,
  unlessShort,
} from './handler.ts';
import type { HttpContext, HttpServer } from './server.ts';
import { isSecure, siteOf } from './site.ts';

/** At most about this much of a long answer is made before its reader has taken it in. */
const heldBytes = 65_536;

/** The rules of a proof type that this service serves. */
export const servedProofType = ({ proofTypes }: Pick<HttpContext['config'], 'proofTypes'>, id: string) => {
  const found = proofTypes.includes(id) ? findProofType(id) : undefined;
  if (found) return found;
  throw serviceError('unknown_proof_type', { known: proofTypes.join(', '), given: id.slice(0, 32) });
};

/**
 * Registers the routes of a room. `remembering` names reads whose own SQL statement checks whether the session is still active.
 * They begin with a remembered session, which saves one query per request.
 */
export const serveRoutes = <T extends RouteTable>(
  server: HttpServer,
  context: HttpContext,
  table: T,
  handlers: HandlerTable<T>,
  remembering: readonly (keyof T)[] = [],
) => {
  for (const [name, route] of Object.entries(table)) {
    const served: Omit<Served, 'compat'> = {
      route,
      check: bodyChecker(route.body),
      // Each handler takes what its own route's schema has checked.
      handler: handlers[name] as unknown as Handler<Route>,
      remembered: remembering.includes(name),
    };
    for (const compat of compatFor(context.config.compat, name))
      for (const path of route.paths)
        serveRoute(server, context, path.replace(/[^/]+$/, compat.name), { ...served, compat });
  }
};

interface Served {
  readonly route: Route;
  readonly check: (body: unknown) => void;
  readonly handler: Handler<Route>;
  readonly compat: Compat;
  readonly remembered: boolean;
}

const serveRoute = (server: HttpServer, context: HttpContext, path: string, served: Served) => {
  const { route, check, handler, compat, remembered } = served;
  server.post(path, {
    onRequest: [
      (request, reply, done) => {
        request.token = readToken(request.headers);
        if (request.token === undefined) return done();
        const key = lastKnown(context, request.token);
        const answer = (refusal: ServiceError) => void answerError(refusal, request, reply);
        if (refuseGreedy(context, route.limit, request, key, reply, answer)) return;
        const caller = countedAs(request, key);
        const paceMs = () => context.rateLimits.paceMs(route.limit, caller);
        if (paceMs() > 0) context.callerQueues.begin(caller, paceMs, reply.raw, done);
        else done();
      },
      (request, reply) => admit(context, route, request, reply, remembered),
    ],
    handler: async (request, reply) => {
      const { proof_type: named } = request.params as { proof_type?: string };
      // Operations without a type in their path do not depend on it.
      const { id } = servedProofType(context.config, named ?? (context.config.proofTypes[0] as string));
      const proofType = context.proofType(id);
      const body = compat.readBody(request.body === undefined ? {} : request.body, proofType);
      check(body);
      const said = await handler(callOf(context, request, reply, proofType, body));
      const answer = await compat.writeReply(said, body, context);
      if (request.onTrust) await confirm(context, request);
      const written = answer instanceof Streamed ? await unlessShort(answer) : JSON.stringify(answer);
      if (written instanceof Streamed) {
        const caller = countedAs(request, request.session);
        const reader = { caller, network: networkOf(request.ip), reply: reply.raw };
        const answer = await context.longAnswers.begin(reader, written);
        const { socket } = request.raw;
        // The socket's timeout is for readers that take nothing in. It must not run while the first piece is being made.
        socket.setTimeout(0);
        const pieces = await begun(answer).finally(() => socket.setTimeout(server.server.timeout));
        const body = Readable.from(pieces, { objectMode: false, highWaterMark: heldBytes });
        return reply.type('application/json; charset=utf-8').send(body);
      }
      if (route.polled && hasEtag(request, setEtag(reply, written))) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(written);
    },
  });
};

const callOf = (
  { config }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proofType: Call['proofType'],
  body: unknown,
): Call => ({
  body,
  get once() {
    const key = readIdempotencyKey(request.headers);
    if (key === undefined) return undefined;
    return { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
  },
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
  setCookie: (token, maxAgeMs) =>
    void reply.header('set-cookie', writeCookie(token, maxAgeMs, isSecure(config, request))),
  clearCookie: () => void reply.header('set-cookie', writeCookie('', 0, isSecure(config, request))),
});
