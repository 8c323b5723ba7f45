import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the ETag of an answer, which is a hash of its text. */
export const setEtag = (reply: FastifyReply, answer: string): string => {
  const tag = `"${createHash('sha256').update(answer).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  return tag;
};

/** Whether the caller has the answer with this tag already (If-None-Match, RFC 9110, section 13.1.2). */
export const hasEtag = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((it) => it.trim().replace(/^W\//, '') === tag);
