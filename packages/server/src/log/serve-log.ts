import { parseTilePath, tileWidth } from '@trigpoint/log';
import { serviceError } from '@trigpoint/protocol';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { HttpServer } from '../http/server.ts';
import { quorumOf } from './panels.ts';

/** The log is for everybody, so pages of other sites may read it. */
const forAll = (reply: FastifyReply) =>
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');

/** Serves the log as the files that readers of C2SP tlog-tiles expect. */
export const serveLog = (server: HttpServer, { publicLog, witnesses }: Pick<Context, 'publicLog' | 'witnesses'>) => {
  server.get('/log/cosigned', async (_request, reply) => {
    const found = await witnesses.cosigned();
    if (!found) throw serviceError('route_not_found', { method: 'GET', path: '/log/cosigned' });
    return forAll(reply).type('text/plain; charset=utf-8').send(found.checkpoint);
  });

  server.get('/log/witnesses', async (_request, reply) => {
    const panel = await witnesses.panel();
    return forAll(reply).send({
      panel: panel && {
        day: panel.day,
        log_size: panel.size,
        log_root: panel.root,
        needed: quorumOf(panel.members.length),
        members: panel.members.map((it) => it.id),
      },
      keys: await witnesses.keys(),
    });
  });

  server.get('/log/checkpoint', async (_request, reply) =>
    forAll(reply)
      .type('text/plain; charset=utf-8')
      .send((await publicLog.checkpoint()).checkpoint),
  );

  server.get('/log/tile/*', async (request, reply) => {
    const path = `tile/${(request.params as { '*': string })['*']}`;
    const name = parseTilePath(path);
    const bytes = name && (await publicLog.tile(name));
    if (!bytes) throw serviceError('route_not_found', { method: 'GET', path: `/log/${path}`.slice(0, 256) });
    forAll(reply).type('application/octet-stream');
    if (name.width === tileWidth) reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
};
