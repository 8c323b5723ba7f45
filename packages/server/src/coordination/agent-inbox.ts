import { type AgentMessageOf, agentCapacityMax } from '@trigpoint/protocol';
import type { Events } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import type { AgentInbox, Speaker } from '../network/hub.ts';
import * as assignmentStore from './assignment-store.ts';
import type { Readings, ReadingsOptions } from './readings.ts';
import { tasksOf } from './task-store.ts';
import { taskMessage } from './tasks.ts';

interface AgentInboxOptions extends Pick<ReadingsOptions, 'recorded'> {
  readonly db: Db;
  readonly now: () => number;
  readonly readings: Readings;
  readonly events: Events;
}

/** Answers what agents say about challenges. */
export const openAgentInbox = ({ db, now, readings, events, recorded }: AgentInboxOptions): AgentInbox => {
  /** Closes the assignment of an agent that will not measure, so that the attempt need not wait for it. */
  const decline = ({ challenge_id, attempt }: AgentMessageOf<'declined'>, challengerId: string) =>
    db.write(async (tx) => {
      const challenge = await leases.lockChallenge(tx, challenge_id);
      if (challenge?.attempt !== attempt || challenge.dueAt === null) return false;
      const assignment = { challengeId: challenge_id, attempt, challengerId };
      if ((await assignmentStore.closeAssignment(tx, assignment, 'declined')) !== 1) return false;
      return readings.hasten(tx, challenge, now());
    });

  /** Whether an agent takes part in what it reports on. Reports of others are not shown to people who watch. */
  const isParty = async (agent: Speaker, { challenge_id, attempt, challenger }: AgentMessageOf<'progress'>) => {
    if (!(await assignmentStore.findAssignment(db, challenge_id, attempt, challenger))) return false;
    if (agent.role === 'challenger') return challenger === agent.id;
    return (await leases.findChallenge(db, challenge_id))?.proverId === agent.id;
  };

  return {
    async openTasks(agent) {
      const at = now();
      return (await tasksOf(db, agent, at, agentCapacityMax)).map((it) => taskMessage(it, agent.role, at));
    },

    async receive(agent, message) {
      switch (message.type) {
        case 'reading':
          return readings.record(agent, message);
        case 'progress':
          if (events.isWatched(message.challenge_id) && (await isParty(agent, message)))
            events.progress(message.challenge_id, now(), {
              agent: agent.id,
              role: agent.role,
              challenger: message.challenger,
              ...message.values,
            });
          return undefined;
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
