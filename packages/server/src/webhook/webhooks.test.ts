import { Webhook as Receiver } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, openTestService, post } from '../testing.ts';
import { send, whyNoUrl } from './sending.ts';
import { leaseDue } from './store.ts';
import { network, openReceiver, owner, type Received, webhooksOn } from './testing.ts';
import { type AgentPresence, ToldAgents } from './told-agents.ts';

const hour = 3_600_000;

eachDriver('webhooks', (place) => {
  const open = webhooksOn(place);

  test('what happened is told once, signed as others read it; what did not happen is not told', async () => {
    const { db, webhooks, webhook, tell, deliver, got, clock } = await open();
    await tell(1);
    await tell(2, 'challenge.refuted');
    const told = { kind: 'challenge.verified', keys: [owner], at: clock.now(), data: { challenge_id: '3' } } as const;
    await expect(
      db.write(async (tx) => {
        await webhooks.tell(tx, told);
        throw new Error('the transaction fails');
      }),
    ).rejects.toThrow('the transaction fails');
    await deliver();
    await deliver();
    expect(got.map(({ body }) => JSON.parse(body).data.challenge_id)).toEqual(['1']);
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    const seconds = Math.floor(Date.now() / 1000);
    expect(JSON.parse(body).type).toBe('challenge.verified');
    // The other side's library refuses old messages, and this test's clock stands still: so its signature is made anew.
    const receiver = new Receiver(webhook.secret);
    const id = headers['webhook-id'] as string;
    expect(receiver.sign(id, new Date(clock.now()), body)).toBe(headers['webhook-signature']);
    const fresh = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
    const signature = receiver.sign(id, new Date(seconds * 1000), body);
    expect(receiver.verify(body, { ...fresh, 'webhook-signature': signature })).toMatchObject({
      type: 'challenge.verified',
    });
  });

  test('a receiver that fails is tried again with the same id, later and later, for three days', async () => {
    const { tell, deliver, got, clock, listed, webhooks } = await open(() => 500);
    await tell(1);
    const begun = clock.now();
    while ((await listed())[0]?.state === 'waiting') {
      await deliver();
      clock.pass(60_000);
    }
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(got.length).toBeGreaterThan(20);
    expect(got.length).toBeLessThan(40);
    expect((clock.now() - begun) / hour).toBeGreaterThan(66);
    expect((await listed())[0]).toMatchObject({ state: 'given_up', answer: 'It answered 500.' });
    expect((await webhooks.list(owner))[0]).toMatchObject({ state: 'failing', waiting: 0 });
  });

  test('one message that a receiver refuses does not hold up the others', async () => {
    const { tell, deliver, got, clock, listed } = await open(({ body }) => (body.includes('"1"') ? 500 : 200));
    for (const n of [1, 2, 3]) await tell(n);
    for (let i = 0; i < 5; i++) {
      await deliver();
      clock.pass(5_000);
    }
    expect((await listed()).map((it) => it.state)).toEqual(
      expect.arrayContaining(['delivered', 'delivered', 'waiting']),
    );
    expect(new Set(got.map(({ body }) => JSON.parse(body).data.challenge_id))).toEqual(new Set(['1', '2', '3']));
  });

  test('one message that a receiver refuses for three days does not switch off the webhook', async () => {
    const { tell, deliver, clock, listed, webhooks } = await open(({ body }) => (body.includes('"1"') ? 500 : 200));
    await tell(1);
    for (let hours = 0; (await listed()).some((it) => it.state === 'waiting'); hours++) {
      await deliver();
      clock.pass(hour);
      // Others are delivered in turns of their own. The last of them comes two days before the end.
      if (hours % 4 === 0 && hours < 24) await tell(hours + 2);
    }
    expect((await listed()).map((it) => it.state)).toEqual([...Array(6).fill('delivered'), 'given_up']);
    expect((await webhooks.list(owner))[0]).toMatchObject({ state: 'on' });
    // Now nothing has arrived for three days.
    clock.pass(30 * hour);
    await tell(1);
    while ((await listed())[0]?.state === 'waiting') {
      await deliver();
      clock.pass(hour);
    }
    expect((await webhooks.list(owner))[0]).toMatchObject({ state: 'failing' });
  });

  test('strangers who always have something waiting take turns with everybody else', async () => {
    const busy = await open();
    const quiet = await openReceiver();
    const { insert, clock, deliver } = busy;
    // One more than a turn has: after it something is due again.
    for (let i = 0; i < 17; i++) await insert(`0x${String(i).padStart(40, '0')}`, busy.url, 51);
    await insert(`0x${'cd'.repeat(20)}`, quiet.url, 1);
    for (let round = 0; round < 2; round++) {
      await deliver();
      clock.pass(1_000);
    }
    expect(quiet.got.length).toBe(1);
  });

  test.for([
    ['time has passed', 3_000],
    ['the clock was set back', -hour],
  ] as const)('receivers that take long leave room for the others: %s', async ([, ms]) => {
    const slow = await open(() => 0);
    const quick = await openReceiver();
    const { insert, clock, deliveries } = slow;
    for (let i = 0; i < 16; i++) await insert(`0x${String(i).padStart(40, '0')}`, slow.url, 1);
    await deliveries.begin();
    clock.pass(ms);
    await insert(`0x${'cd'.repeat(20)}`, quick.url, 1);
    await deliveries.begin();
    await expect.poll(() => quick.got.length, { timeout: 5_000 }).toBe(1);
    // The receiver goes away, and the turns end.
    await slow.close();
    await deliveries.idle();
  });

  test('two nodes do not deliver to one receiver at the same time; one that was killed is replaced', async () => {
    const { db, tell, got, clock, deliver, webhook } = await open();
    await tell(1);
    const lease = { at: clock.now(), until: clock.now() + 30_000 };
    expect(await leaseDue(db, lease.at, lease.until, 5)).toMatchObject([{ id: webhook.id }]);
    await deliver();
    expect(got).toEqual([]);
    clock.pass(30_001);
    await deliver();
    expect(got).toHaveLength(1);
  });

  test('after a new secret, messages are signed with both for a day', async () => {
    const { tell, deliver, got, clock, webhook, webhooks } = await open();
    const fresh = (await webhooks.rotate(owner, webhook.id)) as string;
    const signed = async () => {
      await tell(1);
      await deliver();
      const { headers, body } = got.at(-1) as Received;
      return [webhook.secret, fresh].map((secret) =>
        (headers['webhook-signature'] as string)
          .split(' ')
          .includes(new Receiver(secret).sign(headers['webhook-id'] as string, new Date(clock.now()), body)),
      );
    };
    expect(await signed()).toEqual([true, true]);
    clock.pass(24 * hour);
    expect(await signed()).toEqual([false, true]);
  });

  test('a delivery can be sent again, also after it was given up', async () => {
    const { tell, deliver, got, listed, webhook, webhooks } = await open();
    await tell(1);
    await deliver();
    const [{ id } = { id: '' }] = await listed();
    expect(await webhooks.replay(webhook.id, id)).toBe(true);
    await deliver();
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await webhooks.replay(webhook.id, `msg_${'0'.repeat(32)}`)).toBe(false);
  });

  test('a list goes on after a delivery of its own, and after no other', async () => {
    const { tell, webhook, webhooks, clock, url } = await open();
    const other = await webhooks.add({ owner, network }, url, ['challenge.refuted']);
    await tell(1);
    clock.pass(1);
    await tell(2);
    clock.pass(1);
    await tell(3, 'challenge.refuted');
    const [newest, oldest] = await webhooks.deliveries(webhook.id, 50);
    const [foreign] = await webhooks.deliveries(other?.id ?? '', 50);
    expect(await webhooks.deliveries(webhook.id, 50, newest?.id)).toEqual([oldest]);
    expect(await webhooks.deliveries(webhook.id, 50, foreign?.id)).toEqual([]);
  });

  test('an agent that is gone for a minute is offline, and back when it returns; a restart is no news', async () => {
    const { db, webhooks, deliver, got, clock } = await open();
    const named = { proofType: 'pol', role: 'prover', id: 'IPv4/0xcd' };
    await proverWasHere(db, owner, { owner });
    let agent: AgentPresence = { ...named, lastAlive: clock.now(), isAlive: true };
    const told = new ToldAgents({ db, now: clock.now, webhooks, agentsOf: async () => [agent] });
    const look = async (isAlive: boolean, ms: number) => {
      clock.pass(ms);
      agent = { ...agent, isAlive, ...(isAlive ? { lastAlive: clock.now() } : {}) };
      await Promise.all([told.look(), told.look()]);
      await deliver();
      return got.splice(0).map(({ body }) => JSON.parse(body).type);
    };
    expect(await look(true, 0)).toEqual([]);
    expect(await look(false, 30_000)).toEqual([]);
    expect(await look(true, 10_000)).toEqual([]);
    expect(await look(false, 61_000)).toEqual(['agent.offline']);
    expect(await look(false, hour)).toEqual([]);
    expect(await look(true, hour)).toEqual(['agent.back']);
  });

  test('over HTTP: only its owner sees, changes or removes a webhook', async () => {
    const service = await openTestService(await place.fresh(), { WEBHOOKS_TO_PRIVATE: 'on' });
    const [mine, other] = await Promise.all([logIn(service, ethereumKey()), logIn(service, ethereumKey())]);
    const call = async (cookie: string, name: string, body: object) => {
      const { status, body: said } = await post(service, `/proof/v1/pol/${name}`, body, { cookie });
      return status === 200 ? said.result : said.error.code;
    };
    const { got, url } = await openReceiver();
    const { id: webhook, secret } = await call(mine, 'add-webhook', { url });
    expect(secret).toMatch(/^whsec_/);
    const named = { webhook };
    const replayed = { webhook, delivery: `msg_${'0'.repeat(32)}` };
    for (const [name, body] of [
      ['edit-webhook', { ...named, state: 'paused' }],
      ['remove-webhook', named],
      ['rotate-webhook-secret', named],
      ['test-webhook', named],
      ['webhook-deliveries', named],
      ['replay-delivery', replayed],
    ] as const)
      expect([name, await call(other, name, body)]).toEqual([name, 'webhook_not_found']);
    expect(await call(other, 'my-webhooks', {})).toEqual({ webhooks: [] });
    expect(await call(mine, 'replay-delivery', replayed)).toBe('delivery_not_found');
    expect(JSON.stringify(await call(mine, 'my-webhooks', {}))).not.toContain(secret);

    const { delivery } = await call(mine, 'test-webhook', named);
    await expect.poll(() => got.length, { timeout: 60_000 }).toBe(1);
    expect(got[0]?.headers['webhook-id']).toBe(delivery);
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    await expect
      .poll(async () => (await call(mine, 'webhook-deliveries', named)).deliveries[0].state, { timeout: 60_000 })
      .toBe('delivered');

    await call(mine, 'edit-webhook', { ...named, state: 'paused' });
    expect(await call(mine, 'test-webhook', named)).toBe('webhook_test_refused');

    for (let i = 1; i < 10; i++) await call(mine, 'add-webhook', { url });
    expect(await call(mine, 'add-webhook', { url })).toBe('too_many_webhooks');
    // Keys cost nothing.
    const { db } = service.context;
    const { network: from } = (await db.get('SELECT network FROM webhook LIMIT 1')) as { network: string };
    await db.write(async (tx) => {
      for (let i = 10; i < 300; i++)
        await tx.run(
          `INSERT INTO webhook (id, owner, network, url, kinds, state, secret, previous_secret, previous_until, created_at,
             lease_until, quiet_until, failures) VALUES (?, ?, ?, '', '[]', 'on', '', '', 0, 0, 0, 0, 0)`,
          [`wh_${i}`, `key ${i}`, from],
        );
    });
    expect(await call(other, 'add-webhook', { url })).toBe('too_many_webhooks');
    expect(await call(mine, 'remove-webhook', named)).toEqual({ success: true });
    expect(await call(mine, 'webhook-deliveries', named)).toBe('webhook_not_found');
  });
});

test.for([
  ['ftp://example.com/', /https/],
  ['http://example.com/', /https/],
  ['example.com', /URL/],
  ['https://user:word@example.com/', /password/],
  ['https://example.com/#x', /fragment/],
  ['https://127.0.0.1/', /public/],
  ['https://[::1]/', /public/],
  ['https://[::ffff:10.0.0.1]/', /public/],
  ['https://169.254.169.254/latest', /public/],
  ['https://2130706433/', /public/],
  ['https://0x7f.1/', /public/],
] as const)('%s is no URL for a webhook', ([url, why]) => {
  expect(whyNoUrl(url, false)).toMatch(why);
});

test('a redirect is not followed', async () => {
  const elsewhere = await openReceiver();
  const receiver = await openReceiver(() => 307);
  const message = { id: 'msg_1', url: receiver.url, body: '{}', secrets: ['whsec_AAAA'], at: 0 };
  expect(await send(message, { toPrivate: true })).toMatchObject({ isDelivered: false, words: /307: redirects/ });
  expect([receiver.got.length, elsewhere.got.length]).toEqual([1, 0]);
});
