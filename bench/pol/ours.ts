import type { Verdict } from '@trigpoint/proofs';
import {
  type City,
  calibrate,
  claimSlackKm,
  conclude,
  DelayMap,
  defaultAcceptableKm,
  type Examination,
  examine,
  fitDelays,
  type Mesh,
  type MeshNode,
  type MeshRow,
  meshFrom,
  type Place,
  type PolCalibration,
  readCities,
  type Seats,
  type Sighting,
  scoreLimitAt,
  wideningOf,
} from '@trigpoint/proofs/pol';
import type { Scenario } from './scenarios.ts';

/** Our method, calibrated on a mesh; each case is judged as if its prover had never measured nor been measured. */
export class Ours {
  readonly cities: readonly City[] = readCities();
  readonly calibration: PolCalibration;
  readonly map: DelayMap;
  readonly #doubted: ReadonlySet<string>;
  readonly #widening: number;
  /** The nodes of the scenarios. They are more than those of the mesh if some never took part in it. */
  readonly #nodes: readonly MeshNode[];
  #last: { readonly left: string; readonly map: DelayMap } | undefined;

  constructor(mesh: Mesh, nodes = mesh.nodes) {
    this.#nodes = nodes;
    this.calibration = calibrate(mesh.nodes, rowsOf(mesh), this.cities);
    this.map = new DelayMap(fitDelays(meshFrom(this.calibration), this.cities), this.cities);
    this.#doubted = new Set(this.calibration.set_aside.map(({ id }) => id));
    this.#widening = wideningOf(this.calibration);
  }

  examine({ prover, claimNode, claim, challengers, rttMs }: Scenario): Examination {
    const id = (i: number) => (this.#nodes[i] as MeshNode).id;
    const sightings = challengers.flatMap((c, i) =>
      this.#doubted.has(id(c)) ? [] : [{ id: id(c), place: this.#nodes[c] as MeshNode, rttMs: rttMs[i] as number }],
    );
    return examine(claim, sightings, this.#without(id(prover), id(claimNode)), {
      asked: { near: challengers.length, lookouts: 0 },
      widening: this.#widening,
    });
  }

  #without(...ids: readonly string[]): DelayMap {
    const left = ids.join();
    if (this.#last?.left !== left) this.#last = { left, map: this.map.forget(...ids) };
    return this.#last.map;
  }

  /** The verdict over near seats and lookouts as the service draws them. */
  verdictOver(prover: number, claim: Place, sightings: readonly Sighting[], asked: Seats): Verdict['verified'] {
    const used = sightings.filter((it) => !this.#doubted.has(it.id));
    const examination = examine(claim, used, this.#without((this.#nodes[prover] as MeshNode).id), {
      ...{ asked, slackKm: claimSlackKm, widening: this.#widening },
    });
    return this.verdict(examination, { claim, prover });
  }

  verdict(
    examination: Examination,
    { claim, prover }: Pick<Scenario, 'claim' | 'prover'>,
    radiusKm?: number,
  ): Verdict['verified'] {
    const nodes = this.calibration.nodes.filter(({ id }) => id !== this.#nodes[prover]?.id);
    const limits = {
      acceptableKm: radiusKm ?? defaultAcceptableKm,
      score: scoreLimitAt(claim, { ...this.calibration, nodes }),
      needed: 1,
    };
    return conclude(examination, claim, limits, this).verified;
  }
}

function* rowsOf({ nodes, rttMs }: Mesh): Generator<MeshRow> {
  const n = nodes.length;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      yield { from: (nodes[i] as MeshNode).id, to: (nodes[j] as MeshNode).id, rttMs: rttMs[i * n + j] as number };
}
