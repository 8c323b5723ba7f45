import type { Cost } from '@trigpoint/proofs';
import { plainKey } from '@trigpoint/protocol';
import { keepBookings } from './bookings.ts';

/** The most that this agent does, whatever it is asked. Its owner sets these limits, not the service. */
export interface Limits {
  /** Measurements at a time. */
  readonly concurrent: number;
  /** The fastest rate that one measurement may be about. */
  readonly mbps: number;
  /** What all measurements of any 24 hours may carry. */
  readonly bytesPerDay: number;
  /** The part of `bytesPerDay` that one payer may use. */
  readonly payerShare: number;
  /** The hours of the day, UTC, in which it is measured: from the first to before the second. Undefined for all. */
  readonly hours: readonly [from: number, until: number] | undefined;
  /** The keys of the payers for whom a prover is measured. Undefined for all. */
  readonly payers: readonly string[] | undefined;
}

export const defaultLimits: Limits = {
  concurrent: 32,
  mbps: 1_000,
  bytesPerDay: 100e9,
  payerShare: 0.25,
  hours: undefined,
  payers: undefined,
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How many payers an agent's status shows. */
const PAYERS_SHOWN = 5;
/**
 * The most tasks in 24 hours. Each is remembered for that long. Otherwise a service that cancels tasks at once could send any
 * number of them.
 */
const TASKS_PER_DAY = 1_000_000;

/** What was carried in the last 24 hours. */
export interface Carried {
  readonly bytes: number;
  readonly bytesPerDay: number;
  /** For whom, the most first. `payer` is empty for measurements that no payer asked for, such as those of the mesh. */
  readonly payers: readonly { readonly payer: string; readonly bytes: number }[];
}

/** Counts what tasks carry: at first what is expected, at the end what they really carried. */
export function keepLimits(limits: Limits, now: () => number, tasksPerDay = TASKS_PER_DAY) {
  const bookings = keepBookings(now);
  const isOpen = (): boolean => {
    if (!limits.hours) return true;
    const [from, until] = limits.hours;
    const hour = Math.floor((now() % DAY_MS) / HOUR_MS);
    return from < until ? hour >= from && hour < until : hour >= from || hour < until;
  };
  /** Why such a measurement is never taken. Undefined if it may be. */
  const never = ({ mbps, bytes }: Cost): string | undefined => {
    if (mbps > limits.mbps) return `asks for ${mbps} Mbit/s, and ${limits.mbps} is this agent's limit`;
    return bytes > limits.bytesPerDay ? 'asks for more bytes than this agent carries in a day' : undefined;
  };
  /** Why a prover never consents to a request of this payer. Undefined if it may. */
  const notFor = (payer = ''): string | undefined =>
    limits.payers && !limits.payers.some((it) => plainKey(it) === plainKey(payer))
      ? 'is measured only for payers that its owner has named'
      : undefined;
  /** Why a measurement is not taken now. Undefined if it is. */
  const notNow = (running: number, { bytes }: Cost, payer = ''): string | undefined => {
    if (running >= limits.concurrent) return `busy with ${running} measurements`;
    if (!isOpen()) return `this agent is measured from ${limits.hours?.join(' to ')} o'clock UTC`;
    if (bookings.count() >= tasksPerDay) return 'this agent has taken its tasks for today';
    if (bookings.total() + bytes > limits.bytesPerDay) return 'this agent has carried its bytes for today';
    const used = bookings.totalOf(payer);
    // The first measurement for a payer is always taken, even if it is more than the payer's part of a small limit.
    if (payer !== '' && used > 0 && used + bytes > limits.bytesPerDay * limits.payerShare)
      return "this agent has carried this payer's part of today's bytes";
    return undefined;
  };
  return {
    never,
    notFor,
    notNow,
    /**
     * Counts a task in, or returns the reason why it is not taken. `correct` later corrects the count to what the task really
     * carried.
     */
    reserve(running: number, cost: Cost, payer = ''): { correct(bytes: number): void } | string {
      const reason = never(cost) ?? notNow(running, cost, payer);
      if (reason !== undefined) return reason;
      const booking = bookings.book(payer, Math.ceil(cost.bytes));
      return { correct: (bytes) => booking.correct(Math.ceil(bytes)) };
    },
    carried(): Carried {
      return { bytes: bookings.total(), bytesPerDay: limits.bytesPerDay, payers: bookings.mostOf(PAYERS_SHOWN) };
    },
  };
}
