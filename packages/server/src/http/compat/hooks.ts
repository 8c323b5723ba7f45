import type { FastifyInstance } from 'fastify';
import { plainName, readToken, secureName } from '../cookies.ts';

/** What differs for these clients in the headers of every request. */
export const serveOlderHeaders = (server: FastifyInstance): void => {
  // The bearer is removed, not passed over, so that whoever asks later finds that the session rides on its cookie.
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (readToken({ cookie: headers.cookie }) !== undefined) delete headers.authorization;
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8')
      reply.header('content-type', 'application/json');
    // Clients look for the name that the cookie has over HTTPS.
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    for (const it of cookies)
      if (it.startsWith(`${plainName}=`)) reply.header('set-cookie', it.replace(plainName, secureName));
    done(null, payload);
  });
};
