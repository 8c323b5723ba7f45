import pg from 'pg';
import type { Notices } from '../db/driver.ts';

const retryMs = 1_000;
/** The connection is asked something this often, because a lost connection may not say so. */
const askEveryMs = 5_000;
const answerMs = 3_000;

/**
 * LISTEN and NOTIFY over one connection of their own. A notice is a transaction by itself, never part of a write: inside
 * one it would make commits wait for each other.
 */
export function openNotices(url: string, hear: (text: string) => void): Notices {
  let connected: { readonly client: pg.Client; readonly channel: string } | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let saying = Promise.resolve();

  const lose = (client: pg.Client) => {
    if (connected?.client === client) connected = undefined;
    client.end().catch(() => {});
    again();
  };
  const again = () => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void connect(), retryMs);
  };

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'trigpoint notices',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    });
    client.on('error', () => lose(client));
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await client.connect();
      // Channels belong to the whole database, and each schema in it may be a service of its own.
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      const channel = `trigpoint_${rows[0]?.schema}`;
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (closed) return void (await client.end());
      connected = { client, channel };
    } catch {
      lose(client);
    }
  };

  /** The driver allows one statement at a time, so they wait for each other. */
  const say = (sql: string, values: (channel: string) => string[]) => {
    saying = saying.then(async () => {
      if (!connected) return;
      const { client, channel } = connected;
      await client.query(sql, values(channel)).catch(() => lose(client));
    });
  };
  const asking = setInterval(() => say('SELECT 1', () => []), askEveryMs);
  const opening = connect();

  return {
    tell: (text) => say('SELECT pg_notify($1, $2)', (channel) => [channel, text]),
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(asking);
      await opening;
      await saying;
      const client = connected?.client;
      connected = undefined;
      await client?.end().catch(() => {});
    },
  };
}
