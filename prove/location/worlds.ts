import { type PolAsk, pol } from '@trigpoint/proofs';
import type { Place } from '@trigpoint/proofs/pol';
import type { Random } from '../proof.ts';

/** A prover, its claim, and what each challenger says. */
export interface World {
  readonly claim: Place;
  readonly truth: Place;
  readonly challengers: readonly { readonly place: Place; readonly rttMs: number; readonly honest: boolean }[];
}

/** Every square kilometre of the Earth is as likely as the next. */
export const anywhere = (random: Random): Place => ({
  latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
  longitude: 360 * random() - 180,
});

interface Detail {
  readonly bounds_km: readonly number[];
  readonly possible_liars: number;
  readonly challengers: readonly { readonly id: string; readonly excludes: boolean }[];
}

const address = `0x${'00'.repeat(20)}` as const;
const text = (value: number): string => value.toFixed(9);

/** The verdict as the service would give it: through the proof type's own door, on series as challengers sign them. */
export function judgeWorld({ claim, challengers }: World) {
  const ask: PolAsk = {
    proverRegistry: address,
    prover: address,
    isIPv6: false,
    challengers: challengers.length,
    tolerance: 0,
    ...claim,
  };
  const { verified, reason, detail } = pol.judge({
    ask,
    claims: { latitude: text(claim.latitude), longitude: text(claim.longitude) },
    asked: challengers.length,
    settings: {},
    readings: challengers.map(({ place, rttMs }, i) => ({
      challenger: {
        id: String(i),
        claims: { latitude: text(place.latitude), longitude: text(place.longitude) },
        owner: String(i),
        network: String(i),
      },
      series: {
        rtts_us: [rttMs * 1000 + 40, rttMs * 1000],
        starved: [],
        lost: 0,
        transcript: '',
        prover_counter_signature: '',
      },
    })),
  });
  const { bounds_km, possible_liars, challengers: seen } = detail as Detail;
  return {
    verified,
    reason,
    boundsKm: bounds_km,
    liars: possible_liars,
    excludingHonest: seen.filter((it) => it.excludes && challengers[Number(it.id)]?.honest).length,
  };
}
