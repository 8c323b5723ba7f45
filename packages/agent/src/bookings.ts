import { keepRanking } from './rankings.ts';

const DAY_MS = 86_400_000;

interface Booking {
  readonly at: number;
  /** Bookings are numbered as they are made. */
  readonly number: number;
  readonly payer: Payer;
  bytes: number;
  isCounted: boolean;
  next: Booking | undefined;
  nextOfPayer: Booking | undefined;
}

interface Payer {
  readonly name: string;
  bytes: number;
  oldest: Booking | undefined;
  newest: Booking | undefined;
  place: number;
}

/**
 * What was booked in the last 24 hours, in all and for each payer. An agent books several times a second, and asks for the totals still
 * more often, while it measures round trips. So each booking changes the totals, and they are never summed up again.
 */
export function keepBookings(now: () => number) {
  let oldest: Booking | undefined;
  let newest: Booking | undefined;
  let [made, count, total] = [0, 0, 0];
  const payers = new Map<string, Payer>();
  const ranking = keepRanking<Payer>((a, b) =>
    a.bytes === b.bytes ? (a.oldest?.number ?? 0) < (b.oldest?.number ?? 0) : a.bytes > b.bytes,
  );

  const expire = (): void => {
    while (oldest && oldest.at < now() - DAY_MS) {
      const { payer, bytes } = oldest;
      oldest.isCounted = false;
      count -= 1;
      total -= bytes;
      payer.bytes -= bytes;
      payer.oldest = oldest.nextOfPayer;
      if (payer.oldest) ranking.moved(payer);
      else {
        ranking.remove(payer);
        payers.delete(payer.name);
      }
      oldest = oldest.next;
    }
    if (!oldest) newest = undefined;
  };

  const correct = (booking: Booking, bytes: number): void => {
    if (!booking.isCounted) return;
    total += bytes - booking.bytes;
    booking.payer.bytes += bytes - booking.bytes;
    booking.bytes = bytes;
    ranking.moved(booking.payer);
  };

  return {
    /**
     * Books bytes for a payer. `correct` later corrects them to what was really carried. Bytes are whole numbers, because totals of
     * fractions would drift.
     */
    book(name: string, bytes: number): { correct(bytes: number): void } {
      expire();
      const known = payers.get(name);
      const payer = known ?? { name, bytes: 0, oldest: undefined, newest: undefined, place: 0 };
      made += 1;
      count += 1;
      total += bytes;
      payer.bytes += bytes;
      const links = { next: undefined, nextOfPayer: undefined };
      const booking: Booking = { at: now(), number: made, payer, bytes, isCounted: true, ...links };
      if (newest) newest.next = booking;
      else oldest = booking;
      newest = booking;
      if (payer.newest) payer.newest.nextOfPayer = booking;
      else payer.oldest = booking;
      payer.newest = booking;
      if (known) ranking.moved(payer);
      else {
        payers.set(name, payer);
        ranking.add(payer);
      }
      return { correct: (carried) => correct(booking, carried) };
    },
    count(): number {
      expire();
      return count;
    },
    total(): number {
      expire();
      return total;
    },
    totalOf(payer: string): number {
      expire();
      return payers.get(payer)?.bytes ?? 0;
    },
    /** The payers with the most bytes. Of two with equal bytes, the one with the older booking comes first. */
    mostOf(most: number): readonly { readonly payer: string; readonly bytes: number }[] {
      expire();
      return ranking.first(most).map(({ name, bytes }) => ({ payer: name, bytes }));
    },
  };
}
