import { isShown } from '@trigpoint/log/watches';
import { partyOf } from '@trigpoint/protocol';
import { Gauge, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import type { Session } from '../session/sessions.ts';
import { toldResult } from '../watch/slot-results.ts';
import { type EditionRow, isOver, type WatchSummary, type WholeWatch } from '../watch/watches.ts';
import { admit } from './admission.ts';
import type { HttpServer } from './server.ts';

/** The most watches on one page of metrics: as many as a list has. */
const most = 1_000;

const open = () => {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({
      name: `trigpoint_watch_${name}`,
      help,
      labelNames: ['watch', 'name', ...labelNames],
      registers: [registry],
    });
  return {
    registry,
    state: gauge('state', '1 for the state that the watch is in: running or paused', 'state'),
    result: gauge('result', '1 for the result of the newest slot that has an answer', 'result'),
    finding: gauge('finding', '1 for what that answer is against the slot that showed its place', 'finding'),
    inZone: gauge('inside', '1 if the newest answer that decides is inside or verified, 0 if not'),
    radius: gauge('radius_km', 'How far from its claim that answer allows the prover to be'),
    age: gauge('last_proof_age_seconds', 'Time since the newest answer that decides'),
    every: gauge('every_seconds', 'The length of a window'),
    slots: gauge('slots', 'Slots so far by their result', 'result'),
  };
};

type Page = ReturnType<typeof open>;

const tell = (page: Page, { watch, editions }: WholeWatch, standing: WatchSummary): void => {
  const edition = editions.at(-1) as EditionRow;
  const labels = { watch: watch.id, name: watch.name };
  page.state.set({ ...labels, state: edition.change === 'paused' ? 'paused' : 'running' }, 1);
  page.every.set(labels, edition.everyMs / 1000);
  for (const [result, count] of Object.entries(standing.counts)) page.slots.set({ ...labels, result }, count);
  const { newest, decided, at } = standing;
  if (newest) page.result.set({ ...labels, result: toldResult(newest) }, 1);
  const finding = newest?.extraFinding || newest?.finding;
  if (finding) page.finding.set({ ...labels, finding }, 1);
  if (!decided) return;
  const isAway = toldResult(decided) !== decided.result;
  page.inZone.set(labels, isAway || !isShown(decided.result) ? 0 : 1);
  page.age.set(labels, Math.max(0, at - (decided.due ?? decided.at)) / 1000);
  // The distance is that of the slot, not that of its extra slot.
  if (decided.radiusKm !== null && !isAway) page.radius.set(labels, decided.radiusKm);
};

/** Metrics for the Prometheus of one payer: its watches that are not over. An API key with the scope read is enough. */
export const serveWatchMetrics = (
  server: HttpServer,
  context: Pick<Context, 'watches' | 'config' | 'sessions' | 'apiKeys' | 'rateLimits'>,
) => {
  const { watches } = context;
  server.get('/metrics/watches', async (request, reply) => {
    await admit(context, { auth: 'session', scope: 'read', limit: 'default' }, request, reply);
    const found = watches.list(partyOf(request.session as Session), { limit: most, isOpen: true });
    const page = open();
    for await (const it of found) if (!isOver(it)) tell(page, it, await watches.standing(it.watch.id));
    return reply
      .type(page.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await page.registry.metrics());
  });
};
