import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DbOptions } from '../db/open.ts';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';

const hour = 3_600_000;
const at = (inHours: number) => new Date(Date.now() + inHours * hour).toISOString();
const about = { prover: `0x${'12'.repeat(20)}`, parameters: { latitude: 50.1, longitude: 8.7 } };
const watched = { ...about, every_seconds: 21_600, from: at(1), until: at(1000) };

/** What each operation makes, where it is kept, and how an answer names it. */
const operations = [
  {
    name: 'challenge-request',
    table: 'challenge',
    body: { ...about, number_of_challengers: 6 },
    other: { ...about, number_of_challengers: 7 },
    idOf: (result: { challenge_id: string }) => result.challenge_id,
  },
  {
    name: 'watch-add',
    table: 'watch',
    body: watched,
    other: { ...watched, prover: `0x${'34'.repeat(20)}` },
    idOf: (result: { watch: { watch: string } }) => result.watch.watch,
  },
] as const;

eachDriver('Idempotency-Key', ({ fresh }) => {
  let place: DbOptions;
  /** Two nodes where the database takes several, or else one twice. */
  let nodes: Service[];
  const key = ethereumKey();
  let cookie: string;
  let keys = 0;
  const newKey = () => `key ${keys++}`;

  const open = async () => {
    nodes = [await startTestService(place)];
    nodes.push(place.databaseUrl ? await startTestService(place) : (nodes[0] as Service));
  };
  const close = async () => {
    for (const it of new Set(nodes)) await it.close();
  };
  beforeAll(async () => {
    place = await fresh();
    await open();
    cookie = await logIn(nodes[0] as Service, key);
    for (const byte of ['12', '34']) await proverWasHere((nodes[0] as Service).context.db, `0x${byte.repeat(20)}`);
  });
  afterAll(close);

  const send = (name: string, body: object, idempotencyKey?: string, { node = 0, who = cookie, type = 'pol' } = {}) =>
    post(nodes[node] as Service, `/proof/v1/${type}/${name}`, body, {
      cookie: who,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    });
  const count = async (table: string) =>
    Number((await (nodes[0] as Service).context.db.get(`SELECT COUNT(*) AS n FROM ${table}`))?.n);

  describe.each(operations)('$name', ({ name, table, body, other, idOf }) => {
    const madeBy = async (work: () => Promise<unknown>) => {
      const before = await count(table);
      await work();
      return (await count(table)) - before;
    };
    const id = (answer: { body: { result: never } }) => idOf(answer.body.result);

    test('without one each request makes something', async () => {
      expect(await madeBy(() => Promise.all([send(name, body), send(name, body, '  ')]))).toBe(2);
    });

    test('the same request again has the same answer and makes nothing more, also after a restart', async () => {
      const it = newKey();
      const first = await send(name, body, it);
      expect(first.status).toBe(200);
      expect(await send(name, body, it, { node: 1 })).toMatchObject({ status: 200, body: first.body });
      await close();
      await open();
      expect(await madeBy(async () => expect((await send(name, body, it)).body).toEqual(first.body))).toBe(0);
    });

    test('of many at once, on both nodes, one makes it', async () => {
      const it = newKey();
      let answers: Awaited<ReturnType<typeof send>>[] = [];
      const made = await madeBy(async () => {
        answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(name, body, it, { node: n % 2 })));
      });
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect([made, new Set(answers.map(id)).size]).toEqual([1, 1]);
    });

    test('another request with the same key is refused, also when both race', async () => {
      const it = newKey();
      expect((await send(name, body, it)).status).toBe(200);
      const made = await madeBy(async () => {
        for (const answer of [
          await send(name, other, it),
          await send(name, { ...body, later: 1 }, it, { node: 1 }),
          await send(name, body, it, { type: 'pob' }),
        ])
          expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_reused' } } });
      });
      expect(made).toBe(0);
      const racing = newKey();
      let answers: Awaited<ReturnType<typeof send>>[] = [];
      const madeThen = await madeBy(async () => {
        answers = await Promise.all(
          Array.from({ length: 8 }, (_, n) => send(name, n % 2 ? body : other, racing, { node: n >> 2 })),
        );
      });
      expect(madeThen).toBe(1);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 400, 400, 400, 400]);
    });

    test('a key is its caller’s own: the same one of somebody else finds nothing', async () => {
      const it = newKey();
      const first = await send(name, body, it);
      const who = await logIn(nodes[0] as Service, ethereumKey());
      const theirs = await send(name, body, it, { who });
      expect([theirs.status, id(theirs) === id(first)]).toEqual([200, false]);
    });

    test('a request that was refused leaves its key free', async () => {
      const it = newKey();
      expect((await send(name, { ...body, prover: 'nobody' }, it)).status).toBe(400);
      expect((await send(name, body, it)).status).toBe(200);
    });

    test('a key is short and readable', async () => {
      expect((await send(name, body, 'x'.repeat(255))).status).toBe(200);
      for (const it of ['x'.repeat(256), 'ключ'.normalize().replace(/./g, 'é'), 'a\tb'])
        expect((await send(name, body, it)).body.error).toMatchObject({
          code: 'invalid_field',
          message: 'The Idempotency-Key header must be at most 255 printable characters.',
        });
    });
  });

  test('a challenge that is asked for again tells what was asked the first time, whatever the names stand for now', async () => {
    const it = newKey();
    const asked = { prover: about.prover, ...{ parameters: about.parameters } };
    const first = await send('challenge-request', asked, it);
    await (nodes[0] as Service).context.db.run('UPDATE challenge SET state = ? WHERE id = ?', [
      'ENDED_SUCCESSFULLY',
      first.body.result.challenge_id,
    ]);
    const again = await send('challenge-request', asked, it);
    expect(again.body.result).toEqual({ ...first.body.result, challenge_status: 'ENDED_SUCCESSFULLY' });
  });

  test('a dry run keeps no key', async () => {
    const it = newKey();
    expect((await send('watch-add', { ...watched, dry_run: true }, it)).body.result.watch).toBeNull();
    expect((await send('watch-add', watched, it)).body.result.watch).not.toBeNull();
  });
});
