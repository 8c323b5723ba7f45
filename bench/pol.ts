/**
 * Accuracy and cost of proof of location, with the reference methods on the same cases.
 *   npm run bench -- pol --data DIR [--quick] [--seed N]      DIR holds nodes.csv and rtt.csv
 * Leave-one-out: whoever is located or checked had never measured nor been measured. Our method is never told the share
 * of liars; the references marked * are. `--quick` takes every fourth prover.
 */
import { parseArgs } from 'node:util';
import { distanceKm, type Finding, type Mesh, meshOf, type Place, quantile } from '@trigpoint/proofs/pol';
import { readMesh } from './pol/data.ts';
import { Ours } from './pol/ours.ts';
import { seeded } from './pol/random.ts';
import { references } from './pol/reference.ts';
import { type ClaimOptions, claimScenarios, locateScenarios, nearAndFar, type Scenario } from './pol/scenarios.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.data) throw new Error('npm run bench -- pol --data DIR, where DIR holds nodes.csv and rtt.csv');
const mesh = readMesh(values.data);
const seed = Number(values.seed);
const every = values.quick ? 4 : 1;
const print = (line = '') => process.stdout.write(`${line}\n`);
const taken = (it: Scenario) => it.prover % every === 0;
const km = (value: number) => value.toFixed(0);
const errorOf = (place: Place | undefined, { prover }: Scenario): number =>
  place ? distanceKm(place, mesh.nodes[prover] as Place) : 20_015;
const met = (holds: boolean) => (holds ? 'met' : 'NOT MET');

const ours = new Ours(mesh);
print(`${mesh.nodes.length} nodes; ${ours.calibration.set_aside.length} set aside by the audit`);

print('\nLocate: median / p90 km (target)');
const locating = [
  [undefined, 'none', 0, 27, 650],
  [undefined, 'random', 0.2, 90, 770],
  [undefined, 'collude', 0.2, 60, 690],
  [undefined, 'collude', 0.33, 60, 1310],
  [10, 'none', 0, 245, 2300],
  [10, 'random', 0.2, 340, 2510],
  [10, 'collude', 0.2, 340, 2480],
] as const;
for (const [count, attack, share, median, p90] of locating) {
  const repeats = count ? 3 : 1;
  const cases = [
    ...locateScenarios(mesh, { attack, share, repeats, ...(count ? { count } : {}) }, seeded(seed)),
  ].filter(taken);
  const findings = cases.map((it) => ours.examine(it));
  const errors = findings.map((it, i) => errorOf(it.estimate?.place, cases[i] as Scenario));
  const [m, p] = [quantile(errors, 0.5), quantile(errors, 0.9)];
  const within = errors.filter((error, i) => error <= (findings[i] as Finding).estimateRadiusKm).length / errors.length;
  print(
    `${count ?? 'all'} challengers, ${attack} ${100 * share} %: ours ${km(m)}/${km(p)} (${median}/${p90}) ${met(m <= median && p <= p90)}; R90 holds ${(100 * within).toFixed(0)} %`,
  );
  if (values.quick || count === undefined) continue;
  for (const [name, method] of Object.entries(references)) {
    const off = cases.map((it) => errorOf(method({ mesh, share, ...it }), it));
    print(`    ${name}${share > 0 ? '*' : ''}: ${km(quantile(off, 0.5))}/${km(quantile(off, 0.9))}`);
  }
}

const select = nearAndFar(mesh);
const run = (over: Omit<ClaimOptions, 'select' | 'count'>, judge = ours) =>
  [...claimScenarios(mesh, { select, count: 20, map: ours.map, ...over }, seeded(seed + 6))].filter(taken).map((it) => {
    const finding = judge.examine(it);
    return { it, finding, away: distanceKm(it.claim, mesh.nodes[it.prover] as Place) };
  });
type Checked = ReturnType<typeof run>[number];
/** Share of false claims within the score that 90 % of the other half's honest claims stay within. */
const accepted = (honest: readonly Checked[], false_: readonly Checked[], score: (it: Finding) => number): number => {
  const half = (it: Checked, side: number) => (it.it.prover >> (every === 1 ? 0 : 2)) % 2 === side;
  return [0, 1].reduce((sum, side) => {
    const limit = quantile(
      honest.filter((it) => half(it, side)).map((it) => score(it.finding)),
      0.9,
    );
    const tested = false_.filter((it) => half(it, 1 - side));
    return sum + (50 * tested.filter((it) => score(it.finding) <= limit).length) / Math.max(1, tested.length);
  }, 0);
};
const plain = (it: Finding) => -Math.log(Math.max(it.probability, 1e-40));

