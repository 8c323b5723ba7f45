import type { Cost } from '@trigpoint/proofs';
import { keepBookings } from './bookings.ts';

/** What this agent will do at most, whatever it is asked: its owner's word, not the service's. */
export interface Limits {
  /** Measurements at a time. */
  readonly concurrent: number;
  /** The fastest it will send or take in one measurement. */
  readonly mbps: number;
  /** What all measurements of any 24 hours may carry. */
  readonly bytesPerDay: number;
  /** The part of it that one payer may use. */
  readonly payerShare: number;
  /** The hours of the day, UTC, in which it is measured: from the first to before the second. Undefined for all. */
  readonly hours: readonly [from: number, until: number] | undefined;
}

export const defaultLimits: Limits = {
  concurrent: 32,
  mbps: 1_000,
  bytesPerDay: 100e9,
  payerShare: 0.25,
  hours: undefined,
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Payers that are told apart in what an agent shows. */
const PAYERS_SHOWN = 5;
/** Each task is remembered for 24 hours. A service that cancels its tasks at once could have any number of them carry nothing. */
const TASKS_PER_DAY = 1_000_000;

/** What was carried in the last 24 hours. */
export interface Carried {
  readonly bytes: number;
  readonly bytesPerDay: number;
  /** For whom, the most first. Empty for measurements that no payer asked for, such as the mesh. */
  readonly payers: readonly { readonly payer: string; readonly bytes: number }[];
}

/** Counts what tasks carry: first what they may carry, then what they did. */
export function keepLimits(limits: Limits, now: () => number, tasksPerDay = TASKS_PER_DAY) {
  const bookings = keepBookings(now);
  const isOpen = (): boolean => {
    if (!limits.hours) return true;
    const [from, until] = limits.hours;
    const hour = Math.floor((now() % DAY_MS) / HOUR_MS);
    return from < until ? hour >= from && hour < until : hour >= from || hour < until;
  };
  /** Why such a measurement is never taken. */
  const never = ({ mbps, bytes }: Cost): string | undefined => {
    if (mbps > limits.mbps) return `asks for ${mbps} Mbit/s, and ${limits.mbps} is this agent's limit`;
    return bytes > limits.bytesPerDay ? 'asks for more bytes than this agent carries in a day' : undefined;
  };
  /** Why it is not taken now. */
  const notNow = (running: number, { bytes }: Cost, payer = ''): string | undefined => {
    if (running >= limits.concurrent) return `busy with ${running} measurements`;
    if (!isOpen()) return `this agent is measured from ${limits.hours?.join(' to ')} o'clock UTC`;
    if (bookings.count() >= tasksPerDay) return 'this agent has taken its tasks for today';
    if (bookings.total() + bytes > limits.bytesPerDay) return 'this agent has carried its bytes for today';
    const his = bookings.totalOf(payer);
    // Whoever asks for the first time is measured, however small the day is.
    if (payer !== '' && his > 0 && his + bytes > limits.bytesPerDay * limits.payerShare)
      return "this agent has carried this payer's part of today's bytes";
    return undefined;
  };
  return {
    never,
    notNow,
    /** Counts a task in, or returns the reason why it is too much. `settle` says later what it really carried. */
    reserve(running: number, cost: Cost, payer = ''): { settle(bytes: number): void } | string {
      const reason = never(cost) ?? notNow(running, cost, payer);
      if (reason !== undefined) return reason;
      const booking = bookings.book(payer, Math.ceil(cost.bytes));
      return { settle: (bytes) => booking.settle(Math.ceil(bytes)) };
    },
    carried(): Carried {
      return { bytes: bookings.total(), bytesPerDay: limits.bytesPerDay, payers: bookings.mostOf(PAYERS_SHOWN) };
    },
  };
}
