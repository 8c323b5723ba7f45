import { type Proof, seeded } from './proof.ts';
import { tryRates } from './verdicts/bandwidth.ts';
import { tryCase } from './verdicts/location.ts';

/** Of honest provers in the generated worlds, at least this share must be verified: a judge that verifies nothing is no proof. */
const leastVerified = 0.2;

/**
 * Nobody buys a verdict. Whatever payer, prover and a third of the challengers asked do together, a verified distance is
 * never below the truth, a verified rate never above what an honest challenger saw, and an honest prover is never refuted.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const verdicts = small ? 4_000 : 1_000_000;
  const violations: string[] = [];
  const honest = { tried: 0, verified: 0 };
  for (let i = 0; i < verdicts; i++) {
    const isTrue = i % 4 === 0;
    const isRate = i % 8 >= 6;
    const { verified, problem } = (isRate ? tryRates : tryCase)(random.fork(i), isTrue);
    if (problem) violations.push(`verdict ${i}: ${problem}`);
    if (isTrue) {
      honest.tried++;
      if (verified === 'true') honest.verified++;
    }
    if (i % 100_000 === 99_999) log(`${i + 1} of ${verdicts} verdicts`);
  }
  const share = honest.verified / honest.tried;
  log(`${(100 * share).toFixed(1)} % of ${honest.tried} honest claims are verified among a third of liars`);
  if (share < leastVerified) violations.push(`only ${(100 * share).toFixed(1)} % of honest claims are verified`);
  return { tried: verdicts, violations };
};
