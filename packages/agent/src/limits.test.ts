import { pob } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { defaultLimits, keepLimits } from './limits.ts';

const hour = 3_600_000;
const cost = { mbps: 10, bytes: 10 };
const open = (limits: object, at = { now: 0 }) => ({
  at,
  limits: keepLimits({ ...defaultLimits, ...limits }, () => at.now),
});

test('what is asked above the claim is not booked: free requests for 2,000 Mbit/s do not end the day of a slow prover', () => {
  const ask = { direction: 'down', bandwidthMbps: 2_000 } as never;
  expect(pob.cost(ask, { downlink_bandwidth: '8' })).toEqual(
    pob.cost({ direction: 'down', bandwidthMbps: 8 } as never, { downlink_bandwidth: '100' }),
  );
  expect(pob.cost(ask, {}).mbps).toBe(0);
});

test('what was booked is corrected to what was carried, and forgotten after a day', () => {
  const { limits, at } = open({ bytesPerDay: 30 });
  const first = limits.reserve(0, cost);
  limits.reserve(0, cost);
  limits.reserve(0, cost);
  expect(limits.reserve(0, cost)).toBe('this agent has carried its bytes for today');
  if (typeof first === 'string') return expect.fail(first);
  first.correct(1);
  expect(limits.carried()).toMatchObject({ bytes: 21, bytesPerDay: 30 });
  expect(limits.reserve(0, { mbps: 1, bytes: 9 })).toMatchObject({});
  at.now = 24 * hour + 1;
  expect(limits.carried()).toEqual({ bytes: 0, bytesPerDay: 30, payers: [] });
});

test('one payer uses a quarter of the day, and its agent sees who used what', () => {
  const { limits } = open({ bytesPerDay: 100 });
  for (let i = 0; i < 2; i++) expect(typeof limits.reserve(0, cost, '0xa')).toBe('object');
  expect(limits.reserve(0, cost, '0xa')).toBe("this agent has carried this payer's part of today's bytes");
  expect(typeof limits.reserve(0, cost, '0xb')).toBe('object');
  expect(typeof limits.reserve(0, cost)).toBe('object');
  expect(limits.carried().payers[0]).toEqual({ payer: '0xa', bytes: 20 });
});

test('it takes so many tasks in any 24 hours, also where they carry nothing', () => {
  const at = { now: 0 };
  const limits = keepLimits(defaultLimits, () => at.now, 3);
  const take = () => {
    const reserved = limits.reserve(0, cost);
    if (typeof reserved === 'object') reserved.correct(0);
    return typeof reserved;
  };
  expect([take(), take(), take(), take()]).toEqual(['object', 'object', 'object', 'string']);
  expect(limits.notNow(0, cost)).toBe('this agent has taken its tasks for today');
  at.now = 24 * hour + 1;
  expect(take()).toBe('object');
});

test('bytes of a task are whole: what was booked in fractions leaves nothing behind', () => {
  const { limits, at } = open({});
  for (let i = 0; i < 10; i++) limits.reserve(0, { mbps: 1, bytes: 0.1 + i }, '0xa');
  expect(limits.carried().bytes).toBe(55);
  at.now = 24 * hour + 1;
  expect(limits.carried()).toMatchObject({ bytes: 0, payers: [] });
});

test('a day of 5 tasks a second makes no task and no status dearer: bytes are read as often as at its beginning', () => {
  const { limits, at } = open({});
  let reads = 0;
  // It counts how often anybody calculates with it.
  const read = () => {
    reads += 1;
    return 16_384;
  };
  const bytes = { valueOf: read } as unknown as number;
  const readsOf = (tasks: number): number => {
    for (let i = 0; i < tasks - 1; i++) {
      at.now += 200;
      limits.reserve(0, { mbps: 0, bytes }, `0x${i % 7}`);
    }
    reads = 0;
    limits.reserve(0, { mbps: 0, bytes }, '0xa');
    limits.carried();
    limits.carried();
    return reads;
  };
  readsOf(1);
  const first = readsOf(1);
  expect([readsOf(100), readsOf(1_000), readsOf(4_000)]).toEqual([first, first, first]);
});

test.each([
  { hours: [8, 18], inside: [8, 17], outside: [7, 18, 0] },
  { hours: [22, 6], inside: [22, 23, 0, 5], outside: [6, 21] },
  { hours: [8, 24], inside: [8, 23], outside: [0, 7] },
])('it is measured in its hours $hours alone', ({ hours, inside, outside }) => {
  const { limits, at } = open({ hours });
  const says = (it: number) => {
    at.now = 5 * 24 * hour + it * hour + 1;
    return limits.notNow(0, cost);
  };
  for (const it of inside) expect(says(it)).toBeUndefined();
  for (const it of outside) expect(says(it)).toContain("o'clock UTC");
});
