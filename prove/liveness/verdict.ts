import { checkEvidence } from '@trigpoint/proofs';
import { isFinal } from '@trigpoint/protocol';
import { verifySignature } from '@trigpoint/protocol/node';
import { balance, userAccount } from '@trigpoint/server';
import { findChallenge, listAssignments, readEvidence } from '@trigpoint/server/parts';
import { mayCount } from './actors.ts';
import { reward, type World } from './world.ts';

export const graceMs = 5_000;

/** A challenge that should have ended: when, how often, and whether its evidence holds. */
export const judgeEnd = async (world: World, id: string): Promise<void> => {
  const complain = (problem: string) => world.violations.push(`challenge ${id} ${problem}`);
  const challenge = await findChallenge(world.db, id);
  if (!challenge || !isFinal(challenge.state)) return void complain('never ended');
  const lateMs = (challenge.endedAt ?? Number.POSITIVE_INFINITY) - challenge.deadline;
  if (lateMs > graceMs) complain(`ended ${lateMs} ms after its deadline`);
  const events = await world.db.all(`SELECT kind FROM challenge_event WHERE challenge_id = ?`, [id]);
  const count = (kind: string) => events.filter((it) => it.kind === kind).length;
  if (count('ended') !== 1 || count('accepted') !== challenge.attempt) complain('has events that do not add up');
  const evidence = await readEvidence(world.db, challenge, async () => null);
  if (!evidence) return void complain('has no evidence');
  const problems = await checkEvidence(world.proofType(challenge.proofType), evidence, async (it, text, signature) =>
    verifySignature(it.key_type, it.public_key, text, signature),
  );
  for (const it of problems) complain(`has wrong evidence: ${it}`);
};

/** Every challenger was paid for its readings that count, and for nothing else. `ids`: all that paid for readings. */
export const judgePay = async (world: World, ids: readonly string[]): Promise<void> => {
  const earned = new Map<string, number>();
  for (const id of ids)
    for (const part of await listAssignments(world.db, id)) {
      const actor = world.actors.find((it) => it.role === 'challenger' && it.id === part.challengerId);
      if (part.state !== 'read') continue;
      if (!actor || !mayCount(actor.manner))
        world.violations.push(`challenge ${id}: a reading of an agent that is ${actor?.manner} was recorded`);
      if (part.failure === '') earned.set(part.challengerId, (earned.get(part.challengerId) ?? 0) + reward);
    }
  for (const { id, publicKey, role } of world.actors) {
    if (role !== 'challenger') continue;
    const paid = await balance(world.db, userAccount('solana', publicKey));
    if (paid !== (earned.get(id) ?? 0)) world.violations.push(`${id} was paid ${paid}, not ${earned.get(id) ?? 0}`);
  }
};
