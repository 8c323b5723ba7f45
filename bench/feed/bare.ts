import { DatabaseSync } from '@photostructure/sqlite';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { fromCentreKm } from '@trigpoint/server';
import fastify from 'fastify';
import pg from 'pg';
import { cpuUs } from '../process/pinned.ts';
import type { Place } from './fill.ts';

/**
 * What the feed is compared with: the framework and the driver alone. It runs the service's own query, which also asks
 * for session and campaign, and builds the same reply, without reading the token, limits, or checks of the body.
 */
interface Settings {
  readonly place: Place;
  readonly sql: string;
  readonly campaign: string;
  readonly tokenHash: string;
  readonly origin: string;
}

const { place, sql, campaign, tokenHash, origin } = settingsFromParent<Settings>();

type Row = Record<string, string | number>;
const open = (): ((parameters: (string | number)[]) => Promise<Row[]> | Row[]) => {
  if ('file' in place) {
    const db = new DatabaseSync(place.file);
    const statement = db.prepare(sql);
    return (parameters) => {
      // A database that nobody refers to any more is closed, whatever was prepared on it.
      if (!db.isOpen) throw new Error('The database is closed');
      return statement.all(...parameters.map((it) => (typeof it === 'number' ? BigInt(it) : it)));
    };
  }
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: place.url, max: 10 });
  let number = 0;
  const text = sql.replace(/\?/g, () => `$${++number}`);
  return async (parameters) => (await pool.query<Row>({ name: 'feed', text, values: parameters })).rows;
};

const ask = open();
const door = fastify();
door.post('/photo-feed-from-campaign', async (request, reply) => {
  const { limit = 20, cursor } = request.body as { limit?: number; cursor?: string };
  const [at, id] = cursor
    ? Buffer.from(cursor, 'base64url').toString('latin1').split('.')
    : [Number.MAX_SAFE_INTEGER, ''];
  const rows = await ask([tokenHash, 0, campaign, 0, Number(at), String(id), limit + 1, 0]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const answer = {
    photos: page.map((row) => ({
      photo_id: row.id,
      url: `${origin}/photos/${row.originalKey}`,
      created_at: new Date(row.createdAt as number).toISOString(),
      visible_at: new Date(row.visibleAt as number).toISOString(),
      thumbnail_url: `${origin}/photos/${row.thumbnailKey}`,
      width: row.width,
      height: row.height,
      format: row.format,
      thumbhash: row.thumbhash,
      distance_km: fromCentreKm(row as never),
    })),
    next_cursor: last ? Buffer.from(`${last.createdAt}.${last.id}`).toString('base64url') : null,
  };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
});
answerParent({ url: await door.listen({ host: '127.0.0.1', port: 0 }) }, () => ({ cpuUs: cpuUs() }));
