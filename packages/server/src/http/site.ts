import { isLoopback } from '@trigpoint/protocol';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { parseUrl } from '../config/values.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'socket'>;

/** Whether people reach the service over https: by its own address, or by what a trusted proxy says. */
export const isSecure = ({ publicUrl }: Config, { protocol }: Pick<FastifyRequest, 'protocol'>): boolean =>
  publicUrl?.startsWith('https:') || protocol === 'https';

/** The address people reach the service at. A Host header is believed only where it names this very machine. */
export const siteOf = (config: Config, { headers, socket }: Asked): URL => {
  if (config.publicUrl) return new URL(config.publicUrl);
  const host = parseUrl(`http://${headers.host}`);
  if (host && isLoopback(host.hostname)) return host;
  return new URL(`http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${socket.localPort}`);
};
