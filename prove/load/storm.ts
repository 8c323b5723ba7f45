import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '@trigpoint/protocol';
import type { ProofOptions } from '../proof.ts';
import type { Stage } from './stage.ts';

const backMs = 150_000;
/** Longer than a challenge may last, and than anybody waits for a service that starts. */
const settleMs = 120_000;
const beforeMs = 2_000;

/** Every node is killed at once: all agents come back within two and a half minutes, and what was asked meanwhile ends. */
export const storm = async (
  { nodes, visitors }: Stage,
  /** Challenges that are asked for all the while. */
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
    const patienceMs = small ? settleMs : backMs;
    let back = 0;
    while (performance.now() - startedAt < patienceMs && back < agents) {
      await pause(100);
      back = await nodes.agents();
    }
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
  for (const until = performance.now() + settleMs; open.size > 0 && performance.now() < until; await pause(500))
    for (const id of open) {
      const state = await visitors.stateOf(id);
      if (!isFinal(state)) continue;
      open.delete(id);
      ended[state] = (ended[state] ?? 0) + 1;
    }
  log(`${visitors.accepted.length} challenges asked for meanwhile: ${JSON.stringify(ended)}, ${open.size} open`);
  for (const id of open) violations.push(`challenge ${id} was asked for in the storm and never ended`);
  const still = await nodes.agents();
  if (still !== agents) violations.push(`${still} of ${agents} agents are connected in the end`);
  return violations;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
