import { isTest } from './imports.ts';
import { type Check, lineOf } from './sources.ts';

/**
 * Files that may open connections, and to what. The operator names all targets except webhooks, which are posted to and never
 * read.
 */
const allowed = new Set([
  'campaign/s3-blobs.ts', // S3_ENDPOINT
  'chain/accounts.ts', // CHAIN_RPC_URL
  'chain/rpc-endpoints.ts',
  'chain/result-chain.ts',
  'backup/snapshot.ts', // DATABASE_URL
  'db/notices.ts',
  'db/postgres.ts',
  'db/temporary-postgres.ts',
  'webhook/sending.ts', // URLs of users: it decides itself which addresses are dialled
]);

const server = 'packages/server/src/';
const ways =
  /\b(?:fetch|http)\(|\bnew WebSocket\(|\b(?:request|get|connect|createConnection|createSocket)\b[^;]*from 'node:(?:https?|http2|net|tls|dgram)'|from '(?:undici|pg)'/;

/**
 * Addresses that users send, such as those of banners and posters, are passed on and never requested: a request could reach
 * inside.
 */
export const checkOutbound: Check = (sources) =>
  sources
    .filter(({ path }) => path.startsWith(server) && path.endsWith('.ts') && !isTest(path))
    .filter(({ path }) => !allowed.has(path.slice(server.length)))
    .flatMap(({ path, text }) => {
      const found = ways.exec(text);
      return found ? [`${path}:${lineOf(text, found.index)} opens a connection (${found[0].slice(0, 30)})`] : [];
    });
