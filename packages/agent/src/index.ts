export { AGENT_VERSION, type AgentEnd, type AgentHandle, type AgentOptions, UsageError } from './agent.ts';
export { type ChallengerOptions, runChallenger } from './challenger.ts';
export * from './claims.ts';
export * from './keys.ts';
export { defaultLimits, type Limits } from './limits.ts';
export type { Measuring } from './measuring.ts';
export { runProver } from './prover.ts';
export { fastSigner, fastVerify } from './signatures.ts';
export { type AgentStatus, statusLine } from './status.ts';
