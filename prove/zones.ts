import { type Proof, seeded } from './proof.ts';
import { tryZone } from './zones/cases.ts';

/** At least this share of the cases must be decided. A rule that never decides would prove nothing. */
const leastDecided = 0.2;

/**
 * A prover that is said to be inside a zone is on no land outside it. One that is said to be outside is on no land of it. This
 * holds whatever the liars among the challengers report, and wherever borders run. A slow method that shares no code looks for
 * a counter-example.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const cases = small ? 2_000 : 1_000_000;
  const violations: string[] = [];
  const counts: Record<string, number> = {};
  for (let i = 0; i < cases; i++) {
    const { verdict, problem } = tryZone(random.fork(i));
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    if (problem) violations.push(`case ${i}: ${problem}`);
    if (i % 100_000 === 99_999) log(`${i + 1} of ${cases} cases`);
  }
  const share = (verdict: string) => (counts[verdict] ?? 0) / cases;
  log(
    ['inside', 'outside', 'contradiction', 'undecided']
      .map((it) => `${it} ${(100 * share(it)).toFixed(1)} %`)
      .join(', '),
  );
  if (share('inside') + share('outside') < leastDecided) violations.push('too few cases are decided');
  return { tried: cases, violations };
};
