import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEntry } from '@trigpoint/log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, post, startTestService, type TestKey } from '../testing.ts';
import { openSocket } from './testing.ts';

const vienna = { latitude: 48.2, longitude: 16.4 };
const sydney = { latitude: -33.9, longitude: 151.2 };

eachDriver('admission by operators', (place) => {
  const operator = ethereumKey();
  let service: Service;
  let file: string;
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  beforeAll(async () => {
    const empty = await place.fresh();
    file = join(empty.dataDir, 'admitted.txt');
    await writeFile(file, '# nobody yet\n');
    const env = { OPERATORS: operator.publicKey, ADMISSION_FILE: file, MESH_HOURS: '0', DEVELOPMENT: 'on' };
    service = await startTestService(empty, env, { now });
  });
  afterAll(() => service.close());

  const arrive = async (key: TestKey, claims: Record<string, number> = vienna) => {
    const cookie = await logIn(service, key, { role: 'challenger', claims });
    const { socket, said } = openSocket(service, cookie, key, { claims, now: now() });
    const told = (status: string) =>
      vi.waitFor(() => {
        const last = said.findLast((it) => it.type === 'admission');
        expect(last).toMatchObject({ status });
        return last;
      });
    await vi.waitFor(() => expect(said.some((it) => it.type === 'admission')).toBe(true), { timeout: 30_000 });
    return { told, close: () => socket.close() };
  };
  const idOf = (key: TestKey) => `IPv4/${key.publicKey.toLowerCase()}`;
  const asOperator = async (name: string, body: object, key = operator) =>
    post(service, `/proof/v1/pol/${name}`, body, { cookie: await logIn(service, key) });
  const admissionOf = async (key: TestKey) =>
    (await post(service, '/proof/v1/pol/challenger', { id: idOf(key) })).body.result.admission;
  const eligibleAt = async (requestedAt: number) => {
    // The snapshot of who is there may be a second old.
    skewMs += 1_001;
    return (await service.context.agents.eligible('pol', requestedAt)).map((it) => it.id);
  };
  const later = () => now() + 1_000_000;
  const logged = async (key: TestKey) =>
    (await service.context.db.all<{ entry: string }>('SELECT entry FROM log_entry ORDER BY seq'))
      .map((it) => parseEntry(it.entry))
      .flatMap((it) => (it.kind === 'admission' && it.agent === idOf(key) ? [it] : []));

  test('who comes is a candidate, is told what the operator types, and is not drawn', async () => {
    const key = ethereumKey();
    const agent = await arrive(key);
    expect(await agent.told('candidate')).toMatchObject({
      operator_types: `trigpoint admit ${idOf(key)} --proof-type pol`,
    });
    expect(await admissionOf(key)).toMatchObject({ status: 'candidate', by: 'arrival' });
    expect(await eligibleAt(later())).not.toContain(idOf(key));
    // Strangers must not be able to fill the log.
    expect(await logged(key)).toEqual([]);
  });

  test('an admitted one is told so, and is drawn for requests made after that alone', async () => {
    const key = ethereumKey();
    const agent = await arrive(key);
    const before = now();
    const { status, body } = await asOperator('admit-challenger', { challenger: idOf(key), reason: 'our rack' });
    expect(status).toBe(200);
    const [decided] = body.result.admissions;
    expect(decided).toMatchObject({
      id: idOf(key),
      status: 'admitted',
      by: operator.publicKey.toLowerCase(),
      reason: 'our rack',
      latitude: 48.2,
    });
    await agent.told('admitted');
    const since = Date.parse(decided.since);
    expect(await eligibleAt(before)).not.toContain(idOf(key));
    expect(await eligibleAt(since)).not.toContain(idOf(key));
    expect(await eligibleAt(since + 1)).toContain(idOf(key));
    expect(await logged(key)).toMatchObject([
      { status: 'admitted', grounds: 'our rack', since: decided.since, by: operator.publicKey.toLowerCase() },
    ]);
  });

  test('only operators decide and list', async () => {
    for (const name of ['admit-challenger', 'list-admissions']) {
      const body = { challenger: idOf(ethereumKey()) };
      expect((await post(service, `/proof/v1/pol/${name}`, body)).status).toBe(401);
      const refused = await asOperator(name, body, ethereumKey());
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } });
    }
    // Whoever may not need not ask.
    const decides = async (key = operator) =>
      (await asOperator('user-info', {}, key)).body.result.decides_admissions as boolean;
    expect([await decides(), await decides(ethereumKey())]).toEqual([true, false]);
    const { body } = await asOperator('list-admissions', { status: 'admitted' });
    expect(body.result.admissions.every((it: { status: string }) => it.status === 'admitted')).toBe(true);
    expect(body.result.total).toBe(body.result.admissions.length);
  });

  test('another place makes an admitted one a candidate again, and the log says so; a small step does not', async () => {
    const key = ethereumKey();
    await arrive(key);
    await asOperator('admit-challenger', { challenger: idOf(key) });
    await (await arrive(key, { latitude: 48.3, longitude: 16.5 })).told('admitted');
    const moved = await arrive(key, sydney);
    expect(await moved.told('candidate')).toMatchObject({ reason: expect.stringMatching(/moved by \d+ km/) });
    expect(await eligibleAt(later())).not.toContain(idOf(key));
    // Going back does not bring the old decision back.
    await (await arrive(key)).told('candidate');
    expect((await logged(key)).map((it) => it.status)).toEqual(['admitted', 'candidate']);
  });

  test('a key may be admitted before it comes, pinned to a place', async () => {
    const [here, elsewhere] = [ethereumKey(), ethereumKey()];
    for (const key of [here, elsewhere]) await asOperator('admit-challenger', { challenger: key.publicKey, ...vienna });
    await (await arrive(here)).told('admitted');
    await (await arrive(elsewhere, sydney)).told('candidate');
    const wrong = await asOperator('admit-challenger', { challenger: idOf(elsewhere), ...vienna });
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('pinned') } } });
    expect((await asOperator('admit-challenger', { challenger: idOf(here), latitude: 1 })).status).toBe(400);
  });

  test('who is set aside stays so when it comes again', async () => {
    const key = ethereumKey();
    await arrive(key);
    await asOperator('admit-challenger', { challenger: idOf(key) });
    await asOperator('admit-challenger', { challenger: idOf(key), status: 'set_aside', reason: 'sold' });
    await (await arrive(key)).told('set_aside');
    await (await arrive(key, sydney)).told('set_aside');
    expect(await eligibleAt(later())).not.toContain(idOf(key));
  });

  test('the mesh sets admitted ones aside and admits them again; candidates and operators’ decisions it leaves', async () => {
    const { admissions } = service.context.agents;
    const [admitted, candidate, banned] = [ethereumKey(), ethereumKey(), ethereumKey()];
    for (const key of [admitted, candidate, banned]) await arrive(key);
    await asOperator('admit-challenger', { challenger: idOf(admitted) });
    await asOperator('admit-challenger', { challenger: idOf(banned), status: 'set_aside' });
    const doubts = [admitted, candidate, banned].map((key) => ({ id: idOf(key), reason: 'faster than light' }));
    const statuses = async () =>
      Promise.all([admitted, candidate, banned].map(async (key) => (await admissionOf(key)).status));
    await admissions?.setAside('pol', doubts);
    expect(await statuses()).toEqual(['set_aside', 'candidate', 'set_aside']);
    await admissions?.setAside('pol', doubts);
    await admissions?.setAside('pol', []);
    expect(await statuses()).toEqual(['admitted', 'candidate', 'set_aside']);
    expect((await logged(admitted)).map((it) => it.status)).toEqual(['admitted', 'set_aside', 'admitted']);
  });

  test('the mesh learns from admitted ones, looks at whom it set aside, and knows no candidates', async () => {
    const keys = [ethereumKey(), ethereumKey(), ethereumKey(), ethereumKey()] as const;
    const [admitted, doubted, banned] = keys;
    for (const key of keys) await arrive(key);
    for (const key of [admitted, doubted, banned]) await asOperator('admit-challenger', { challenger: idOf(key) });
    await service.context.agents.admissions?.setAside('pol', [{ id: idOf(doubted), reason: 'faster than light' }]);
    await asOperator('admit-challenger', { challenger: idOf(banned), status: 'set_aside' });
    skewMs += 1_001;
    const landmarks = new Map(
      (await service.context.agents.landmarks('pol')).map((it) => [it.id, it.isAdmitted] as const),
    );
    expect(keys.map((key) => landmarks.get(idOf(key)))).toEqual([true, false, undefined, undefined]);
  });

  test('the file admits who is there and who comes, and takes it back when a line is gone', async () => {
    const [here, coming] = [ethereumKey(), ethereumKey()];
    const agent = await arrive(here);
    const write = async (text: string, age: number) => {
      await writeFile(file, text);
      await utimes(file, age, age);
    };
    await write(`# ours\n${here.publicKey} in our rack\n\n${coming.publicKey}\n`, 1);
    await vi.waitFor(async () => expect(await admissionOf(here)).toMatchObject({ status: 'admitted', by: 'file' }), {
      timeout: 120_000,
    });
    await agent.told('admitted');
    expect((await admissionOf(here)).reason).toBe('in our rack');
    await (await arrive(coming)).told('admitted');
    await write(`${coming.publicKey}\n`, 2);
    await vi.waitFor(async () => expect((await admissionOf(here)).status).toBe('candidate'), { timeout: 120_000 });
    expect((await admissionOf(coming)).status).toBe('admitted');
  }, 240_000);
});
