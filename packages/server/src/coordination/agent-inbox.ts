import { type AgentMessageOf, agentCapacityMax } from '@trigpoint/protocol';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { AgentInbox } from '../network/hub.ts';
import * as assignmentStore from './assignment-store.ts';
import type { Consents } from './consents.ts';
import type { Readings, ReadingsOptions } from './readings.ts';
import { isUnasked } from './refusals.ts';
import { tasksOf } from './task-store.ts';
import { taskMessage } from './tasks.ts';

interface AgentInboxOptions extends Pick<ReadingsOptions, 'recorded'> {
  readonly db: Db;
  readonly now: () => number;
  readonly readings: Readings;
  readonly consents: Consents;
}

/** Answers what agents say about challenges. */
export const openAgentInbox = ({ db, now, readings, consents, recorded }: AgentInboxOptions): AgentInbox => {
  /** Closes the assignment of an agent that will not measure, so that the attempt need not wait for it. */
  const decline = ({ challenge_id, attempt }: AgentMessageOf<'declined'>, challengerId: string) =>
    db.write(async (tx) => {
      const challenge = await leases.lockChallenge(tx, challenge_id);
      if (challenge?.attempt !== attempt || challenge.dueAt === null) return false;
      const assignment = { challengeId: challenge_id, attempt, challengerId };
      if ((await assignmentStore.closeAssignment(tx, assignment, 'declined')) !== 1) return false;
      return readings.hasten(tx, challenge, now());
    });

  return {
    async openTasks(agent) {
      const at = now();
      return (await tasksOf(db, agent, at, agentCapacityMax)).map((it) => taskMessage(it, agent.role, at));
    },

    consentsWanted: (agent) => consents.waitingFor(agent),

    isUnasked: (answer) => answer.type === 'recorded' && isUnasked(answer.code),

    async receive(agent, message) {
      switch (message.type) {
        case 'consent':
          if (await consents.consented(agent, message)) recorded(message.challenge_id, true);
          return undefined;
        case 'no_consent':
          if (await consents.declined(agent, message)) recorded(message.challenge_id, true);
          return undefined;
        case 'reading':
          return readings.record(agent, message);
        case 'declined':
          if (agent.role === 'challenger' && message.challenger === agent.id)
            recorded(message.challenge_id, await decline(message, agent.id));
          return undefined;
        case 'accepted':
          return undefined;
      }
    },
  };
};
