import type { Db } from '../db/driver.ts';
import { openTasksOnNode, type TaskOnNode, tasksOnNode } from './task-store.ts';
import { taskMessage } from './tasks.ts';

/** The most tasks that are read at a time. */
const maxTasks = 10_000;

/** Reads the open tasks of agents that are connected to one node. */
export const openTaskDeliveries = (db: Db, now: () => number, nodeId: string) => {
  /** Tasks for agents that are connected to this node, whichever node gave them out. */
  const deliveriesOf = (tasks: readonly TaskOnNode[]) =>
    tasks.flatMap(({ task, roles }) =>
      roles.map((role) => ({
        to: { proofType: task.proofType, role, id: task[role].id },
        message: taskMessage(task, role, now()),
      })),
    );
  return {
    ofChallenges: async (ids: readonly string[]) => deliveriesOf(await tasksOnNode(db, nodeId, ids, now(), maxTasks)),
    askedBefore: async (at: number) => deliveriesOf(await openTasksOnNode(db, nodeId, at, now(), maxTasks)),
  };
};
