import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tags an answer by what it says; true where the caller has this very one already (If-None-Match, RFC 9110 §13.1.2). */
export const isKnown = (request: FastifyRequest, reply: FastifyReply, answer: string): boolean => {
  const tag = `"${createHash('sha256').update(answer).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((it) => it.trim().replace(/^W\//, '') === tag);
};