print(
  '\nClaim check, 20 challengers by our selection, 90 % of honest claims pass: false claims accepted, % (target); before = probability alone',
);
const targets: Record<number, Record<number, number>> = {
  0: { 1000: 2, 2000: 2 },
  0.2: { 1000: 16, 2000: 8 },
  0.33: { 1000: 27, 2000: 14 },
};
let unsound = 0;
for (const share of [0, 0.2, 0.33]) {
  const honest = run({ share, shiftKm: 0 });
  const verified = honest.filter(({ it, finding }) => ours.verdict(finding, it) === 'true').length;
  const refuted = honest.filter(({ it, finding }) => ours.verdict(finding, it) === 'false').length;
  for (const shiftKm of [500, 1000, 2000]) {
    const false_ = run({ share, shiftKm });
    unsound += false_.filter(({ it, finding, away }) => (finding.boundsKm[it.bad.length] ?? 20_016) < away).length;
    const target = targets[share]?.[shiftKm];
    const far = accepted(honest, false_, (it) => it.score);
    const taken_ = false_.filter(({ it, finding }) => ours.verdict(finding, it) === 'true').length;
    print(
      `liars ${100 * share} %, ${shiftKm} km: before ${accepted(honest, false_, plain).toFixed(1)}, after ${far.toFixed(1)}${target === undefined ? '' : ` (${target}) ${met(far <= target)}`}; verified ${((100 * taken_) / false_.length).toFixed(1)} %`,
    );
  }
  print(
    `liars ${100 * share} %, honest: verified ${((100 * verified) / honest.length).toFixed(0)} %, refuted ${((100 * refuted) / honest.length).toFixed(1)} %`,
  );
}
print(`R* below the true displacement: ${unsound} cases ${met(unsound === 0)}`);

print('\nOpen problems');
let narrow = 0;
for (const shiftKm of [500, 1000, 2000]) {
  const padded = run({ share: 0, shiftKm, padding: true, attack: 'informed' });
  narrow += padded.filter(({ it, finding }) => {
    const radiusKm = Math.floor((finding.boundsKm[0] as number) - 1);
    return ours.verdict(finding, it, radiusKm) === 'true';
  }).length;
}
print(`padding prover verified for a radius below its R*: ${narrow} cases ${met(narrow === 0)}`);
for (const lastMileMs of [5, 15]) {
  const cases = run({ share: 0, shiftKm: 0, lastMileMs });
  const share = (verdict: string) =>
    (100 * cases.filter(({ it, finding }) => ours.verdict(finding, it) === verdict).length) / cases.length;
  print(
    `last mile +${lastMileMs} ms: accepted ${share('true').toFixed(0)} %, inconclusive ${share('inconclusive').toFixed(0)} %, refuted ${share('false').toFixed(1)} % (2) ${met(share('false') <= 2)}`,
  );
}
for (const attack of ['clustered', 'informed', 'tight'] as const) {
  const cases = run({ share: 0.33, shiftKm: 2000, attack });
  const far = cases.filter(({ away }) => away >= 2_000);
  const fooled = (list: readonly Checked[]) =>
    list.filter(({ it, finding }) => ours.verdict(finding, it) === 'true').length;
  print(
    `a third ${attack} around the claim, 2,000 km: verified ${fooled(cases)} of ${cases.length}; at or beyond 2,000 km ${fooled(far)} of ${far.length}`,
  );
}
const corrupt = new Ours(corrupted(mesh));
const [sane, spoilt] = [run({ share: 0, shiftKm: 0 }), run({ share: 0, shiftKm: 0 }, corrupt)];
const errors = (list: readonly Checked[]) => list.map(({ finding, it }) => errorOf(finding.estimate?.place, it));
print(
  `mesh with 10 % corrupted rows (${corrupt.calibration.set_aside.length} set aside), 20 challengers: ${km(quantile(errors(sane), 0.5))}/${km(quantile(errors(sane), 0.9))} before, ${km(quantile(errors(spoilt), 0.5))}/${km(quantile(errors(spoilt), 0.9))} after`,
);

print('\nCost of a verdict, processor time (target)');
for (const [count, targetMs] of [
  [20, 20],
  [200, 150],
] as const) {
  const cases = [...claimScenarios(mesh, { select, count, share: 0, shiftKm: 0 }, seeded(seed))].slice(0, 40);
  const view = cases.map((it) => ({ ...it, claimNode: it.prover }));
  for (const it of view.slice(0, 5)) ours.examine(it);
  const before = process.cpuUsage();
  for (const it of view) ours.verdict(ours.examine(it), it);
  const ms = process.cpuUsage(before).user / 1000 / view.length;
  print(`${count} challengers: ${ms.toFixed(1)} ms (${targetMs}) ${met(ms <= targetMs)}`);
}

/** Every tenth node's row multiplied by a factor of its own, half of them too fast. */
function corrupted(from: Mesh): Mesh {
  const random = seeded(99);
  const n = from.nodes.length;
  const rows = [];
  const factors = from.nodes.map((_, i) =>
    i % 10 === 0 ? Math.exp((random() < 0.5 ? -1 : 1) * random.between(0.7, 2)) : 1,
  );
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      if (!Number.isNaN(from.rttMs[i * n + j] as number))
        rows.push({
          from: from.nodes[i]?.id ?? '',
          to: from.nodes[j]?.id ?? '',
          rttMs: (from.rttMs[i * n + j] as number) * (factors[i] as number),
        });
  return meshOf(from.nodes, rows);
}
