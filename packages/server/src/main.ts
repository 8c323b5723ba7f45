import {
  campaignRoutes,
  challengeRoutes,
  networkRoutes,
  recordRoutes,
  sessionRoutes,
  uploadRoutes,
} from '@trigpoint/protocol';
import { campaignHandlers } from './campaign/handlers.ts';
import { submitPhotoHandler } from './campaign/handlers-upload.ts';
import { servePhotos } from './campaign/serve-photos.ts';
import { challengeHandlers } from './challenge/handlers.ts';
import { recordHandlers } from './challenge/record-handlers.ts';
import type { Config } from './config.ts';
import { type Context, openContext, type Surroundings } from './context.ts';
import { serveAbout } from './http/about.ts';
import { serveAgents } from './http/agent-socket.ts';
import { serveConsole } from './http/console.ts';
import { type Door, openDoor, serveRoutes } from './http/door.ts';
import { serveEvents } from './http/event-stream.ts';
import { serveUpload } from './http/upload.ts';
import { serveLog } from './log/serve-log.ts';
import { networkHandlers } from './network/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';

export interface Service {
  /** Where it listens, whatever PUBLIC_URL says. */
  readonly url: string;
  readonly context: Context;
  /** Says that it is not ready, lets agents and running requests go, closes everything; safe to call twice. */
  close(): Promise<void>;
}

const serveAll = (door: Door, context: Context) => {
  context.drain.serve(door);
  serveAbout(door, context);
  serveConsole(door, context);
  serveRoutes(door, context, sessionRoutes, sessionHandlers(context));
  serveRoutes(door, context, challengeRoutes, challengeHandlers(context));
  serveRoutes(door, context, networkRoutes, networkHandlers(context));
  serveRoutes(door, context, recordRoutes, recordHandlers(context));
  serveAgents(door, context);
  serveEvents(door, context);
  serveRoutes(door, context, campaignRoutes, campaignHandlers(context), ['photo-feed-from-campaign']);
  servePhotos(door, context);
  serveLog(door, context);
  serveUpload(door, context, {
    route: uploadRoutes['submit-photo'],
    fileField: 'photo',
    maxBytes: context.config.photo.maxBytes,
    spool: context.spool,
    handler: submitPhotoHandler(context),
  });
};

/** Still answers everything while balancers notice that /readyz does not: no request is lost to a restart. */
const leave = async (context: Context, door: Door): Promise<void> => {
  context.drain.begin();
  await context.hub.close(context.config.drainMs);
  await door.close();
  await context.close();
};

/**
 * Connections that wait to be accepted, as many as Linux allows unless told otherwise. Node's 511 are full when the loop is
 * busy for half a second among many who connect, and whoever finds no place tries again after one, three and seven.
 */
const backlog = 4_096;

/** Starts the whole service by its configuration. */
export const startService = async (config: Config, around?: Surroundings): Promise<Service> => {
  const context = await openContext(config, around);
  const door = openDoor(context);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= leave(context, door);
    return closing;
  };
  try {
    serveAll(door, context);
    const url = await door.listen({ host: config.host, port: config.port, backlog });
    context.hub.start();
    context.coordinator.start();
    return { url, context, close };
  } catch (error) {
    await close();
    throw error;
  }
};
