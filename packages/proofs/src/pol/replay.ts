import { antipodeKm, type Place } from '../geo.ts';
import { calibrate } from './calibrate.ts';
import { meshFrom, type PolCalibration, scoreLimitAt, wideningOf } from './calibration.ts';
import { type City, readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { type DelayModel, fitDelays, refitWithout } from './delay-model.ts';
import { type Examination, examine } from './examination.ts';
import type { MeshNode, MeshRow } from './mesh.ts';
import { defaultAcceptableKm } from './profile.ts';
import { conclude } from './verdict.ts';

/** A measurement that was made elsewhere. Researchers and operators judge it again. */
export interface Scenario {
  readonly trial: number | string;
  readonly prover: string;
  readonly challengers: readonly {
    readonly id: string;
    readonly lat: number;
    readonly lon: number;
    readonly rtt_ms: number;
  }[];
  readonly claim?: { readonly lat: number; readonly lon: number; readonly radius_km?: number };
}

export interface Located {
  readonly trial: Scenario['trial'];
  readonly lat: number;
  readonly lon: number;
  /** Nine in ten honest provers are within this radius. */
  readonly radius_km: number;
}

export interface Checked {
  readonly trial: Scenario['trial'];
  /** As in a challenge's consolidated result: "true", "false" (refuted) or "inconclusive". */
  readonly verified: 'true' | 'false' | 'inconclusive';
  /** R* if as many challengers lied as the rule allows for, and R* if nobody lied. */
  readonly uncertainty_km: number;
  readonly uncertainty_km_if_none_lied: number;
  /** 0 is certain; the larger, the less the answers show that the prover is there. */
  readonly score: number;
  readonly reasons: readonly string[];
}

/**
 * Judges measurements again. For each prover the model is fitted without that prover, so that it knows nothing of the prover's own
 * measurements.
 */
export class Replay {
  readonly #cities: readonly City[];
  readonly #calibration: PolCalibration;
  readonly #model: DelayModel;
  readonly #doubted: ReadonlySet<string>;
  #last: { readonly prover: string; readonly map: DelayMap; readonly calibration: PolCalibration } | undefined;

  constructor(nodes: readonly MeshNode[], rows: Iterable<MeshRow>, cities: readonly City[] = readCities()) {
    this.#cities = cities;
    this.#calibration = calibrate(nodes, rows, cities);
    this.#doubted = new Set(this.#calibration.set_aside.map(({ id }) => id));
    this.#model = fitDelays(meshFrom(this.#calibration), cities);
  }

  /** Challengers whose own place is in doubt. Their measurements do not count. */
  get setAside(): PolCalibration['set_aside'] {
    return this.#calibration.set_aside;
  }

  locate(scenario: Scenario): Located {
    const [nearest] = [...scenario.challengers].sort((a, b) => a.rtt_ms - b.rtt_ms);
    if (!nearest) throw new Error(`Trial ${scenario.trial} has no challengers.`);
    const around: Place = { latitude: nearest.lat, longitude: nearest.lon };
    const { estimate, estimateRadiusKm } = this.#examine(scenario, around);
    const { latitude, longitude } = estimate?.place ?? around;
    return {
      trial: scenario.trial,
      lat: Number(latitude.toFixed(4)),
      lon: Number(longitude.toFixed(4)),
      // There is no estimate if no reliable challenger had an answer. The prover may then be anywhere.
      radius_km: Math.ceil(estimate ? estimateRadiusKm : antipodeKm),
    };
  }

  /** A radius can only narrow what may be called verified. It never widens what the service accepts. */
  check(scenario: Scenario): Checked {
    const { claim } = scenario;
    if (!claim) throw new Error(`Trial ${scenario.trial} has no claim.`);
    const place: Place = { latitude: claim.lat, longitude: claim.lon };
    const examination = this.#examine(scenario, place);
    const { verified, reason } = conclude(
      examination,
      place,
      {
        acceptableKm: Math.min(claim.radius_km ?? defaultAcceptableKm, defaultAcceptableKm),
        score: scoreLimitAt(place, this.#without(scenario.prover).calibration),
        needed: 1,
      },
      { cities: this.#cities },
    );
    const [ifNone = antipodeKm] = examination.boundsKm;
    return {
      trial: scenario.trial,
      verified,
      uncertainty_km: Math.ceil(examination.boundsKm.at(-1) ?? antipodeKm),
      uncertainty_km_if_none_lied: Math.ceil(ifNone),
      score: Number(examination.score.toFixed(4)),
      reasons: [reason],
    };
  }

  #examine({ prover, challengers }: Scenario, claim: Place): Examination {
    const { map, calibration } = this.#without(prover);
    const sightings = challengers
      .filter(({ id, rtt_ms }) => rtt_ms > 0 && id !== prover && !this.#doubted.has(id))
      .map(({ id, lat, lon, rtt_ms }) => ({ id, place: { latitude: lat, longitude: lon }, rttMs: rtt_ms }));
    const asked = { near: challengers.length, lookouts: 0 };
    return examine(claim, sightings, map, { asked, widening: wideningOf(calibration) });
  }

  #without(prover: string): { readonly map: DelayMap; readonly calibration: PolCalibration } {
    if (this.#last?.prover === prover) return this.#last;
    const map = new DelayMap(refitWithout(this.#model, this.#cities, prover), this.#cities);
    const nodes = this.#calibration.nodes.filter(({ id }) => id !== prover);
    this.#last = { prover, map, calibration: { ...this.#calibration, nodes } };
    return this.#last;
  }
}
