import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { HttpServer } from './server.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Paths of the console's pages. All of them answer with the same document; its script shows the page of the path. */
const pages = [
  ...['/', '/challenges', '/watches', '/agents', '/campaigns', '/request', '/account', '/webhooks', '/operator'],
  ...['/verify', '/search'],
];
const deeper = ['/challenges/*', '/watches/*', '/agents/*', '/campaigns/*', '/docs/*'];

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** Compressed versions of a file, smallest first. The build of the console writes them beside the file. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Where the built console is: as configured, or the package installed beside this one. */
const findConsole = (configured: string | undefined): string | undefined => {
  if (configured !== undefined) return configured;
  try {
    const installed = import.meta.resolve('@trigpoint/console/package.json');
    return join(dirname(fileURLToPath(installed)), 'dist', 'site');
  } catch {
    return undefined;
  }
};

const readFiles = (folder: string): Map<string, StaticFile> => {
  const found = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = contentTypes[extname(entry.name)];
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (!entry.isFile() || type === undefined || url.startsWith('/.')) continue;
    found.set(url, { path, type, bytes: statSync(path).size });
  }
  return found;
};

/**
 * Pages may load scripts and styles from this service alone, and may not be framed. Wallets' icons are data: URIs, and the banner
 * of a campaign may be on another site. Requests may go to this service and to `connect`.
 */
const policyOf = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob: https:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const encodingsOf = (header: string | undefined): Set<string> =>
  new Set(
    (header ?? '')
      .split(',')
      .filter((it) => !/;\s*q=0(\.0+)?\s*$/.test(it))
      .map((it) => it.split(';')[0]?.trim().toLowerCase() ?? ''),
  );

interface Built {
  readonly at: number;
  readonly files: ReadonlyMap<
    string,
    StaticFile & { readonly variants: readonly { name: string; path: string; bytes: number }[] }
  >;
}

const readBuilt = (folder: string, at: number): Built => ({
  at,
  files: new Map(
    [...readFiles(folder)].map(([url, file]) => {
      const variants = encodings.flatMap(([name, suffix]) => {
        const path = `${file.path}${suffix}`;
        return existsSync(path) ? [{ name, path, bytes: statSync(path).size }] : [];
      });
      return [url, { ...file, variants }];
    }),
  ),
});

/** Answers with the document of the console. */
export type ConsolePage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Serves the web app if it was built. Without it the service serves its API alone. */
export const serveConsole = (
  server: HttpServer,
  { config }: { config: Pick<Config, 'consoleDir' | 'chain'> },
): ConsolePage | undefined => {
  const folder = findConsole(config.consoleDir);
  const index = folder === undefined ? '' : join(folder, 'index.html');
  if (folder === undefined || !existsSync(index)) return undefined;
  const { publicRpcUrl } = config.chain ?? {};
  const policy = policyOf(publicRpcUrl === undefined ? [] : [new URL(publicRpcUrl).origin]);
  /** On /verify people name the chain and the log to check against, which may be at any address. */
  const verifyPolicy = policyOf(['https:', 'http:']);
  let built = readBuilt(folder, statSync(index).mtimeMs);
  /** The console may be built again while the service runs. The service then serves the new one. */
  const current = () => {
    const at = statSync(index).mtimeMs;
    if (at !== built.at) built = readBuilt(folder, at);
    return built.files;
  };
  const serve = (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = current().get(url);
    if (!file) {
      reply.callNotFound();
      return undefined;
    }
    const wanted = encodingsOf(request.headers['accept-encoding']);
    const variant = file.variants.find(({ name }) => wanted.has(name));
    // Names under assets/ carry a hash of their content.
    const keep = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    reply.type(file.type).header('cache-control', keep).header('vary', 'accept-encoding');
    if (file.type.startsWith('text/html'))
      reply.header('content-security-policy', request.url.split('?')[0] === '/verify' ? verifyPolicy : policy);
    if (variant) reply.header('content-encoding', variant.name);
    reply.header('content-length', variant?.bytes ?? file.bytes);
    return reply.send(createReadStream(variant?.path ?? file.path));
  };
  const page: ConsolePage = (request, reply) => serve('/index.html', request, reply);
  for (const path of [...pages, ...deeper]) server.get(path, async (request, reply) => page(request, reply));
  server.get('/assets/*', async (request, reply) =>
    serve(`/assets/${(request.params as { '*': string })['*']}`, request, reply),
  );
  for (const url of built.files.keys())
    if (url !== '/index.html' && !url.startsWith('/assets/'))
      server.get(url, async (request, reply) => serve(url, request, reply));
  // For an unknown path people get the console, which says that there is no such page. Programs get an error, and so does
  // everybody below the paths that only programs use.
  server.get('/*', async (request, reply) =>
    request.headers.accept?.includes('text/html') && !/^\/(?:proof|log|assets|\.well-known)\//.test(request.url)
      ? page(request, reply.code(404))
      : reply.callNotFound(),
  );
  return page;
};
