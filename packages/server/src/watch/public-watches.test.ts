import { pol } from '@trigpoint/proofs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, openTestService, post, startTestService } from '../testing.ts';
import { badgeSays, badgeSvg } from './badge.ts';
import * as store from './store.ts';
import { keepSlots, watchTerms } from './testing-watches.ts';

const hour = 3_600_000;

eachDriver('what others see of a watch', ({ empty }) => {
  let service: Service;
  let owner: { cookie: string };
  let watch: string;
  const call = (name: string, body: object, headers: Record<string, string> = {}, proofType = 'pol') =>
    post(service, `/proof/v1/${proofType}/${name}`, body, headers);
  const load = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${service.url}${path}`, { headers });
    return { status: reply.status, type: reply.headers.get('content-type') ?? '', text: await reply.text() };
  };

  beforeAll(async () => {
    service = await startTestService(await empty());
    owner = { cookie: await logIn(service, ethereumKey()) };
    await proverWasHere(service.context.db, `0x${'12'.repeat(20)}`);
    const terms = watchTerms(`0x${'12'.repeat(20)}`, { parameters: { zone: 'EU' }, name: 'db "7"' });
    watch = (await call('watch-add', terms, owner)).body.result.watch.watch;
    const [first, second] = [Date.now() - 2 * hour, Date.now() - hour];
    // What slots that nobody paid say is the payer's own.
    await keepSlots(service.context.db, watch, [
      {
        ...{ beginsAt: first, due: first, at: first, result: 'inside', reason: 'It is.', finding: 'moved' },
        ...{ challengeId: 'ask-1', radiusKm: 42 },
      },
      {
        ...{ beginsAt: second, due: second, at: second, result: 'unpaid', reason: 'You have 3 POINTS.' },
        finding: 'moved',
      },
    ]);
  });
  afterAll(() => service.close());

  test('nobody sees it before its payer says so, and nobody but its payer can', async () => {
    expect((await call('public-watch', { watch })).status).toBe(404);
    expect((await load(`/watches/${watch}/badge.svg`)).status).toBe(404);
    for (const path of ['pol/7', 'nothing/7', 'pol/x%2Fy', `pol/ask-${'0'.repeat(32)}`])
      expect([path, (await load(`/challenges/${path}/badge.svg`)).status >= 400]).toEqual([path, true]);
    const other = { cookie: await logIn(service, ethereumKey()) };
    expect((await call('watch-publish', { watch, public: true }, other)).status).toBe(404);
    expect((await call('watch-publish', { watch, public: true })).status).toBe(401);
    expect((await call('public-watch', { watch }, owner)).status).toBe(404);
  });

  test('made public, anybody reads what came of it, but not what it costs or why it was not paid', async () => {
    const { body } = await call('watch-publish', { watch, public: true }, owner);
    expect(body.result.watch.public).toBe(true);
    const seen = await call('public-watch', { watch });
    expect(seen.body.result.watch).toMatchObject({
      watch,
      name: 'db "7"',
      state: 'running',
      parameters: { zone: 'EU' },
    });
    expect(seen.body.result.slots.map((it: { result: string }) => it.result)).toEqual(['unpaid', 'inside']);
    expect(seen.body.result.slots[1]).toMatchObject({ challenge_id: 'ask-1', radius_km: 42 });
    expect(JSON.stringify(seen.body)).not.toMatch(/POINTS|price|"reason"|payer|"ask"/);
    expect((await call('public-watch', { watch }, {}, 'pob')).status).toBe(404);
    expect((await call('watch-show', { watch }, owner, 'pob')).body.error?.code).toBe('watch_not_found');
    const own = await call('watch-show', { watch }, owner);
    expect(own.body.result.slots[0].reason).toBe('You have 3 POINTS.');
    const listed = await call('watch-list', { recent: 1 }, owner);
    expect(listed.body.result.watches[0].recent).toMatchObject([{ result: 'unpaid', count: 1 }]);
    const badge = await load(`/watches/${watch}/badge.svg?theme=dark`);
    expect([badge.status, badge.type]).toEqual([200, 'image/svg+xml']);
    expect(badge.text).toContain('inside the EU');
    expect(badge.text).not.toContain('db ');
    expect((await load(`/watches/${watch}/badge.svg?theme=%3Cscript%3E`)).status).toBe(400);
    await call('watch-publish', { watch, public: false }, owner);
    expect((await call('public-watch', { watch })).status).toBe(404);
    expect((await load(`/watches/${watch}/badge.svg`)).status).toBe(404);
  });

  test('the list of public watches has those alone, page by page, and tells strangers no more than their pages do', async () => {
    const listed = async (body: object = {}, proofType = 'pol') =>
      (await call('public-watches', body, {}, proofType)).body.result as {
        watches: { watch: string; name: string; recent: { result: string }[] }[];
        next_cursor: string | null;
      };
    const others: string[] = [];
    await proverWasHere(service.context.db, `0x${'34'.repeat(20)}`);
    for (const name of ['a', 'b', 'c', 'hidden']) {
      const added = await call('watch-add', watchTerms(`0x${'34'.repeat(20)}`, { name }), owner);
      others.push(added.body.result.watch.watch);
    }
    expect(await listed()).toEqual({ watches: [], next_cursor: null });
    const shown = [watch, ...others.slice(0, 3)];
    for (const it of shown) await call('watch-publish', { watch: it, public: true }, owner);
    const whole = await listed({ recent: 1 });
    expect(new Set(whole.watches.map((it) => it.watch))).toEqual(new Set(shown));
    expect(whole.watches.at(-1)).toMatchObject({ watch, name: 'db "7"', recent: [{ result: 'unpaid' }] });
    expect(JSON.stringify(whole)).not.toMatch(/hidden|POINTS|price|"reason"|payer|"ask"/);
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await listed({ limit: 2, ...(cursor === null ? {} : { cursor }) });
      pages.push(page.watches.map((it) => it.watch));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(pages).toEqual([whole.watches.slice(0, 2), whole.watches.slice(2)].map((all) => all.map((it) => it.watch)));
    expect(await listed({}, 'pob')).toEqual({ watches: [], next_cursor: null });
    for (const body of [{ limit: 101 }, { limit: 0 }, { recent: 31 }, { cursor: 'AAAA' }, { cursor: '~' }])
      expect([body, (await call('public-watches', body)).status]).toEqual([body, 400]);
    for (const it of shown) await call('watch-publish', { watch: it, public: false }, owner);
    expect((await listed()).watches).toEqual([]);
    // The other tests are about one watch.
    for (const it of others) await call('watch-change', { watch: it, action: 'end' }, owner);
  });

  test('Prometheus reads the watches of one payer with an API key that may read', async () => {
    const keyFor = async (scope: string) =>
      (await call('create-key', { name: scope, scopes: [scope] }, owner)).body.result.key as string;
    expect((await load('/metrics/watches')).status).toBe(401);
    expect((await load('/metrics/watches', { authorization: `Bearer ${await keyFor('ask')}` })).status).toBe(403);
    const page = await load('/metrics/watches', { authorization: `Bearer ${await keyFor('read')}` });
    expect(page.status).toBe(200);
    const labels = `watch="${watch}",name="db \\"7\\""`;
    for (const line of [
      `trigpoint_watch_state{${labels},state="running"} 1`,
      `trigpoint_watch_result{${labels},result="inside"} 1`,
      `trigpoint_watch_finding{${labels},finding="moved"} 1`,
      `trigpoint_watch_inside{${labels}} 1`,
      `trigpoint_watch_radius_km{${labels}} 42`,
      `trigpoint_watch_every_seconds{${labels}} 21600`,
      `trigpoint_watch_slots{${labels},result="unpaid"} 1`,
    ])
      expect(page.text.split('\n')).toContain(line);
    expect(page.text).toMatch(/trigpoint_watch_last_proof_age_seconds\{.*\} 72\d\d/);
    const other = await load('/metrics/watches', { cookie: await logIn(service, ethereumKey()) });
    expect([other.status, other.text.includes(watch)]).toEqual([200, false]);
  });

  test('an extra slot that was outside is told wherever there is one word for its slot', async () => {
    await call('watch-publish', { watch, public: true }, owner);
    const { key } = (await call('create-key', { name: 'extra', scopes: ['read'] }, owner)).body.result;
    const told = async () => {
      const own = (await call('watch-list', { recent: 2 }, owner)).body.result.watches.find(
        (it: { watch: string }) => it.watch === watch,
      );
      const badge = (await load(`/watches/${watch}/badge.svg`)).text;
      const { text } = await load('/metrics/watches', { authorization: `Bearer ${key}` });
      const metrics = text.split('\n').filter((it) => it.includes(watch) && /_(result|inside|finding)\{/.test(it));
      return {
        ...{ last: own.last_result, recent: own.recent[0].result, isGreen: /inside the EU|class="ok"/.test(badge) },
        metrics: metrics.map((it) => it.replace(/\{.*?(?:,(?:result|finding)="(\w+)")?\}/, ' $1')).sort(),
      };
    };
    const at = Date.now() - 60_000;
    const asked = { ...{ beginsAt: at, due: at, at }, finding: 'changed', radiusKm: 42, challengeId: 'ask-3' } as const;
    const { db } = service.context;
    const slot = { ...(await store.findSlot(db, watch, 1)), ...asked } as store.SlotRow;
    const set = (more: Partial<store.SlotRow>) => db.write((tx) => store.updateSlot(tx, { ...slot, ...more }));
    const before = (await store.findSlot(db, watch, 1)) as store.SlotRow;
    await set({ result: 'inside', extra: 'inside', extraFinding: 'same' });
    expect(await told()).toEqual({
      ...{ last: 'inside', recent: 'inside', isGreen: true },
      metrics: ['trigpoint_watch_finding same 1', 'trigpoint_watch_inside  1', 'trigpoint_watch_result inside 1'],
    });
    for (const result of ['inside', 'undecided'] as const) {
      await set({ result, extra: 'outside', extraFinding: 'moved' });
      expect(await told()).toEqual({
        ...{ last: 'outside', recent: 'outside', isGreen: false },
        metrics: ['trigpoint_watch_finding moved 1', 'trigpoint_watch_inside  0', 'trigpoint_watch_result outside 1'],
      });
    }
    // A prover can provoke an extra slot when that suits it.
    await set({ result: 'outside', extra: 'inside' });
    expect(await told()).toMatchObject({ last: 'outside', isGreen: false });
    await db.write((tx) => store.updateSlot(tx, before));
    await call('watch-publish', { watch, public: false }, owner);
  });

  test('an answer is told with the zone that was asked about, not with the one that its payer asks about later', async () => {
    await call('watch-publish', { watch, public: true }, owner);
    const badge = async () => (await load(`/watches/${watch}/badge.svg`)).text;
    expect(await badge()).toContain('inside the EU');
    const { ask } = (await call('watch-show', { watch }, owner)).body.result.watch;
    const edited = pol.encode({ ...pol.decode(ask), zone: 'DE' });
    expect((await call('watch-change', { watch, action: 'edit', ask: edited }, owner)).status).toBe(200);
    expect(await badge()).toContain('inside the EU');
    const { changes } = (await call('public-watch', { watch })).body.result;
    expect(changes.map((it: { parameters: { zone: string } }) => it.parameters.zone)).toEqual(['EU', 'DE']);
  });
});

eachDriver('changes of the watches of one prover', ({ empty }) => {
  test('strangers with many keys make its certificates longer by so much a day; its owner and who ends one go on', async () => {
    const service = await openTestService(await empty(), { WATCH_CHANGES_PER_DAY: '4' });
    const [key, other] = [ethereumKey(), ethereumKey()];
    for (const { publicKey } of [key, other]) await proverWasHere(service.context.db, publicKey);
    const [own, strangers] = [
      { cookie: await logIn(service, key) },
      await Promise.all(Array.from({ length: 5 }, async () => ({ cookie: await logIn(service, ethereumKey()) }))),
    ];
    const call = (name: string, body: object, headers: Record<string, string>) =>
      post(service, `/proof/v1/pol/${name}`, body, headers);
    const add = (prover: string, headers: Record<string, string>) => call('watch-add', watchTerms(prover), headers);
    const [first = own, second = own] = strangers;
    const added = await add(key.publicKey, first);
    const watch = added.body.result.watch.watch;
    const statuses = [];
    for (const action of ['pause', 'resume', 'pause'])
      statuses.push((await call('watch-change', { watch, action }, first)).status);
    expect([added.status, ...statuses]).toEqual([200, 200, 200, 200]);
    const refused = await call('watch-change', { watch, action: 'resume' }, first);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    for (const it of strangers) expect((await add(key.publicKey, it)).status).toBe(429);
    expect((await add(key.publicKey, own)).status).toBe(200);
    expect((await add(other.publicKey, second)).status).toBe(200);
    expect((await call('watch-change', { watch, action: 'end' }, first)).status).toBe(200);
  });
});

test('a badge turns grey by itself when two windows went by without an answer', () => {
  const facts = { zone: 'EU', everyMs: 6 * hour, now: 100 * hour };
  const says = (result: 'inside' | 'outside' | 'undecided', hoursAgo: number) => {
    const { look, word, rest } = badgeSays({ ...facts, newest: { result, at: (100 - hoursAgo) * hour } });
    return [look, word, rest];
  };
  expect(says('inside', 0.25)).toEqual(['ok', 'inside the EU', 'proof 15 min old']);
  expect(says('inside', 12)).toEqual(['ok', 'inside the EU', 'proof 12 h old']);
  expect(says('inside', 12.5)).toEqual(['none', 'no proof for 12 h 30 min', 'was inside the EU']);
  expect(says('outside', 1)).toEqual(['no', 'not in the EU', '1 h ago']);
  expect(says('undecided', 1)).toEqual(['un', 'undecided', 'the EU, 1 h ago']);
  expect(badgeSays({ ...facts, newest: undefined }).look).toBe('none');
});

test('a badge is not green when a later slot had no answer, or the watch is over', () => {
  const facts = { zone: 'EU', everyMs: 6 * hour, now: 100 * hour };
  const says = (result: 'inside' | 'outside', more: { isSilent?: boolean; isOver?: boolean }) => {
    const { look, word, rest } = badgeSays({ ...facts, newest: { result, at: 99 * hour }, ...more });
    return [look, word, rest];
  };
  expect(says('inside', { isSilent: true })).toEqual(['un', 'no answer', 'was inside the EU 1 h ago']);
  expect(says('outside', { isSilent: true })).toEqual(['no', 'not in the EU', '1 h ago']);
  expect(says('inside', { isOver: true })).toEqual(['none', 'watch ended', 'was inside the EU 1 h ago']);
  expect(says('outside', { isOver: true })).toEqual(['none', 'watch ended', 'was outside 1 h ago']);
  expect(badgeSays({ ...facts, newest: undefined, isOver: true }).word).toBe('watch ended');
  expect(badgeSays({ ...facts, newest: undefined, isSilent: true }).word).toBe('no answer');
});

test('a badge says of a refuted claim that it is refuted, and nothing of the zone', () => {
  const says = (zone: string | undefined, more: { isOver?: boolean; now?: number } = {}) => {
    const newest = { result: 'refuted' as const, at: 99 * hour };
    const { look, word, rest } = badgeSays({ zone, newest, everyMs: 6 * hour, now: 100 * hour, ...more });
    return [look, word, rest];
  };
  // A prover that claims Paris and answers from Frankfurt is in the EU.
  expect(says('EU')).toEqual(['no', 'claim refuted', '1 h ago']);
  expect(says(undefined)).toEqual(['no', 'claim refuted', '1 h ago']);
  expect(says('EU', { isOver: true })).toEqual(['none', 'watch ended', 'claim refuted 1 h ago']);
  expect(says('EU', { now: 112 * hour })).toEqual(['none', 'no proof for 13 h', 'claim refuted']);
});

test('what a payer wrote into a zone does not get into a badge', () => {
  const evil = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"x":"<script>"}';
  const svg = badgeSvg({ zone: evil, everyMs: hour, now: 0, newest: { result: 'inside', at: 0 } }, 'auto');
  expect(svg).toContain('inside the polygon');
  expect(svg).not.toContain('script');
  expect(svg).toContain('prefers-color-scheme:dark');
});
