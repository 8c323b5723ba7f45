import { type AgentMessageOf, agentCapacityMax, type WireAssignment } from '@trigpoint/protocol';
import type { Events } from '../challenge/events.ts';
import * as store from '../challenge/store.ts';
import type { Db } from '../db/driver.ts';
import type { Desk, Speaker } from '../network/hub.ts';
import * as assignments from './assignment-store.ts';
import type { Readings, ReadingsOptions } from './readings.ts';
import { tasksOf } from './task-store.ts';
import { type Task, wireTask } from './tasks.ts';

interface DeskOptions extends Pick<ReadingsOptions, 'recorded'> {
  readonly db: Db;
  readonly now: () => number;
  readonly readings: Readings;
  readonly events: Events;
}

export const wireAssignment = (task: Task, role: Speaker['role'], now: number): WireAssignment => ({
  type: 'task',
  role,
  task: wireTask(task, now),
  token: task.token,
});

/** What agents say, brought to where it belongs. */
export const openDesk = ({ db, now, readings, events, recorded }: DeskOptions): Desk => {
  /** An agent that will not measure leaves its place: the attempt need not wait for it. */
  const decline = ({ challenge_id, attempt }: AgentMessageOf<'declined'>, challengerId: string) =>
    db.write(async (tx) => {
      const challenge = await store.lockChallenge(tx, challenge_id);
      if (challenge?.attempt !== attempt || challenge.dueAt === null) return false;
      const part = { challengeId: challenge_id, attempt, challengerId };
      if ((await assignments.closeAssignment(tx, part, 'declined')) !== 1) return false;
      return readings.hasten(tx, challenge, now());
    });

  /** People watch what the two who measure say about it, and nobody else. */
  const isParty = async (agent: Speaker, { challenge_id, attempt, challenger }: AgentMessageOf<'progress'>) => {
    if (!(await assignments.findAssignment(db, challenge_id, attempt, challenger))) return false;
    if (agent.role === 'challenger') return challenger === agent.id;
    return (await store.findChallenge(db, challenge_id))?.proverId === agent.id;
  };

  return {
    async openTasks(agent) {
      const at = now();
      return (await tasksOf(db, agent, at, agentCapacityMax)).map((it) => wireAssignment(it, agent.role, at));
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
