import { serviceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import type { HttpServer } from '../http/server.ts';
import { contentTypeOf, isBlobKey } from './blobs.ts';

export const photoPath = (origin: string, key: string) => `${origin}/photos/${key}`;

/**
 * Serves pictures under the hash of their content. They never change, so caches may keep them for ever. Whoever knows the
 * name may load the picture, because pictures must load where no cookie is sent. The name has 256 bits, and only the feed
 * tells it.
 */
export const servePhotos = (server: HttpServer, { blobs }: Pick<Context, 'blobs'>) => {
  server.get('/photos/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    const missing = () => serviceError('photo_not_found', { photo: key.slice(0, 80) });
    if (!isBlobKey(key)) throw missing();
    const etag = `"${key}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const blob = await blobs.open(key);
    if (!blob) {
      reply.header('cache-control', 'no-store').removeHeader('etag');
      throw missing();
    }
    return reply.type(contentTypeOf(key)).header('content-length', blob.bytes).send(blob.stream);
  });
};
