import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddress from '@fastify/proxy-addr';
import { serviceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import type { Session } from '../session/sessions.ts';
import { admitAgent } from './admission.ts';
import { readToken } from './cookies.ts';
import { refuseCrossSite } from './cross-site.ts';
import { knownError } from './errors.ts';
import { servedProofType } from './routes.ts';
import type { HttpServer } from './server.ts';
import { siteOf } from './site.ts';

/** An agent connects over IPv4 and IPv6. It may be connected twice over each for a moment when it comes back. */
const maxPerAgent = 4;

const ignore = () => {};

/** Joins the agents' socket to the HTTP server: who may connect, and from which address they are seen. */
export const serveAgents = (
  server: HttpServer,
  { config, hub, sessions, rateLimits }: Pick<Context, 'config' | 'hub' | 'sessions' | 'rateLimits'>,
) => {
  const trust = proxyAddress.compile([...config.trustedProxies]);

  const admit = async (request: IncomingMessage): Promise<Session> => {
    const path = request.url?.split('?')[0] ?? '';
    const id = path.match(/^\/proof\/v1\/([^/]+)\/ws$/)?.[1];
    if (id === undefined) throw serviceError('route_not_found', { method: 'GET', path: path.slice(0, 256) });
    const proofType = servedProofType(config, id);
    refuseCrossSite(request.headers, siteOf(config, request), config.corsOrigins);
    const from = { token: readToken(request.headers), ip: proxyAddress(request, trust) };
    const session = await admitAgent({ sessions, rateLimits }, from);
    if (session.role === 'payer')
      throw serviceError('not_allowed', {
        detail: 'This session logged in as payer; agents log in as prover or challenger.',
      });
    if (session.proofType !== proofType.id)
      throw serviceError('not_allowed', {
        detail: `This session logged in for ${session.proofType}, not for ${proofType.id}.`,
      });
    if (hub.countOf(session) >= maxPerAgent)
      throw serviceError('rate_limited', { seconds: reconnectSeconds }, reconnectSeconds);
    return session;
  };

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // While the session is looked up, nobody else handles errors of the socket. An unhandled one would end the process.
    socket.on('error', ignore);
    admit(request).then(
      (session) => {
        socket.off('error', ignore);
        const address = proxyAddress(request, trust);
        hub.sockets.handleUpgrade(request, socket, head, (ws) => hub.accept(ws, session, address));
      },
      (error: unknown) => refuse(socket, error),
    );
  });
};

const reconnectSeconds = 30;

/** An upgrade that is refused still gets an HTTP answer with the usual error body. */
const refuse = (socket: Duplex, error: unknown): void => {
  const known = knownError(error) ?? serviceError('internal', { request_id: '-' });
  const body = JSON.stringify(known.toWire());
  const retry = known.retryAfter === undefined ? '' : `Retry-After: ${known.retryAfter}\r\n`;
  socket.end(
    `HTTP/1.1 ${known.status} Refused\r\nContent-Type: application/json\r\n${retry}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
};
