import { type Proof, seeded } from './proof.ts';
import { tryRates } from './verdicts/bandwidth.ts';
import { mostWins, tryDraws } from './verdicts/draws.ts';
import { tryCase } from './verdicts/location.ts';
import { tryWhole } from './verdicts/whole.ts';

/**
 * At least this share of honest provers in the generated worlds must be verified. A rule that verifies nothing would prove
 * nothing.
 */
const leastVerified = 0.2;

/**
 * Nobody buys a verdict. Whatever payer, prover and a third of the challengers asked do together, a verified distance is
 * never below the truth, a verified rate never above what an honest challenger saw, and an honest prover is never refuted.
 * So it is through the whole service too, from descriptions to evidence, where a third of the admitted collude.
 * A coalition of as many admitted agents as a result withstands wins its draw less than once in 1,000 times.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const verdicts = small ? 1_500 : 1_000_000;
  const violations: string[] = [];
  /** A run takes an hour. So a violation is told when it is seen, and a run that is cut short still says what it found. */
  const violated = (what: string) => {
    violations.push(what);
    log(`violation: ${what}`);
  };
  const honest = { tried: 0, verified: 0 };
  for (let i = 0; i < verdicts; i++) {
    const isTrue = i % 4 === 0;
    const isRate = Math.floor(i / 4) % 4 === 3;
    const { verified, problem } = (isRate ? tryRates : tryCase)(random.fork(i), isTrue);
    if (problem) violated(`verdict ${i}: ${problem}`);
    if (isTrue) {
      honest.tried++;
      if (verified === 'true') honest.verified++;
    }
    if (i % 100_000 === 99_999) log(`${i + 1} of ${verdicts} verdicts, ${violations.length} violations`);
  }
  const share = honest.verified / honest.tried;
  log(`${(100 * share).toFixed(1)} % of ${honest.tried} honest claims are verified among a third of liars`);
  if (share < leastVerified) violated(`only ${(100 * share).toFixed(1)} % of honest claims are verified`);

  const networks = small ? 8 : 300;
  const draws = { tried: 0, won: 0 };
  for (let i = 0; i < networks; i++) {
    const { tried, won, problem } = tryDraws(random.fork(verdicts + i), small ? 50 : 1_000);
    draws.tried += tried;
    draws.won += won;
    if (problem) violated(`network ${i}: ${problem}`);
  }
  log(`as many agents as a result withstands won ${draws.won} of ${draws.tried} times, stated is at most 1 in 1,000`);
  if (draws.won > mostWins(draws.tried)) violated(`${draws.won} of ${draws.tried} times a coalition won`);

  const whole = { tried: 0, promised: 0, verifiedHonest: 0 };
  for (let i = 0; i < (small ? 1 : 1_000); i++) {
    const result = await tryWhole(random.fork(verdicts + networks + i));
    whole.tried += result.tried;
    whole.promised += result.promised;
    whole.verifiedHonest += result.verifiedHonest;
    for (const it of result.violations) violated(`world ${i}: ${it}`);
    if (i % 100 === 99) log(`${whole.tried} challenges through the whole service, ${violations.length} violations`);
  }
  log(
    `through the whole service: ${whole.tried} challenges, in ${whole.promised} a coalition had at most a third of the ` +
      `seats; ${whole.verifiedHonest} honest claims verified`,
  );
  if (!small && (whole.promised === 0 || whole.verifiedHonest === 0)) violated('the whole service verified nothing');
  return { tried: verdicts + draws.tried + whole.tried, violations };
};
