import { numbersOf } from '@trigpoint/proofs/testing-numbers';
import { expect, test } from 'vitest';
import { keepBookings } from './bookings.ts';

const dayMs = 86_400_000;

/** The same by summing up everything each time. */
function plainBookings(now: () => number) {
  const booked: { readonly at: number; readonly payer: string; bytes: number }[] = [];
  const recent = () => {
    while (booked[0] && booked[0].at < now() - dayMs) booked.shift();
    return booked;
  };
  const sum = (those: readonly { readonly bytes: number }[]) => those.reduce((total, { bytes }) => total + bytes, 0);
  return {
    book(payer: string, bytes: number) {
      const one = { at: now(), payer, bytes };
      booked.push(one);
      return {
        correct(carried: number) {
          one.bytes = carried;
        },
      };
    },
    count: () => recent().length,
    total: () => sum(recent()),
    totalOf: (payer: string) => sum(recent().filter((it) => it.payer === payer)),
    mostOf(most: number) {
      const byPayer = new Map<string, number>();
      for (const { payer, bytes } of recent()) byPayer.set(payer, (byPayer.get(payer) ?? 0) + bytes);
      const all = [...byPayer].map(([payer, bytes]) => ({ payer, bytes }));
      return all.sort((a, b) => b.bytes - a.bytes).slice(0, most);
    },
  };
}

test('totals are those of the plain sum, whatever is booked, corrected and over, and when', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = numbersOf(seed);
    const whole = (below: number) => Math.floor(random() * below);
    const at = { now: 1e12 };
    const both = [keepBookings(() => at.now), plainBookings(() => at.now)] as const;
    const open: { correct(bytes: number): void }[][] = [];
    for (let step = 0; step < 400; step++) {
      // Some pauses are longer than a day, and clocks are set back.
      const pause = random();
      at.now += pause < 0.02 ? whole(2 * dayMs) : pause < 0.04 ? -whole(dayMs / 4) : whole(dayMs / 40);
      if (random() < 0.7) {
        const [payer, bytes] = [whole(4) === 0 ? '' : `0x${whole(12)}`, whole(5) * 1_000];
        open.push(both.map((it) => it.book(payer, bytes)));
      }
      // Some are corrected twice, and some after they were forgotten.
      if (random() < 0.6) {
        const bytes = whole(4_000);
        for (const one of open[whole(open.length)] ?? []) one.correct(bytes);
      }
      const [kept, plain] = both.map((it) => ({
        count: it.count(),
        total: it.total(),
        most: it.mostOf(5),
        each: ['', '0x0', '0x1', '0x11'].map(it.totalOf),
      }));
      expect(kept, `seed ${seed}, step ${step}`).toEqual(plain);
    }
  }
});

test('no operation calculates with more bookings than its own and those that are over', () => {
  const at = { now: 0 };
  const bookings = keepBookings(() => at.now);
  let [reads, most] = [0, 0];
  // It counts how often anybody calculates with it.
  const read = () => {
    reads += 1;
    return 1;
  };
  const bytes = { valueOf: read } as unknown as number;
  const count = (operation: () => void) => {
    reads = 0;
    operation();
    most = Math.max(most, reads);
  };
  for (let i = 0; i < 20_000; i++) {
    at.now += dayMs / 10_000;
    let booking: ReturnType<typeof bookings.book> | undefined;
    count(() => {
      booking = bookings.book(`0x${i % 100}`, bytes);
    });
    count(() => bookings.total() + bookings.totalOf('0x1') + bookings.count());
    count(() => bookings.mostOf(5));
    if (i % 2 === 0) count(() => booking?.correct(bytes));
  }
  expect(bookings.count()).toBe(10_001);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(8);
});
