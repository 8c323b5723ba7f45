import { get } from 'node:http';
import type { Challenge } from './challenges.ts';
import { toldIn } from './secrets.ts';
import type { World } from './world.ts';

/** Pages that anybody may load. */
const pages = [
  ...['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/did.json'],
  ...['/.well-known/did.json', '/.well-known/jwks.json', '/.well-known/trigpoint.json'],
  ...['/log/checkpoint', '/log/cosigned', '/log/witnesses', '/log/tile/0/000', '/log/tile/entries/000'],
  ...Array.from({ length: 40 }, (_, n) => `/log/tile/entries/000.p/${n + 1}`),
];

interface Loaded {
  readonly status: number;
  readonly text: string;
}

/** Loads a page. A stream that goes on is read until `isAll`. */
const load = (origin: string, path: string, isAll: (text: string) => boolean): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const request = get(`${origin}${path}`, (reply) => {
      let text = '';
      const finish = () => {
        resolve({ status: reply.statusCode ?? 0, text });
        request.destroy();
      };
      reply.setEncoding('latin1').on('end', finish).on('error', reject);
      reply.on('data', (piece: string) => {
        text += piece;
        if (isAll(text)) finish();
      });
    });
    request.on('error', reject);
  });

const eventsOf: Readonly<Record<Challenge['state'], RegExp>> = {
  unbrought: /$/,
  waiting: /retry: \d+\n\n/,
  running: /id: 1\n.*\n.*\n\n/,
  ended: /id: 2\n.*\n.*\n\n/,
};

/** What is read without an operation: pages, the log, the progress of challenges, and photos by their address. */
export const tryReads = async (world: World): Promise<{ tried: number; violations: string[] }> => {
  const violations: string[] = [];
  const look = async (path: string, wanted: readonly number[], isAll: (text: string) => boolean = () => false) => {
    const { status, text } = await load(world.caller.origin, path, isAll);
    if (!wanted.includes(status)) violations.push(`GET ${path} answered ${status} instead of ${wanted.join(' or ')}`);
    for (const { what } of toldIn(world.secrets, text, path, undefined)) violations.push(`GET ${path} told ${what}`);
  };
  let tried = 0;
  for (const path of pages) {
    await look(path, [200, 404, 503]);
    tried++;
  }
  for (const it of world.challenges)
    for (const proofType of ['pol', 'pob']) {
      const isThere = it.state !== 'unbrought' && it.proofType === proofType;
      const path = `/proof/v1/${proofType}/events?challenge_id=${it.id}`;
      await look(path, [isThere ? 200 : 404], (text) => eventsOf[it.state].test(text));
      tried++;
    }
  for (const { id, isPublic } of world.watches) {
    await look(`/watches/${id}/badge.svg`, [isPublic ? 200 : 404]);
    tried++;
  }
  await look('/metrics/watches', [401]);
  tried++;
  // A rejected photo no longer has an address, and its id never was one.
  for (const { id } of world.photos) {
    for (const path of [`/photos/${id}`, `/photos/${id}.png`, `/photos/${'0'.repeat(64)}.jpg`]) await look(path, [404]);
    tried += 3;
  }
  return { tried, violations };
};
