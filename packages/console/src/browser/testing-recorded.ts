import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page, Request } from 'playwright-core';
import { follow, type Look, visit } from './testing-browser.ts';

/** What a service answered at one moment. */
export interface Recorded {
  readonly at: string;
  /** Where the service was: addresses in answers begin with it. */
  readonly url: string;
  readonly about: Readonly<Record<string, unknown>>;
  readonly answers: readonly {
    readonly proofType: string;
    readonly operation: string;
    readonly body: Readonly<Record<string, unknown>>;
    readonly reply: { readonly result?: Readonly<Record<string, unknown>> };
  }[];
}

const folder = fileURLToPath(new URL('../../dist/site/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** As `record.ts` wrote it. */
export const readRecorded = (): Recorded =>
  JSON.parse(gunzipSync(readFileSync(new URL('../../fixtures/recorded.json.gz', import.meta.url))).toString('utf8'));

/** How much is asked for, from where on, and which of them: a record has all there was. */
const paging = new Set(['limit', 'skip', 'cursor', 'recent', 'open', 'mine', 'text', 'review', 'status']);
const essence = (body: object): string =>
  JSON.stringify(
    Object.entries(body)
      .filter(([name]) => !paging.has(name))
      .sort(),
  );

type Row = Readonly<Record<string, unknown>>;

/** How many slots a list gives with each watch, where it is asked for them. */
const recentOf = (slots: readonly Row[], most: number): readonly Row[] =>
  slots
    .filter((it) => it.result !== '')
    .slice(0, most)
    .map(({ count, begins, result }) => ({ count, begins, result }));

/** What the service would answer; undefined for what was not recorded. */
const answer = (recorded: Recorded, proofType: string, operation: string, body: Row): unknown => {
  const own = recorded.answers.filter((it) => it.proofType === proofType && it.operation === operation);
  const same = own.find((it) => essence(it.body) === essence(body));
  if (operation === 'submissions' && body.review !== undefined) {
    const submissions = (same?.reply.result?.submissions ?? []) as readonly Row[];
    return { result: { ...same?.reply.result, submissions: submissions.filter((it) => it.review === body.review) } };
  }
  if (operation === 'campaigns' && typeof body.text === 'string') {
    const text = body.text.toLowerCase();
    const campaigns = (same?.reply.result?.campaigns ?? []) as readonly Row[];
    const found = campaigns.filter((it) => `${it.campaign} ${it.description} ${it.tags}`.toLowerCase().includes(text));
    return { result: { ...same?.reply.result, campaigns: found } };
  }
  if (operation === 'watch-list' && typeof body.recent === 'number') {
    const watches = (same?.reply.result?.watches ?? []) as readonly Row[];
    const slotsOf = ({ watch }: Row) =>
      recorded.answers.find((it) => it.operation === 'watch-show' && it.body.watch === watch)?.reply.result?.slots;
    const most = body.recent;
    const shown = watches.map((it) => ({ ...it, recent: recentOf((slotsOf(it) ?? []) as readonly Row[], most) }));
    return { result: { ...same?.reply.result, watches: shown } };
  }
  if (operation !== 'challenge-history') return same?.reply;
  // The filters of the history: whose it is, who paid, which one.
  const [whole] = own;
  const names = { prover: 'prover', payer: 'payer', challenge_id: 'id' } as const;
  const rows = ((whole?.reply.result?.challenges ?? []) as readonly Row[]).filter((row) =>
    Object.entries(names).every(([name, of]) => body[name] === undefined || body[name] === row[of]),
  );
  const skip = Number(body.skip ?? 0);
  return { result: { challenges: rows.slice(skip, skip + Number(body.limit ?? 50)) } };
};

/** Signed in as the payer of the record, at the moment of the record. */
export const visitRecorded = async (browser: Browser, { at }: Recorded, look: Look = {}) => {
  const visited = await visit(browser, look);
  await visited.page.clock.setFixedTime(new Date(at));
  await visited.page.addInitScript(() => localStorage.setItem('trigpoint-signed-in', '1'));
  return visited;
};

interface Traffic {
  readonly open: Set<Request>;
  begun: number;
}
const traffics = new WeakMap<Page, Traffic>();

/** The requests of a page that have not ended, and how many have begun. */
const trafficOf = (page: Page): Traffic => {
  const known = traffics.get(page);
  if (known) return known;
  const traffic: Traffic = { open: new Set(), begun: 0 };
  page.on('request', (it) => {
    // What the page before this one had asked for is not answered any more.
    if (it.isNavigationRequest()) traffic.open.clear();
    traffic.open.add(it);
    traffic.begun++;
  });
  page.on('requestfinished', (it) => traffic.open.delete(it));
  page.on('requestfailed', (it) => traffic.open.delete(it));
  traffics.set(page, traffic);
  return traffic;
};

/** Waits until nothing of a page is missing: all that it asked for is there and drawn, and it asks for no more. */
export const untilWhole = async (page: Page): Promise<void> => {
  const traffic = trafficOf(page);
  const isCalm = async () => {
    const { begun } = traffic;
    const busy = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let n = 0; n < 3; n++) await frame();
      await document.fonts.ready;
      return document.querySelectorAll('[aria-busy="true"]').length;
    });
    return busy === 0 && traffic.open.size === 0 && traffic.begun === begun;
  };
  for (let calm = 0; calm < 2; ) calm = (await isCalm()) ? calm + 1 : 0;
};

/** Opens a page, and waits until it is whole. */
export const loadWhole = async (page: Page, url: string): Promise<void> => {
  trafficOf(page);
  await follow(page, url);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await untilWhole(page);
};

/** The console as it was built, with a record in place of a service. */
export const serveRecorded = async (
  recorded: Recorded,
): Promise<{ readonly url: string; readonly missing: string[]; close(): void }> => {
  const missing: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const json = (status: number, value: unknown) => {
      const text = JSON.stringify(value).replaceAll(recorded.url, `http://${request.headers.host}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    };
    if (path === '/.well-known/trigpoint.json') return json(200, recorded.about);
    const [, proofType = '', operation = ''] = /^\/proof\/v1\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (request.method === 'POST') {
      let text = '';
      for await (const part of request) text += part;
      const reply = answer(recorded, proofType, operation, JSON.parse(text || '{}'));
      if (reply === undefined) missing.push(`${proofType} ${operation} ${text}`);
      return json(reply === undefined ? 404 : 200, reply ?? { error: 'not_found', message: 'Not recorded.' });
    }
    // Photos and badges are pictures of the service, which a record has none of.
    if (path.startsWith('/photos/') || path.endsWith('/badge.svg'))
      return response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"/>');
    const isFile = types[extname(path)] !== undefined || path.startsWith('/assets/');
    const body = await readFile(join(folder, isFile ? path : 'index.html')).catch(() => undefined);
    if (!body) return response.writeHead(404).end();
    const type = isFile ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html';
    // The names of assets change with what is in them. The service lets browsers keep them, too.
    const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return response.writeHead(200, { 'content-type': type, 'cache-control': kept }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
