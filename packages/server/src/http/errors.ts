import { ServiceError, serviceError } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DbUnavailable } from '../db/driver.ts';
import { unavailable } from '../unavailable.ts';

/** Turns whatever was thrown into the one error shape (docs/errors.md). Faults of our own are logged, never shown. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const known = toServiceError(error, request);
  if (known.status >= 500 && !isGone(error)) request.log.error({ reqId: request.id, err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  // The next try then comes over a new connection, which a balancer may bring to another node.
  if (known.status === 503) reply.header('connection', 'close');
  return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(known.toWire()));
};

/** True if the caller closed the connection before the answer was written. That is no fault of ours. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The refusal that may be shown to the caller; undefined for a fault of our own. */
export const knownError = (error: unknown): ServiceError | undefined => {
  if (error instanceof ServiceError) return error;
  if (error instanceof DbUnavailable) return unavailable('The database is not reachable.', 1);
  return undefined;
};

const toServiceError = (error: unknown, request: FastifyRequest): ServiceError => {
  const known = knownError(error);
  if (known) return known;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return serviceError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return serviceError('unsupported_media_type', { expected: 'application/json' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return serviceError('invalid_body', { detail: 'The body is not as long as Content-Length says.' });
    default:
      return serviceError('internal', { request_id: request.id });
  }
};
