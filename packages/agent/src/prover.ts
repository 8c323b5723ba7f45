import { type AgentHandle, type AgentOptions, runAgent } from './agent.ts';

/** Runs a prover: it logs in with its claims, waits for tasks and dials out. It listens on no port. */
export const runProver = (options: AgentOptions): Promise<AgentHandle> =>
  runAgent('prover', options, undefined, undefined);
