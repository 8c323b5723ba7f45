import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { leaseDue } from './store.ts';
import { network, openNameServer, owner, webhooksOn } from './testing.ts';

const hour = 3_600_000;

eachDriver('what waits for a webhook', (place) => {
  const open = webhooksOn(place);

  test('a paused webhook is told nothing, and nothing piles up for it', async () => {
    const { tell, deliver, got, listed, webhook, webhooks } = await open();
    await webhooks.edit(owner, webhook.id, { state: 'paused' });
    await tell(1);
    await deliver();
    expect([got, await listed()]).toEqual([[], []]);
    await webhooks.edit(owner, webhook.id, { state: 'on' });
    await tell(2);
    await deliver();
    expect(got).toHaveLength(1);
  });

  test('names whose servers are silent leave room for the others', async () => {
    const names = await openNameServer((name) => (name.includes('silent') ? undefined : ['127.0.0.1']));
    const { db, webhooks, clock, deliveries, got, port } = await open(undefined, { nameServers: [names.address] });
    const insert = async (key: string, host: string) => {
      const webhook = await webhooks.add({ owner: key, network }, `http://${host}:${port}/`, ['challenge.verified']);
      expect(await webhooks.test(key, webhook?.id ?? '')).toHaveProperty('delivery');
      return webhook?.id ?? '';
    };
    const silent: string[] = [];
    for (let i = 0; i < 16; i++) silent.push(await insert(`0x${String(i).padStart(40, '0')}`, `silent-${i}.example`));
    await deliveries.begin();
    clock.pass(3_000);
    const prompt = await insert(`0x${'cd'.repeat(20)}`, 'prompt.example');
    await deliveries.begin();
    await expect.poll(() => got.length).toBe(1);
    await deliveries.idle();
    expect(await webhooks.deliveries(prompt, 1)).toMatchObject([{ state: 'delivered' }]);
    for (const id of silent)
      expect(await webhooks.deliveries(id, 1)).toMatchObject([
        { tries: 1, answer: expect.stringMatching(/^The name servers of silent/) },
      ]);
    expect(await db.all('SELECT id FROM webhook WHERE lease_until > ?', [clock.now()])).toEqual([]);
  });

  test('a webhook that is not on is sent no test, so that none piles up', async () => {
    const { db, webhook, webhooks, listed, deliver, got } = await open();
    for (const state of ['paused', 'failing']) {
      await db.run('UPDATE webhook SET state = ? WHERE id = ?', [state, webhook.id]);
      for (let i = 0; i < 3; i++)
        expect(await webhooks.test(owner, webhook.id)).toEqual({
          problem: expect.stringMatching(new RegExp(`^it is ${state}. Switch it on first`)),
        });
    }
    expect(await listed()).toEqual([]);
    await webhooks.edit(owner, webhook.id, { state: 'on' });
    expect(await webhooks.test(owner, webhook.id)).toHaveProperty('delivery');
    await deliver();
    expect(got).toHaveLength(1);
  });

  test('what waits for a paused webhook is sent when it is on again, and deleted after 33 days', async () => {
    const { tell, deliver, got, listed, webhook, webhooks, clock } = await open();
    const pauseFor = async (hours: number) => {
      await tell(1);
      await webhooks.edit(owner, webhook.id, { state: 'paused' });
      clock.pass(hours * hour);
      await webhooks.sweep();
      await webhooks.edit(owner, webhook.id, { state: 'on' });
      await deliver();
      return got.splice(0).length;
    };
    expect(await pauseFor(33 * 24)).toBe(1);
    expect(await pauseFor(33 * 24 + 1)).toBe(0);
    expect((await listed()).filter((it) => it.state === 'waiting')).toEqual([]);
  });

  test('of more than may wait the oldest are given up, which their owner sees; tests are refused', async () => {
    const { tell, deliver, listed, webhook, webhooks, clock } = await open(() => 500, { mostWaiting: 4 });
    const other = await webhooks.add({ owner: `0x${'cd'.repeat(20)}`, network }, webhook.url, ['challenge.verified']);
    for (let n = 1; n <= 3; n++) expect(await webhooks.test(owner, webhook.id)).toHaveProperty('delivery');
    clock.pass(1);
    for (let n = 4; n <= 6; n++) await tell(n);
    expect(await webhooks.test(owner, webhook.id)).toEqual({ problem: expect.stringMatching(/^4 deliveries wait/) });
    expect(await webhooks.test(other?.owner ?? '', other?.id ?? '')).toHaveProperty('delivery');
    await deliver();
    await webhooks.sweep();
    const byState = async (state: string) => (await listed()).filter((it) => it.state === state);
    expect((await byState('waiting')).map((it) => it.kind).sort()).toEqual([
      ...['challenge.verified', 'challenge.verified', 'challenge.verified', 'webhook.test'],
    ]);
    const gone = await byState('given_up');
    expect(gone).toMatchObject([
      { kind: 'webhook.test', answer: 'Given up: 4 newer messages wait.', endedAt: clock.now() },
      { kind: 'webhook.test', answer: 'Given up: 4 newer messages wait.', endedAt: clock.now() },
    ]);
    expect(await webhooks.list(other?.owner ?? '')).toMatchObject([{ waiting: 1 }]);
    expect(await webhooks.replay(webhook.id, gone[0]?.id ?? '')).toBe(true);
    clock.pass(30 * 24 * hour + 1);
    await webhooks.sweep();
    expect((await listed()).map((it) => it.id)).not.toContain(gone[1]?.id);
  });

  test('a clock that is set back silences nobody', async () => {
    let status = 200;
    const { tell, deliver, got, clock, listed } = await open(() => status);
    const heard = () => got.splice(0).map(({ body }) => Number(JSON.parse(body).data.challenge_id));
    await tell(1);
    await deliver();
    expect(heard()).toEqual([1]);
    clock.pass(-24 * hour);
    await tell(2);
    await deliver();
    expect(heard()).toEqual([2]);
    // Two failures in a row, after which the receiver is left in peace and the messages wait for their next try.
    status = 500;
    await tell(3);
    await tell(4);
    await deliver();
    expect(heard().sort()).toEqual([3, 4]);
    status = 200;
    clock.pass(-24 * hour);
    await deliver();
    expect(heard().sort()).toEqual([3, 4]);
    expect((await listed()).map((it) => it.state)).toEqual(Array(4).fill('delivered'));
  });

  test('a turn ends when the clock is set back, because nobody knows how long it has lasted', async () => {
    const { tell, deliver, got, clock } = await open(() => {
      if (got.length === 1) clock.pass(-hour);
      return 200;
    });
    for (const n of [1, 2, 3]) await tell(n);
    // So that the others are due before and after.
    clock.pass(2 * hour);
    await deliver();
    expect(got).toHaveLength(1);
  });

  test('after the clock was set back, those who waited before go first; clocks of nodes may differ by a minute', async () => {
    const { db, tell, clock, webhook, webhooks, deliver, url } = await open();
    await tell(1);
    await deliver();
    clock.pass(-24 * hour);
    const other = await webhooks.add({ owner, network }, url, ['challenge.verified']);
    await db.run('UPDATE webhook SET lease_until = 1 WHERE id = ?', [other?.id ?? '']);
    await tell(2);
    clock.pass(60_000);
    const claim = (at: number) => leaseDue(db, at, at + 30_000, 1);
    expect(await claim(clock.now())).toMatchObject([{ id: webhook.id }]);
    expect(await claim(clock.now())).toMatchObject([{ id: other?.id }]);
    for (const ms of [0, -60_000, 10_000]) expect(await claim(clock.now() + ms)).toEqual([]);
  });
});
