import { pol } from '@trigpoint/proofs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, openTestService, post, startTestService } from '../testing.ts';
import { iso } from '../times.ts';
import { keepSlots, watchTerms } from './testing-watches.ts';

const hour = 3_600_000;
const stranger = () => ethereumKey().publicKey;

/** A polygon around Germany with so many corners, as long as a zone may be. */
const polygon = (corners: number): string => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI;
    return [Number((10 + 5 * Math.cos(angle)).toFixed(9)), Number((50 + 5 * Math.sin(angle)).toFixed(9))];
  });
  return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
};
const zone = polygon(880);

eachDriver('what watches cost the service', ({ empty }) => {
  let service: Service;
  const changesPerDay = 20;
  beforeAll(async () => {
    service = await startTestService(await empty(), { WATCH_CHANGES_PER_DAY: String(changesPerDay) });
  });
  afterAll(() => service.close());
  afterEach(() => void vi.restoreAllMocks());

  const person = async (key = ethereumKey()) => ({ cookie: await logIn(service, key) });
  const call = (name: string, body: object, headers: Record<string, string> = {}) =>
    post(service, `/proof/v1/pol/${name}`, body, headers);
  const terms = (prover: string, parameters: object = {}) => watchTerms(prover, { everyHours: 24, parameters });
  const seen = async (prover = stranger()) => {
    await proverWasHere(service.context.db, prover);
    return prover;
  };
  const edit = (watch: string, i: number) => ({ watch, action: 'edit', until: iso(Date.now() + (1_000 + i) * hour) });

  test('a prover that was never here is not watched, whoever asks', async () => {
    const key = ethereumKey();
    for (const prover of [stranger(), key.publicKey]) {
      const refused = await call('watch-add', terms(prover), await person(key));
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_field']);
      expect(refused.body.error.message).toContain('start it once');
    }
    expect((await call('watch-add', terms(await seen()), await person())).status).toBe(200);
  });

  test('its owner changes its watches so often a day, too, and strangers do not use that up', async () => {
    const key = ethereumKey();
    await seen(key.publicKey);
    const [own, other] = [await person(key), await person()];
    const fill = async (who: { cookie: string }) => {
      const { watch } = (await call('watch-add', terms(key.publicKey), who)).body.result.watch;
      for (let i = 1; i < changesPerDay; i++)
        expect((await call('watch-change', edit(watch, i), who)).status).toBe(200);
      const refused = await call('watch-change', edit(watch, changesPerDay), who);
      expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
      return watch as string;
    };
    await fill(other);
    const watch = await fill(own);
    expect((await call('watch-change', { watch, action: 'end' }, own)).status).toBe(200);
  });

  test('an ask that stays the same is kept once', async () => {
    const payer = await person();
    const { watch, ask } = (await call('watch-add', terms(await seen(), { zone }), payer)).body.result.watch;
    for (let i = 0; i < 6; i++) await call('watch-change', edit(watch, i), payer);
    const kept = async () =>
      Number(
        (await service.context.db.get('SELECT SUM(LENGTH(info)) AS n FROM watch_edition WHERE watch_id = ?', [watch]))
          ?.n,
      );
    expect(await kept()).toBe(ask.length);
    const plain = (await call('watch-add', terms(await seen()), payer)).body.result.watch.ask as string;
    const other = plain.replace(/^.{66}.{64}/, ask.slice(0, 130));
    expect((await call('watch-change', { watch, action: 'edit', ask: other }, payer)).status).toBe(200);
    const paused = (await call('watch-change', { watch, action: 'pause' }, payer)).body.result.watch;
    expect([paused.ask, await kept()]).toEqual([other, ask.length + other.length]);
    const { changes } = (await call('watch-show', { watch }, payer)).body.result;
    expect(changes[0].parameters.zone).toMatch(/^polygon [0-9a-f]{32}$/);
    expect(changes.map((it: { parameters: { zone?: string } }) => it.parameters.zone)).toEqual([
      ...Array<string>(7).fill(changes[0].parameters.zone),
      ...[undefined, undefined],
    ]);
  });

  test('one watch is changed a thousand times at most, and can be ended then', async () => {
    const payer = await person();
    const { watch } = (await call('watch-add', terms(await seen()), payer)).body.result.watch;
    await service.context.db.write(async (tx) => {
      for (let seq = 1; seq < 1_000; seq++)
        await tx.run(
          `INSERT INTO watch_edition (watch_id, seq, change, info, first, begins_at, every_ms, until, at, ask_seq)
           SELECT watch_id, ?, 'edited', '', first, begins_at, every_ms, until, 0, 0 FROM watch_edition
           WHERE watch_id = ? AND seq = 0`,
          [seq, watch],
        );
    });
    const refused = await call('watch-change', { watch, action: 'pause' }, payer);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'watch_unchanged']);
    const { changes, change_count } = (await call('watch-show', { watch }, payer)).body.result;
    expect([changes.length, change_count, changes[0].change]).toEqual([100, 1_000, 'edited']);
    expect((await call('watch-change', { watch, action: 'end' }, payer)).status).toBe(200);
  });

  test('a zone whose letters have several bytes is refused where agents would not read it', async () => {
    const payer = await person();
    const named = polygon(8).replace('"type"', `"name":"${'€'.repeat(9_000)}","type"`);
    const { status, body } = await call('watch-add', terms(await seen(), { zone: named }), payer);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringMatching(/more than the 24576 bytes that agents read/),
    ]);
  });

  test('a watch asks about twenty long polygons at most, and can be paused and ended then', async () => {
    const payer = await person();
    const { watch, ask } = (await call('watch-add', terms(await seen(), { zone }), payer)).body.result.watch;
    await service.context.db.write(async (tx) => {
      for (let seq = 1; seq * ask.length < 1_000_000 - ask.length; seq++)
        await tx.run(
          `INSERT INTO watch_edition (watch_id, seq, change, info, first, begins_at, every_ms, until, at, ask_seq)
           SELECT watch_id, ?, 'edited', info, first, begins_at, every_ms, until, 0, NULL FROM watch_edition
           WHERE watch_id = ? AND seq = 0`,
          [seq, watch],
        );
    });
    const other = pol.encode({ ...pol.decode(ask), zone: polygon(879) });
    const refused = await call('watch-change', { watch, action: 'edit', ask: other }, payer);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      `Watch ${watch} has asked too many long zones: end it and add another.`,
    ]);
    expect((await call('watch-change', { watch, action: 'pause' }, payer)).status).toBe(200);
    expect((await call('watch-change', { watch, action: 'end' }, payer)).status).toBe(200);
  });

  test('a list of long asks comes in pages of 256 KiB at most, and each ask is decoded once', async () => {
    const payer = await person();
    const added: string[] = [];
    for (let i = 0; i < 12; i++) {
      const { body } = await call('watch-add', terms(await seen(), { zone: polygon(880 - i) }), payer);
      added.unshift(body.result.watch.watch);
    }
    const decode = vi.spyOn(pol, 'decode');
    const list = async (limit: number) => {
      const found: { watch: string; ask: string; added: string }[] = [];
      const lengths: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await call('watch-list', { limit, cursor }, payer);
        lengths.push(JSON.stringify(body).length);
        found.push(...body.result.watches);
        cursor = body.result.next_cursor;
      }
      return { found, lengths };
    };
    const { found, lengths } = await list(1_000);
    expect(new Set(found.map((it) => it.watch))).toEqual(new Set(added));
    expect(found).toHaveLength(12);
    expect(found.every((it) => it.ask.length > 40_000)).toBe(true);
    expect(lengths.length).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThan(262_144);
    expect((await list(5)).found.map((it) => it.watch)).toEqual(found.map((it) => it.watch));
    const [watch = ''] = added;
    await call('watch-publish', { watch, public: true }, payer);
    await call('public-watch', { watch });
    await fetch(`${service.url}/watches/${watch}/badge.svg`);
    expect(decode).not.toHaveBeenCalled();
  });

  test('of a watch with many slots few are held at a time, and all are told', async () => {
    const payer = await person();
    // What a payer writes is text, also where texts are put together: these mean something to replace().
    const name = "a $' b $` c $& d";
    const { watch } = (await call('watch-add', { ...terms(await seen()), name }, payer)).body.result.watch;
    await call('watch-publish', { watch, public: true }, payer);
    const many = 1_020;
    await keepSlots(service.context.db, watch, Array(many).fill({ result: 'inside' }));
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => many - 1 - i);
    for (const [operation, who] of [
      ['watch-show', payer],
      ['public-watch', {}],
    ] as const)
      for (const limit of [20, 250, 501, 20_000]) {
        const { body, headers } = await call(operation, { watch, limit }, who);
        expect(body).toMatchObject({ result: { watch: { watch, name } } });
        expect(body.result.changes).toHaveLength(1);
        expect(body.result.slots.map((it: { number: number }) => it.number)).toEqual(numbers(Math.min(limit, many)));
        // Whoever does not know the length has not held the whole.
        expect(headers.has('content-length')).toBe(limit <= 250);
      }
  });

  test('guests add no watches, and may see what one would cost', async () => {
    const { key } = (await call('guest-key', {})).body.result;
    const guest = { authorization: `Bearer ${key}` };
    const prover = await seen();
    const refused = await call('watch-add', terms(prover), guest);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_allowed']);
    expect((await call('watch-add', { ...terms(prover), dry_run: true }, guest)).status).toBe(200);
    // A key that somebody calls so is none.
    const made = await call('create-key', { name: 'guest', scopes: ['ask'] }, await person());
    const own = { authorization: `Bearer ${made.body.result.key}` };
    expect((await call('watch-add', terms(prover), own)).status).toBe(200);
  });
});

eachDriver('how many watches run', ({ empty }) => {
  test.each([
    ['of yours', { WATCHES_PER_PAYER: '3' }, 1, 3],
    ['from your network', { WATCHES_PER_PAYER: '1', WATCHES_PER_NETWORK: '3' }, 4, 3],
    ['of all payers', { WATCHES_PER_PAYER: '1', WATCHES_TOTAL: '3' }, 4, 3],
  ])('is bounded: %s', async (whose, env: Record<string, string>, payers, most) => {
    const service = await openTestService(await empty(), env);
    const prover = stranger();
    await proverWasHere(service.context.db, prover);
    const keys = await Promise.all(Array.from({ length: payers }, () => logIn(service, ethereumKey())));
    const body = watchTerms(prover, { everyHours: 24 });
    const add = (i: number) => post(service, '/proof/v1/pol/watch-add', body, { cookie: keys[i % payers] as string });
    for (let i = 0; i < most; i++) expect((await add(i)).status).toBe(200);
    const refused = await add(most);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_watches']);
    expect(refused.body.error.message).toContain(whose);
    await service.context.db.run('UPDATE watch SET due_at = NULL');
    expect((await add(most)).status).toBe(200);
  });
});
