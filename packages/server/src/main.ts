import {
  campaignRoutes,
  challengeRoutes,
  keyRoutes,
  ledgerRoutes,
  networkRoutes,
  sessionRoutes,
  uploadRoutes,
  verdictRoutes,
  watchRoutes,
  webhookRoutes,
} from '@trigpoint/protocol';
import { campaignHandlers } from './campaign/handlers.ts';
import { servePhotos } from './campaign/serve-photos.ts';
import { expectPhoto, submitPhotoHandler } from './campaign/upload-handlers.ts';
import { challengeHandlers } from './challenge/handlers.ts';
import type { Config } from './config/config.ts';
import { type Context, openContext, type Surroundings } from './context.ts';
import { serveAbout } from './http/about.ts';
import { serveAgents } from './http/agent-socket.ts';
import { serveBadges } from './http/badges.ts';
import { serveConsole } from './http/console.ts';
import { serveEvents } from './http/event-stream.ts';
import { serveRoutes } from './http/routes.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { serveUpload } from './http/upload.ts';
import { serveWatchMetrics } from './http/watch-metrics.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { serveLog } from './log/serve-log.ts';
import { networkHandlers } from './network/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';
import { keyHandlers } from './session/key-handlers.ts';
import { verdictHandlers } from './verdict/handlers.ts';
import { watchHandlers } from './watch/handlers.ts';
import { webhookHandlers } from './webhook/handlers.ts';

export interface Service {
  /** The address that the service listens at. PUBLIC_URL does not change it. */
  readonly url: string;
  readonly context: Context;
  /** Makes /readyz say no, sends the agents away, waits for running requests and closes everything. May be called twice. */
  close(): Promise<void>;
}

const serveAll = (server: HttpServer, context: Context) => {
  serveAbout(server, context, serveConsole(server, context));
  serveRoutes(server, context, sessionRoutes, sessionHandlers(context));
  serveRoutes(server, context, keyRoutes, keyHandlers(context));
  serveRoutes(server, context, challengeRoutes, challengeHandlers(context));
  serveRoutes(server, context, networkRoutes, networkHandlers(context));
  serveRoutes(server, context, verdictRoutes, verdictHandlers(context));
  serveRoutes(server, context, ledgerRoutes, ledgerHandlers(context));
  serveRoutes(server, context, watchRoutes, watchHandlers(context));
  serveRoutes(server, context, webhookRoutes, webhookHandlers(context));
  serveAgents(server, context);
  serveEvents(server, context);
  serveRoutes(server, context, campaignRoutes, campaignHandlers(context), ['photo-feed-from-campaign']);
  servePhotos(server, context);
  serveLog(server, context);
  serveBadges(server, context);
  serveWatchMetrics(server, context);
  serveUpload(server, context, {
    route: uploadRoutes['submit-photo'],
    fileField: 'photo',
    maxBytes: context.config.photo.maxBytes,
    spool: context.spool,
    expect: expectPhoto(context),
    handler: submitPhotoHandler(context),
  });
};

/** The server answers requests until balancers have noticed that /readyz says no. So a restart loses no request. */
const leave = async (context: Context, server: HttpServer): Promise<void> => {
  context.drain.begin();
  await context.hub.close(context.config.drainMs);
  await server.close();
  await context.close();
};

/**
 * How many connections may wait to be accepted. 4,096 is the default limit of Linux. Node's default of 511 fills up when the
 * event loop is busy for half a second while many callers connect. A caller that finds no place tries again only after one,
 * three and seven seconds.
 */
const backlog = 4_096;

/** Starts the whole service by its configuration. */
export const startService = async (config: Config, around?: Surroundings): Promise<Service> => {
  const context = await openContext(config, around);
  const server = openHttpServer(context);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= leave(context, server);
    return closing;
  };
  try {
    serveAll(server, context);
    const url = await server.listen({ host: config.host, port: config.port, backlog });
    context.hub.start();
    context.coordinator.queue.start();
    context.slotQueue.start();
    return { url, context, close };
  } catch (error) {
    await close();
    throw error;
  }
};
