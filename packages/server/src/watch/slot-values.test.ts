import { SeedChain, toHex } from '@trigpoint/log';
import { afterEach, expect, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ChainThread } from '../log/chain-thread.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { SlotValues } from './slot-values.ts';
import { watchTerms } from './testing-watches.ts';

const hour = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

eachDriver('adding and editing a watch', ({ empty }) => {
  test('leaves the hashes of its times to a thread', async () => {
    const service = await startTestService(await empty());
    const made = vi.spyOn(SeedChain, 'make');
    const opened = vi.spyOn(SeedChain, 'open');
    const owner = { cookie: await logIn(service, ethereumKey()) };
    await proverWasHere(service.context.db, `0x${'12'.repeat(20)}`);
    const call = (name: string, body: object) => post(service, `/proof/v1/pol/${name}`, body, owner);
    const terms = watchTerms(`0x${'12'.repeat(20)}`, { everyHours: 1, hours: 7_999, parameters: { zone: 'EU' } });
    const { watch } = (await call('watch-add', terms)).body.result.watch;
    expect((await call('watch-change', { watch, action: 'edit', every_seconds: 7_200 })).status).toBe(200);
    for (const length of [7_999, 3_999]) expect(opened).toHaveBeenCalledWith(expect.anything(), length);
    expect(made).not.toHaveBeenCalled();
    await service.close();
  });
});

test('a thread makes the chain that the event loop would', async () => {
  const thread = new ChainThread();
  const secret = new Uint8Array(32).fill(5);
  const made = await thread.make(secret, 1_000);
  const again = SeedChain.make(secret, 1_000);
  for (const index of [0, 1, 499, 1_000]) expect(toHex(made.value(index))).toBe(toHex(again.value(index)));
  await thread.close();
});

test('a change that was given up leaves nothing to the next one of its number', async () => {
  const secret = new Uint8Array(32).fill(5);
  const log = { valuesFor: async (_: string, length: number) => SeedChain.make(secret, length) };
  const values = new SlotValues(log);
  const edition = (everyMs: number) =>
    ({ watchId: 'w', seq: 1, change: 'edited', first: 3, beginsAt: 0, everyMs, until: 100 * hour }) as never;
  expect((await values.of(edition(hour))).length).toBe(100);
  expect(values.madeFor(edition(2 * hour))).toBeUndefined();
  expect((await values.of(edition(2 * hour))).length).toBe(50);
});
