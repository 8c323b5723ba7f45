import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { Streamed } from '../http/handler.ts';
import { testReply } from '../http/testing-replies.ts';
import type { Service } from '../main.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { iso } from '../times.ts';
import { keepSlots, watchTerms } from './testing-watches.ts';

const hour = 3_600_000;
const slotCount = 640;
const prover = `0x${'12'.repeat(20)}`;
const path = '/proof/v1/pol/watch-certificate';

eachDriver('what certificates cost the service', ({ empty }) => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService(await empty());
    await proverWasHere(service.context.db, prover);
  });
  afterAll(() => service.close());
  afterEach(() => void vi.restoreAllMocks());

  /** Somebody with a watch of many slots that the log has nothing of, so that all is gathered, and no certificate comes of it. */
  const payer = async () => {
    const cookie = await logIn(service, ethereumKey());
    const terms = watchTerms(prover, { everyHours: 1, hours: slotCount });
    const { watch } = (await post(service, '/proof/v1/pol/watch-add', terms, { cookie })).body.result.watch;
    const from = Date.parse(terms.from);
    const slots = Array.from({ length: slotCount }, (_, number) => ({ beginsAt: from + number * hour }));
    await keepSlots(service.context.db, watch, slots);
    const ask = (body: object = {}) => post(service, path, { watch, ...body }, { cookie });
    return { cookie, watch: watch as string, ask };
  };

  /** Looks at how many parts are gathered, and how many at the same time. */
  const gathering = (onPart: (parts: number) => void = () => {}) => {
    const { publicLog } = service.context;
    const entriesOf = publicLog.entriesOf.bind(publicLog);
    const seen = { parts: 0, now: 0, most: 0 };
    vi.spyOn(publicLog, 'entriesOf').mockImplementation(async (ids) => {
      seen.most = Math.max(seen.most, ++seen.now);
      onPart(++seen.parts);
      const found = await entriesOf(ids);
      seen.now--;
      return found;
    });
    return seen;
  };

  test('whatever is refused has its status', async () => {
    const { ask } = await payer();
    const codes = async (body: object) => {
      const answer = await ask(body);
      return [answer.status, answer.body.error.code];
    };
    expect(await codes({})).toEqual([409, 'certificate_unready']);
    expect(await codes({ watch: 'f'.repeat(20) })).toEqual([404, 'watch_not_found']);
    expect(await codes({ from: 'soon' })).toEqual([400, 'invalid_field']);
    expect(await codes({ from: iso(2 * hour), to: iso(hour) })).toEqual([400, 'invalid_field']);
    expect(await codes({ to: iso(Date.now() + 2 * slotCount * hour) })).toEqual([409, 'certificate_unready']);
  });

  test('nothing is gathered before its turn, and one part at a time, however many keys ask', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, payer));
    const seen = gathering();
    const found = vi.spyOn(service.context.watches, 'find');
    let release = () => {};
    const held = async function* () {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield '';
    };
    const reader = { caller: 'somebody else', network: '192.0.2.0/24', reply: testReply() };
    const holding = (await service.context.longAnswers.begin(reader, new Streamed(held()))).next();
    const asked = payers.flatMap(({ ask }) => [ask(), ask(), ask()]);
    await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(asked.length));
    // Whatever followed at once has begun when another request was answered.
    await post(service, '/proof/v1/pol/watch-list', {}, { cookie: payers[0]?.cookie as string });
    expect(seen.parts).toBe(0);
    release();
    await holding;
    reader.reply.destroy();
    for (const { status } of await Promise.all(asked)) expect(status).toBe(409);
    expect(seen.most).toBe(1);
    expect(seen.parts).toBeGreaterThan(asked.length);
  });

  test('nothing more is gathered for who has gone', async () => {
    const { ask, cookie, watch } = await payer();
    let whole = 0;
    let leave = () => {};
    const seen = gathering((parts) => whole > 0 && parts === whole + 2 && leave());
    expect((await ask()).status).toBe(409);
    whole = seen.parts;
    const headers = { 'content-type': 'application/json', cookie };
    const asked = request(`${service.url}${path}`, { method: 'POST', headers });
    leave = () => void asked.destroy();
    const left = new Promise((resolve) => asked.on('error', () => {}).on('close', resolve));
    asked.end(JSON.stringify({ watch }));
    await left;
    expect((await ask()).status).toBe(409);
    expect(whole).toBeGreaterThan(8);
    // The first and the last were gathered to their ends.
    expect(seen.parts - 2 * whole).toBeLessThan(6);
  });
});
