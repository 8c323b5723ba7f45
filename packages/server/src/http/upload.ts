import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import { invalidField, type ReplyOf, type Route, ServiceError, serviceError } from '@trigpoint/protocol';
import type { FastifyRequest } from 'fastify';
import type { Received, Spool } from '../campaign/spool.ts';
import { networkOf } from '../network/addresses.ts';
import type { Session } from '../session/sessions.ts';
import { admit } from './admission.ts';
import { CallerTurns } from './caller-turns.ts';
import { servedProofType } from './routes.ts';
import type { HttpContext, HttpServer } from './server.ts';

/** A form with one file, as a handler sees it. The file is deleted when the handler returns, unless the handler moved it. */
export interface Upload {
  readonly session: Session;
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Received;
  readonly headers: IncomingHttpHeaders;
}

interface UploadRoute<R extends Route> {
  readonly route: R;
  /** Name of the form's one file. */
  readonly fileField: string;
  readonly maxBytes: number;
  readonly spool: Spool;
  /**
   * Called when the file begins, with the fields that came before it. Throws if the file would be refused. Returns whom it is
   * for.
   */
  readonly expect: (upload: Omit<Upload, 'file'>) => Promise<string>;
  readonly handler: (upload: Upload) => Promise<ReplyOf<R>>;
}

/** How many uploads of one key run at a time, and how many more may wait. A browser that sends a whole album has as many. */
const atATime = 4;
const mostWaiting = 32;
const comeBackSeconds = 5;
const tooMany = () => serviceError('too_many_uploads', { most: atATime, seconds: comeBackSeconds }, comeBackSeconds);

/** Limits far above any honest form. */
const maxFields = 32;
const maxFieldBytes = 4096;
/** How many bytes a form may have beside those of the file. */
const formBytes = 256 * 1024;

/** Serves a route whose body is a form. The fields before the file are checked first. The file goes to disk as it arrives. */
export const serveUpload = <R extends Route>(server: HttpServer, context: HttpContext, it: UploadRoute<R>) =>
  server.register(async (scope) => {
    const turns = new CallerTurns({ places: atATime, mostWaiting, refusal: tooMany });
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        // One byte more than is allowed, so that the spool notices a file that is too large and says 413.
        fileSize: it.maxBytes + 1,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        files: 1,
        parts: maxFields + 1,
        headerPairs: 50,
      },
    });
    for (const path of it.route.paths)
      scope.post(path, {
        bodyLimit: it.maxBytes + formBytes,
        onRequest: async (request, reply) => {
          await admit(context, it.route, request, reply);
          if (Number(request.headers['content-length'] ?? 0) > it.maxBytes + formBytes)
            throw serviceError('body_too_large', { limit: it.maxBytes });
        },
        handler: async (request, reply) => {
          servedProofType(context.config, (request.params as { proof_type: string }).proof_type);
          const { session } = request;
          if (!session) throw serviceError('not_logged_in');
          const end = await turns.begin(`${session.keyType} ${session.publicKey}`);
          try {
            const { file, fields } = await receive(it, request, session);
            try {
              const answer = await it.handler({ session, fields, file, headers: request.headers });
              return await reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
            } finally {
              await it.spool.drop(file.path);
            }
          } finally {
            end();
          }
        },
      });
  });

const receive = async <R extends Route>(it: UploadRoute<R>, request: FastifyRequest, session: Session) => {
  if (!request.isMultipart()) throw serviceError('unsupported_media_type', { expected: 'multipart/form-data' });
  const fields = new Map<string, string>();
  let file: Received | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated)
          throw invalidField(part.fieldname.slice(0, 64), `must have at most ${maxFieldBytes} bytes`);
        fields.set(part.fieldname, readText(part.fieldname, String(part.value)));
      } else if (part.fieldname === it.fileField && !file) {
        const creator = await it.expect({ session, fields, headers: request.headers });
        file = await it.spool.receive(part.file, it.maxBytes, { creator, network: networkOf(request.ip) });
      } else {
        throw invalidField(
          part.fieldname.slice(0, 64),
          `is a file we did not ask for; send one, named ${it.fileField}`,
        );
      }
    }
  } catch (error) {
    await it.spool.drop(file?.path);
    await drain(request.raw, it.maxBytes + formBytes);
    throw fromMultipart(error);
  }
  if (!file) throw invalidField(it.fileField, 'is required: the file, as a part of multipart/form-data');
  return { file, fields };
};

const readText = (name: string, value: string) => {
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidField(name.slice(0, 64), 'contains characters that are not text');
  return value;
};

/**
 * Reads the rest of a refused form and throws it away. Unread bytes would stand before the next request on the same connection,
 * which would then wait for ever. A sender of more than any form may have is disconnected.
 */
const drain = (raw: IncomingMessage, maxBytes: number) =>
  new Promise<void>((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve();
    let bytes = 0;
    raw.unpipe();
    raw.once('end', resolve).once('close', resolve).once('error', resolve);
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) raw.destroy();
    });
    raw.resume();
  });

/** An error of the parser is the sender's fault. An error of the disk is ours. */
const fromMultipart = (error: unknown): unknown => {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const ours = code.startsWith('E') && !['ECONNRESET', 'EPIPE'].includes(code);
  if (ours) return error;
  return serviceError('invalid_body', { detail: `The form cannot be read: ${error.message.replace(/\.$/, '')}.` });
};
