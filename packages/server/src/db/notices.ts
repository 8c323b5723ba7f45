import pg from 'pg';
import type { Notices } from './driver.ts';

const retryMs = 1_000;
/** A query is sent over the connection this often, because a lost connection may stay unnoticed otherwise. */
const askEveryMs = 5_000;
const answerMs = 3_000;

/**
 * LISTEN and NOTIFY over a connection of their own. Each notice is its own transaction. As a part of a write it would make
 * commits wait for each other.
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
      // All schemas of a database share its channels, and each schema may belong to another service.
      const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
      const channel = `trigpoint_${rows[0]?.schema}`;
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (closed) return void (await client.end());
      connected = { client, channel };
    } catch {
      lose(client);
    }
  };

  /** The driver allows one statement at a time, so statements wait for each other. */
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
