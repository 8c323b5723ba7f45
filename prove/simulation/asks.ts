import { chainAddress } from '@trigpoint/protocol';
import type { Random } from '../proof.ts';
import { toyType } from './toy.ts';
import type { World } from './world.ts';

export const types = [toyType('parallel'), toyType('sequential')];

/** Draws an ask: one of the provers, and a number of challengers, of which any number but all may fail. */
export const drawAsk = (world: World, random: Random, mostChallengers: number) => {
  const type = random.pick(types);
  const provers = world.actors.filter((it) => it.role === 'prover' && it.proofType === type.id);
  const challengers = 1 + random.int(mostChallengers);
  const ask = {
    proverRegistry: `0x${'11'.repeat(20)}`,
    prover: chainAddress('solana', random.pick(provers).publicKey),
    isIPv6: false,
    challengers,
    tolerance: random.int(challengers),
    latitude: 0,
    longitude: 0,
  } as const;
  return { type, ask };
};
