import { defaultAcceptableKm, distanceKm, type Examination, type Place, quantile, rule } from '@trigpoint/proofs/pol';
import { seeded } from './random.ts';
import { type ClaimOptions, claimScenarios, nearAndFar } from './scenarios.ts';
import { isTaken, met, percent, print, type Setting } from './setting.ts';

const asked = 20;

export type Checked = ReturnType<typeof check>[number];

/** Claims as they would be checked: 20 challengers by our own selection. */
export function check(
  setting: Setting,
  over: Omit<ClaimOptions, 'select' | 'count'>,
  judge = setting.ours,
  wanted: (prover: Place) => boolean = () => true,
) {
  const { mesh, ours, seed } = setting;
  const options = { select: nearAndFar(mesh), count: asked, map: ours.map, ...over };
  const placeOf = ({ prover }: { readonly prover: number }) => mesh.nodes[prover] as Place;
  return [...claimScenarios(mesh, options, seeded(seed + 6))]
    .filter((it) => isTaken(setting)(it) && wanted(placeOf(it)))
    .map((it) => {
      const examination = judge.examine(it);
      return { it, examination, away: distanceKm(it.claim, placeOf(it)), verdict: judge.verdict(examination, it) };
    });
}

export const verdictShare = (list: readonly Checked[], verdict: Checked['verdict']): number =>
  list.filter((it) => it.verdict === verdict).length / Math.max(1, list.length);

export const ownScore = (it: Examination): number => it.score;

/** The score by which BFT-PoLoc checks claims: the bound alone, with the number of liars told. */
const boundScore =
  (share: number) =>
  ({ boundsKm, seen }: Examination): number => {
    const told = Math.floor(share * seen.length + 1e-9);
    return seen.filter((it) => it.shortKm > 0).length > told ? 1e9 : (boundsKm[told] as number);
  };

/** The share of `list` whose score is within a limit. 90 % of the honest claims of the other half of the provers are within it. */
export function acceptedShare(
  { every }: Setting,
  honest: readonly Checked[],
  list: readonly Checked[],
  score: (it: Examination) => number,
): number {
  const half = ({ it }: Checked) => Math.floor(it.prover / every) % 2;
  return [0, 1].reduce((sum, side) => {
    const known = honest.filter((it) => half(it) === side).map((it) => score(it.examination));
    const limit = quantile(known, 0.9);
    const tested = list.filter((it) => half(it) !== side);
    return sum + tested.filter((it) => score(it.examination) <= limit).length / Math.max(1, 2 * tested.length);
  }, 0);
}

/** Whole % of false claims that may be accepted, by share of liars and distance. */
const targets: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  0: { 1000: 2, 2000: 2 },
  0.2: { 1000: 16, 2000: 8 },
  0.33: { 1000: 27, 2000: 14 },
};

export function checkClaims(setting: Setting): void {
  print(
    '\nClaim check, 20 challengers by our selection, 90 % of honest claims pass: false claims accepted by the score, % (target); by R* alone, told the share; then the verdict',
  );
  let unsound = 0;
  for (const share of [0, 0.2, 0.33]) {
    const honest = check(setting, { share, shiftKm: 0 });
    for (const shiftKm of [500, 1000, 2000]) {
      const false_ = check(setting, { share, shiftKm });
      unsound += false_.filter(
        ({ it, examination, away }) => (examination.boundsKm[it.bad.length] ?? 20_016) < away,
      ).length;
      const target = targets[share]?.[shiftKm];
      const byScore = 100 * acceptedShare(setting, honest, false_, ownScore);
      const byBound = 100 * acceptedShare(setting, honest, false_, boundScore(share));
      print(
        `liars ${100 * share} %, ${shiftKm} km: ${byScore.toFixed(1)}${target === undefined ? '' : ` (${target}) ${met(byScore <= target)}`}; R* alone ${byBound.toFixed(1)}; verified ${percent(verdictShare(false_, 'true'))} %, refuted ${percent(verdictShare(false_, 'false'), 0)} % of ${false_.length}`,
      );
    }
    print(
      `liars ${100 * share} %, honest: verified ${percent(verdictShare(honest, 'true'), 0)} %, refuted ${percent(verdictShare(honest, 'false'))} %; left open by ${openBy(honest)}`,
    );
  }
  print(`R* below the true displacement: ${unsound} cases ${met(unsound === 0)}`);
}

/** Which condition left honest claims open. The model of delays is named only where no other condition did. */
function openBy(honest: readonly Checked[]): string {
  const counts = new Map<string, number>();
  for (const { examination } of honest.filter(({ verdict }) => verdict === 'inconclusive')) {
    const why = whyOpen(examination);
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${why} ${percent(count / honest.length, 0)} %`).join(', ') || 'nothing';
}

/** The reason by the rule that counts. If that rule would verify the claim, the model of delays left it open. */
const whyOpen = ({ count }: Examination): string => {
  const { why } = rule(count, { acceptableKm: defaultAcceptableKm, needed: 1 });
  return why === 'holds' ? 'delays that fit another place better' : why.replaceAll('_', ' ');
};
