import type { ProofResult } from '../proof.ts';
import { type Attack, saidOf } from './attack.ts';
import { networkAttacks } from './networks.ts';
import { unsentBytes } from './rates.ts';
import { requestAttacks } from './requests.ts';
import { seatAttacks } from './seats.ts';
import { challenge, claiming, frankfurt, Scope, type Stage, startProver } from './stage.ts';
import { watcherSees } from './watching.ts';

export const attacks: readonly Attack[] = [
  ...requestAttacks,
  ...seatAttacks,
  ...networkAttacks,
  watcherSees,
  unsentBytes,
];

/** After all attacks an honest prover is asked. A busy machine may leave its claim open, but nothing may refute it. */
const honestAfterwards: Attack = {
  name: 'an honest prover, after all of them',
  isQuick: true,
  async carryOut(stage, scope) {
    const prover = await startProver(stage, scope, frankfurt, claiming(frankfurt));
    const ended = await challenge(stage, { prover: prover.id, place: frankfurt });
    return {
      obtained: ended.verified === 'false' ? `an honest prover is refuted: ${ended.reason}` : undefined,
      said: saidOf(ended),
    };
  },
};

const lanes = 3;

/** Carries the attacks out, and says what each came to. */
export const carryOut = async (
  stage: Stage,
  chosen: readonly Attack[],
  log: (line: string) => void,
): Promise<ProofResult> => {
  const violations: string[] = [];
  let tried = 0;
  const attempt = async ({ name, needsNetworks, carryOut: run }: Attack) => {
    if (needsNetworks && !stage.hasNetworks)
      return log(`${stage.name}: ${name}: skipped, because here every agent counts as a network of its own`);
    const scope = new Scope();
    try {
      const { obtained, said } = await run(stage, scope);
      if (obtained !== undefined) violations.push(`${name}: ${obtained}`);
      log(`${stage.name}: ${name}: obtains ${obtained ?? 'nothing'}. ${said}`);
      tried++;
    } finally {
      await scope.close();
    }
  };
  const together = chosen.filter((it) => !it.isAlone).values();
  const lane = async () => {
    for (const it of together) await attempt(it);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const it of chosen.filter((one) => one.isAlone)) await attempt(it);
  await attempt(honestAfterwards);
  return { tried, violations };
};
