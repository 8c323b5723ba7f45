import { oneCustomer, oneProvider, others6 } from './addresses.ts';
import { type Attack, wantVerified } from './attack.ts';
import { around, besideUs, madeUp, recruit, startSilentProver, unanswered } from './coalition.ts';
import { challenge, claiming, decideOn, type Scope, type Stage, sydney } from './stage.ts';

const accomplices = 8;

interface Networks {
  readonly addressOf: (index: number) => string;
  /** The address that the prover comes from. */
  readonly proverAt: number | string;
  /** How many near seats of eight they may have. */
  readonly most: number;
}

/** Eight accomplices stand beside the claim. The operator took them for eight different people. */
const fillSeats = async (stage: Stage, scope: Scope, { addressOf, proverAt, most }: Networks) => {
  const prover = await startSilentProver(stage, scope, { claims: claiming(sydney), address: proverAt });
  const gang = await recruit(stage, scope, {
    places: around(sydney, accomplices),
    addressOf,
    answer: madeUp(prover.signer, besideUs),
  });
  const ids = gang.map((it) => it.id);
  await decideOn(stage, ids);
  const ended = await challenge(stage, { prover: prover.id, place: sydney });
  await decideOn(stage, ids, 'set_aside');
  const won = ended.near.filter((it) => ids.includes(it)).length;
  const why = ended.evidence.transcript.draw?.passed_over.filter((it) => ids.includes(it.challenger)) ?? [];
  const reasons = [...new Set(why.map((it) => it.reason))].join(', ');
  const outcome = wantVerified(ended, won > most ? `${won} of ${ended.near.length} near seats` : undefined);
  return { ...outcome, said: `${won} of ${ended.near.length} near seats (${reasons}); ${outcome.said}` };
};

const oneSubnet: Attack = {
  name: 'eight addresses of one IPv6 /56',
  isQuick: false,
  isAlone: true,
  needsNetworks: true,
  async carryOut(stage, scope) {
    const honest = await recruit(stage, scope, {
      places: stage.honest.map((it) => it.place),
      addressOf: others6,
      answer: unanswered,
    });
    await decideOn(
      stage,
      honest.map((it) => it.id),
    );
    return fillSeats(stage, scope, { addressOf: oneCustomer, proverAt: others6(13), most: 1 });
  },
};

export const oneSystem: Attack = {
  name: 'eight /24 networks of one autonomous system',
  isQuick: false,
  isAlone: true,
  needsNetworks: true,
  carryOut: (stage, scope) => fillSeats(stage, scope, { addressOf: oneProvider, proverAt: 200, most: 2 }),
};

export const networkAttacks = [oneSubnet, oneSystem];
