import type { ServiceInfo } from '@trigpoint/client';
import type { Ask, Profile } from '@trigpoint/proofs';
import { possibleLiars } from '@trigpoint/proofs/registry';
import { isFinal } from '@trigpoint/protocol';
import { exactPoints } from '../figures.ts';
import { type Agent, type Challenge, median } from '../network.ts';

/** What is known about an ask before anybody is drawn. */
export interface Expected {
  readonly challengers: number;
  /** All seats if enough challengers are connected, lookouts included. */
  readonly seats: number;
  /** How many of the challengers may lie. */
  readonly liars: number;
  /** POINTS at most; undefined where nothing is paid. */
  readonly price: string | undefined;
}

/**
 * How many challengers are asked at most if `ready` could be drawn, and how many of them are lookouts; undefined where they are
 * too few.
 */
export const drawnOf = (
  { challengers, seats }: Pick<Expected, 'challengers' | 'seats'>,
  ready: number,
): { readonly asked: number; readonly lookouts: number } | undefined => {
  const asked = Math.min(seats, ready);
  return asked < challengers ? undefined : { asked, lookouts: asked - challengers };
};

const millionths = 1_000_000n;

/** The price of all seats, exact to six decimals, as the ledger counts. */
const priceOf = (feePerSeat: string, seats: number): string | undefined => {
  const [whole = '0', part = ''] = feePerSeat.split('.');
  const each = BigInt(whole) * millionths + BigInt(part.padEnd(6, '0').slice(0, 6));
  const all = each * BigInt(seats);
  if (all === 0n) return undefined;
  return exactPoints(`${all / millionths}.${String(all % millionths).padStart(6, '0')}`);
};

/** What an ask comes to for each of these numbers of challengers, by the service's own rule about seats and with its settings. */
export const expectedOf = async (
  profile: Profile,
  info: `0x${string}`,
  counts: readonly number[],
  about: Pick<ServiceInfo, 'requests'>,
): Promise<readonly Expected[]> => {
  const [{ seatCount }, rules] = await Promise.all([import('@trigpoint/proofs'), profile.rules()]);
  const ask: Ask = profile.decode(info);
  return counts.map((challengers) => {
    const seats = seatCount(rules, { ...ask, challengers }, about.requests.settings[profile.id] ?? {});
    const liars = possibleLiars(challengers);
    return { challengers, seats, liars, price: priceOf(about.requests.fee_per_seat, seats) };
  });
};

const noKey = `0x${'0'.repeat(40)}` as const;

/** How many lookouts are asked at most besides so many challengers, by the same rule. */
export const lookoutsOf = async (
  profile: Profile,
  challengers: number,
  about: Pick<ServiceInfo, 'requests'>,
): Promise<number> => {
  const [{ seatCount }, rules] = await Promise.all([import('@trigpoint/proofs'), profile.rules()]);
  const ask: Ask = { proverRegistry: noKey, prover: noKey, isIPv6: false, challengers, tolerance: 0 };
  return seatCount(rules, ask, about.requests.settings[profile.id] ?? {}) - challengers;
};

/** Challengers that could be drawn now. */
export const drawable = (agents: readonly Agent[], proofType: string): readonly Agent[] =>
  agents.filter(
    (it) =>
      it.role === 'challenger' &&
      it.proofType === proofType &&
      it.online &&
      (it.admission?.status ?? 'admitted') === 'admitted',
  );

/** The median of how long the newest challenges of a type took; undefined before the first one. */
export const usualMs = (proofType: string, challenges: readonly Challenge[]): number | undefined =>
  median(
    challenges
      .filter((it) => it.proofType === proofType && isFinal(it.state) && it.verified !== '')
      .map((it) => Date.parse(it.challenge_end_time) - Date.parse(it.challenge_start_time)),
  );
