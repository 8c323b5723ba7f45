import { balance, userAccount } from '@trigpoint/server';
import { findChallenge, listAssignments } from '@trigpoint/server/parts';
import { checkEnded, lateness } from '../books/ended.ts';
import { mayCount } from './actors.ts';
import { reward, type World } from './world.ts';

/** Checks a challenge that should have ended: when, how often, and whether its evidence holds. */
export const judgeEnd = async (world: World, id: string): Promise<void> => {
  const challenge = await findChallenge(world.db, id);
  const proofType = challenge && world.proofType(challenge.proofType);
  const { problems } = await checkEnded(world.db, challenge, proofType);
  const late = challenge ? lateness(challenge) : [];
  for (const it of [...problems, ...late]) world.violations.push(`challenge ${id} ${it}`);
};

/**
 * Checks that every challenger was paid for its readings that count and for seats that were not waited for, and for nothing
 * else. `ids` are the challenges that paid.
 */
export const judgePay = async (world: World, ids: readonly string[]): Promise<void> => {
  const earned = new Map<string, number>();
  for (const id of ids)
    for (const part of await listAssignments(world.db, id)) {
      const actor = world.actors.find((it) => it.role === 'challenger' && it.id === part.challengerId);
      const earns = () => earned.set(part.challengerId, (earned.get(part.challengerId) ?? 0) + reward);
      if (part.state === 'cancelled') earns();
      if (part.state !== 'read') continue;
      if (!actor || !mayCount(actor.manner))
        world.violations.push(`challenge ${id}: a reading of an agent that is ${actor?.manner} was recorded`);
      if (part.failure === '') earns();
    }
  for (const { id, publicKey, role } of world.actors) {
    if (role !== 'challenger') continue;
    const paid = Number(await balance(world.db, userAccount('solana', publicKey)));
    if (paid !== (earned.get(id) ?? 0)) world.violations.push(`${id} was paid ${paid}, not ${earned.get(id) ?? 0}`);
  }
};
