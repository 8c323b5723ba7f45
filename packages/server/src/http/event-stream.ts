import { isFinal, type ServiceError, serviceError } from '@trigpoint/protocol';
import { checkChallengeId } from '../challenge/challenges.ts';
import type { ChallengeEvent } from '../challenge/events.ts';
import type { Context } from '../context.ts';
import { iso } from '../times.ts';
import { unavailable } from '../unavailable.ts';
import { takeAllowance } from './admission.ts';
import { callerOf, callersOfSite, siteNetworkOf } from './callers.ts';
import { Caps } from './caps.ts';
import { servedProofType } from './routes.ts';
import type { HttpServer } from './server.ts';

/** A comment is sent this often, because proxies drop silent streams. */
const heartbeatMs = 15_000;
/** How many streams one address may have open. That is enough for an office that watches one challenge together. */
const mostEach = 32;
const comeBackSeconds = 10;

const write = ({ seq, at, kind, data }: ChallengeEvent): string =>
  `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify({ at: iso(at), ...(data as object) })}\n\n`;

const refusalOf = (full: 'caller' | 'node'): ServiceError => {
  if (full === 'caller') return serviceError('too_many_streams', { most: mostEach }, comeBackSeconds);
  const detail = 'Too many event streams are open here. Ask challenge-status-dcl now and then instead.';
  return unavailable(detail, comeBackSeconds);
};

type StreamContext = Pick<Context, 'config' | 'challenges' | 'events' | 'rateLimits'>;

/**
 * Streams the events of a challenge (server-sent events). Until the challenge ends they carry only counts. A stream resumes after
 * Last-Event-ID, and ends with the challenge.
 */
export const serveEvents = (server: HttpServer, context: StreamContext) => {
  const { challenges, events } = context;
  const caps = new Caps(mostEach, context.config.eventStreams);
  server.get<{ Params: { proof_type: string }; Querystring: { challenge_id?: string } }>(
    '/proof/v1/:proof_type/events',
    async (request, reply) => {
      const proofType = servedProofType(context.config, request.params.proof_type);
      takeAllowance(context, 'default', undefined, request, reply);
      const id = String(request.query.challenge_id ?? '');
      checkChallengeId(id);
      const challenge = await challenges.find(proofType.id, id);
      // Whoever has gone meanwhile takes no place, because nothing would give it back.
      if (reply.raw.destroyed) return reply.hijack();

      const name = siteNetworkOf(request.ip);
      const place = caps.enter(callerOf(request.ip), name ? { name, callers: callersOfSite } : undefined);
      if ('full' in place) throw refusalOf(place.full);
      reply.raw.once('close', place.leave);

      let seen = Number(request.headers['last-event-id'] ?? 0) || 0;
      let looking = Promise.resolve();
      reply.hijack();
      const out = reply.raw;
      out.writeHead(200, {
        ...reply.getHeaders(),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      } as Record<string, string>);
      out.write(`retry: 2000\n\n`);
      // A reader may take minutes for what waits for it. Nothing may be written after the end.
      const stop = () => {
        unfollow();
        clearInterval(heartbeat);
      };
      const end = () => {
        stop();
        if (!out.writableEnded) out.end();
      };
      const look = async () => {
        for (const event of await events.since(id, seen)) {
          if (out.writableEnded) return;
          seen = event.seq;
          out.write(write(event));
          if (event.kind === 'ended') end();
        }
      };
      const again = () => {
        looking = looking.then(look).catch(() => void out.destroy());
      };
      const unfollow = events.follow(id, again);
      const heartbeat = setInterval(() => out.write(': still here\n\n'), heartbeatMs);
      out.on('close', stop).on('error', stop);
      again();
      if (isFinal(challenge.state)) {
        await looking;
        end();
      }
    },
  );
};
