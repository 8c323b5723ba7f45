import { isLoopback } from '@trigpoint/protocol';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { parseUrl } from '../config/values.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'socket'>;

/** Whether people reach the service over https: PUBLIC_URL says so, or a trusted proxy does. */
export const isSecure = ({ publicUrl }: Config, { protocol }: Pick<FastifyRequest, 'protocol'>): boolean =>
  publicUrl?.startsWith('https:') || protocol === 'https';

/** The URL at which people reach the service. A Host header is believed only if it names a loopback address. */
export const siteOf = (config: Config, { headers, socket }: Asked): URL => {
  if (config.publicUrl) return new URL(config.publicUrl);
  const host = parseUrl(`http://${headers.host}`);
  if (host && isLoopback(host.hostname)) return host;
  return new URL(`http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${socket.localPort}`);
};
