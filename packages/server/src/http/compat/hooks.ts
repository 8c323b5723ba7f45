import type { FastifyInstance } from 'fastify';
import { plainName, readToken, secureName } from '../cookies.ts';

/** Adapts the headers of every request and reply to older clients. */
export const serveOlderHeaders = (server: FastifyInstance): void => {
  // For older clients a cookie counts more than a bearer. The bearer is deleted, so that the check against cross-site requests
  // sees that the session comes from the cookie.
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (readToken({ cookie: headers.cookie }) !== undefined) delete headers.authorization;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8')
      reply.header('content-type', 'application/json');
    // Older clients look for the HTTPS name of the cookie. Fastify adds it beside the plain one.
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    for (const it of cookies)
      if (it.startsWith(`${plainName}=`)) reply.header('set-cookie', it.replace(plainName, secureName));
    done(null, payload);
  });
};
