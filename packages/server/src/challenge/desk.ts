import type { WireAssignment } from '@trigpoint/protocol';
import type { Db } from '../db/driver.ts';
import type { Agents } from '../network/agents.ts';
import type { Desk } from '../network/hub.ts';
import type { Agent } from '../network/store.ts';
import * as assignments from './assignment-store.ts';
import type { Events } from './events.ts';
import { dueAfter, type Readings, type ReadingsOptions } from './readings.ts';
import * as store from './store.ts';
import { composeTask } from './tasks.ts';

interface DeskOptions extends Pick<ReadingsOptions, 'db' | 'now' | 'proofType' | 'recorded'> {
  readonly db: Db;
  readonly agents: Agents;
  readonly readings: Readings;
  readonly events: Events;
}

/** What agents say, brought to where it belongs. */
export const openDesk = (options: DeskOptions): Desk => {
  const { db, now, agents, readings, events } = options;

  const toWire = async (it: assignments.Assignment, agent: Agent): Promise<WireAssignment | undefined> => {
    const challenge = await store.findChallenge(db, it.challengeId);
    const challenger = await agents.find(agent.proofType, 'challenger', it.challengerId);
    const prover = challenge && (await agents.find(agent.proofType, 'prover', challenge.proverId));
    if (!challenge || !prover || !challenger || challenge.attempt !== it.attempt) return undefined;
    const task = composeTask(challenge, prover, challenger, it, now());
    return { type: 'task', role: agent.role, task, token: it.token };
  };

  /** An agent that will not measure leaves its place: the attempt need not wait for it. */
  const decline = (challengeId: string, attempt: number, challengerId: string) =>
    db.write(async (tx) => {
      const challenge = await store.lockChallenge(tx, challengeId);
      if (challenge?.attempt !== attempt || challenge.dueAt === null) return;
      const before = await assignments.listAssignments(tx, challengeId, attempt);
      if ((await assignments.closeAssignments(tx, challengeId, attempt, 'declined', challengerId)) !== 1) return;
      await store.hasten(
        tx,
        challengeId,
        dueAfter(options.proofType(challenge.proofType), challenge, before, now(), 0),
      );
    });

  return {
    async openTasks(agent) {
      const open =
        agent.role === 'challenger'
          ? await assignments.openForChallenger(db, agent.id, now())
          : await assignments.openForProver(db, agent.id, now());
      const tasks = await Promise.all(open.map((it) => toWire(it, agent)));
      return tasks.filter((it) => it !== undefined);
    },

    async receive(agent, message) {
      switch (message.type) {
        case 'reading':
          return readings.record(agent, message);
        case 'progress':
          events.progress(message.challenge_id, now(), {
            agent: agent.id,
            role: agent.role,
            challenger: message.challenger,
            ...message.values,
          });
          return undefined;
        case 'declined':
          if (agent.role === 'challenger' && message.challenger === agent.id) {
            await decline(message.challenge_id, message.attempt, agent.id);
            options.recorded(message.challenge_id);
          }
          return undefined;
        case 'accepted':
          return undefined;
      }
    },
  };
};
