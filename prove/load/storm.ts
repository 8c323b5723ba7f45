import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '@trigpoint/protocol';
import type { ProofOptions } from '../proof.ts';
import type { Nodes } from './nodes.ts';
import type { Stage } from './stage.ts';

const backMs = 150_000;
/** Longer than a challenge may last, and longer than anybody waits for a service that starts. */
const settleMs = 120_000;
const beforeMs = 2_000;

/** Every node is killed at once: all agents come back within two and a half minutes, and what was asked meanwhile ends. */
export const storm = async (
  { nodes, visitors }: Stage,
  /** How many challenges are asked for per second, all the while. */
  perSecond: number,
  { small, log }: ProofOptions,
): Promise<string[]> => {
  const violations: string[] = [];
  const agents = await nodes.agents();
  const asking: Promise<void>[] = [];
  const timer = setInterval(() => {
    asking.push(visitors.insist(settleMs).catch((error: Error) => void violations.push(error.message)));
  }, 1000 / perSecond);
  try {
    await pause(beforeMs);
    const startedAt = performance.now();
    await nodes.crash();
    const upMs = performance.now() - startedAt;
    const back = await awaitAgents(nodes, agents, startedAt + (small ? settleMs : backMs));
    const tookMs = performance.now() - startedAt;
    log(
      `${back} of ${agents} agents back ${seconds(tookMs)} after all nodes were killed, which were up after ${seconds(upMs)}`,
    );
    if (back < agents) violations.push(`${agents - back} of ${agents} agents are not back after ${seconds(tookMs)}`);
  } finally {
    clearInterval(timer);
  }
  await Promise.all(asking);
  const open = new Set(visitors.accepted);
  const ended: Record<string, number> = {};
  const look = async (id: string) => {
    const state = await visitors.stateOf(id).catch(() => undefined);
    if (!state || !isFinal(state)) return;
    open.delete(id);
    ended[state] = (ended[state] ?? 0) + 1;
  };
  for (const until = performance.now() + settleMs; open.size > 0 && performance.now() < until; await pause(1_000))
    await Promise.all([...open].map(look));
  log(`${visitors.accepted.length} challenges asked for meanwhile: ${JSON.stringify(ended)}, ${open.size} open`);
  for (const id of open) violations.push(`challenge ${id} was asked for in the storm and never ended`);
  const still = await awaitAgents(nodes, agents, performance.now() + settleMs);
  if (still !== agents) violations.push(`${still} of ${agents} agents are connected in the end`);
  return violations;
};

/** Waits until all agents are connected, or until that time. Returns how many are connected then. */
const awaitAgents = async (nodes: Nodes, agents: number, until: number): Promise<number> => {
  for (;;) {
    const count = await nodes.agents();
    if (count === agents || performance.now() > until) return count;
    await pause(100);
  }
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
