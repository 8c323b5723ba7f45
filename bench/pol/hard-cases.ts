import { type Mesh, meshOf } from '@trigpoint/proofs/pol';
import { acceptedShare, type Checked, check, ownScore, verdictShare } from './claims.ts';
import { Ours } from './ours.ts';
import { seeded } from './random.ts';
import { errorOf, medianAndP90, met, percent, print, type Setting } from './setting.ts';

/** Attacks and accidents beyond the table. The first figure is by the score alone, with a limit that 90 % of honest claims pass. */
export function tryHardCases(setting: Setting): void {
  print('\nHard cases: accepted by the score alone; then the verdict');
  const honest = check(setting, { share: 0, shiftKm: 0 });
  const before = (list: readonly Checked[]) => percent(acceptedShare(setting, honest, list, ownScore), 0);

  for (const shiftKm of [500, 1000, 2000]) {
    const padded = check(setting, { share: 0, shiftKm, padding: true });
    const narrow = padded.filter(({ it, examination }) => {
      const radiusKm = Math.floor((examination.boundsKm[0] as number) - 1);
      return setting.ours.verdict(examination, it, radiusKm) === 'true';
    }).length;
    print(
      `prover pads its delays, ${shiftKm} km: before ${before(padded)} %; verified for a radius below its R*: ${narrow} cases ${met(narrow === 0)}, for 1,000 km ${percent(verdictShare(padded, 'true'))} %`,
    );
  }
  for (const lastMileMs of [5, 15]) {
    const cases = check(setting, { share: 0, shiftKm: 0, lastMileMs });
    const [accepted, open, refuted] = (['true', 'inconclusive', 'false'] as const).map((it) =>
      percent(verdictShare(cases, it), 0),
    );
    print(
      `honest, last mile +${lastMileMs} ms: before ${before(cases)} %; accepted ${accepted} %, inconclusive ${open} %, refuted ${refuted} % (2) ${met(verdictShare(cases, 'false') <= 0.02)}`,
    );
  }
  for (const attack of ['collude', 'clustered', 'informed', 'tight'] as const) {
    const cases = check(setting, { share: 0.33, shiftKm: 2000, attack });
    const far = cases.filter(({ away }) => away >= 2_000);
    const fooled = (list: readonly Checked[]) => list.filter(({ verdict }) => verdict === 'true').length;
    print(
      `a third of liars, ${attack}, 2,000 km: before ${before(cases)} %; verified ${fooled(cases)} of ${cases.length}, of those at or beyond 2,000 km ${fooled(far)} of ${far.length}`,
    );
  }
  const corrupt = new Ours(corrupted(setting.mesh));
  const spoilt = check(setting, { share: 0, shiftKm: 0 }, corrupt);
  const errors = (list: readonly Checked[]) =>
    medianAndP90(list.map(({ examination, it }) => errorOf(setting, examination.estimate?.place, it)));
  print(
    `mesh with 10 % corrupted rows: ${corrupt.calibration.set_aside.length} nodes set aside; 20 challengers ${errors(honest)} km with a sound mesh, ${errors(spoilt)} with this one; verified ${percent(verdictShare(honest, 'true'), 0)} % and ${percent(verdictShare(spoilt, 'true'), 0)} %, refuted ${percent(verdictShare(honest, 'false'))} % and ${percent(verdictShare(spoilt, 'false'))} %`,
  );
}

/** Every tenth node's row multiplied by a factor of its own, half of them too fast. */
function corrupted({ nodes, rttMs }: Mesh): Mesh {
  const random = seeded(99);
  const n = nodes.length;
  const factors = nodes.map((_, i) =>
    i % 10 === 0 ? Math.exp((random() < 0.5 ? -1 : 1) * random.between(0.7, 2)) : 1,
  );
  const rows = nodes.flatMap((from, i) =>
    nodes.flatMap((to, j) => {
      const rtt = rttMs[i * n + j] as number;
      return Number.isNaN(rtt) ? [] : [{ from: from.id, to: to.id, rttMs: rtt * (factors[i] as number) }];
    }),
  );
  return meshOf(nodes, rows);
}
